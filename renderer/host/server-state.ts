import type { ServerStatus } from "../../main/contract/index.ts";
import { formatClock, formatMoment } from "../format/time.ts";
import { count } from "../format/text.ts";
import type { Tone } from "../ui/badge.tsx";

export interface StateText {
  readonly tone: Tone;
  readonly words: string;
  /** Without time and in lower case, for counts. */
  readonly short: string;
  /** Something is in progress. */
  readonly busy: boolean;
}

/** A server's state as colour and words. Remote servers are connected, not started. */
export function describeServerState(server: ServerStatus): StateText {
  const { state, kind, since, repositoryProblem } = server;
  const own = kind === "embedded";
  if (state === "live" && repositoryProblem !== null)
    return { tone: "warn", ...said("Repository problem"), busy: false };
  switch (state) {
    case "starting":
      return { tone: "accent", ...said(own ? "Starting" : "Connecting"), busy: true };
    case "live":
      return { tone: "good", ...said("Live"), busy: false };
    case "stale":
      return {
        tone: "warn",
        words: `Stale since ${formatClock(since)}`,
        short: "stale",
        busy: false,
      };
    case "restarting":
      return { tone: "warn", ...said("Restarting"), busy: true };
    case "stopped":
      return { tone: "neutral", ...said("Stopped"), busy: false };
    case "failed":
      return { tone: "bad", ...said("Failed"), busy: false };
  }
}

/** Time of a server's last restart, and their number: "Restarted at 21:04:12 (2 restarts)". `now`: ms since the epoch. */
export function describeRestart(
  { restartedAt, restarts }: Pick<ServerStatus, "restartedAt" | "restarts">,
  now: number,
): string {
  const times = restarts > 1 ? ` (${count(restarts, "restart")})` : "";
  if (restartedAt === null) return restarts > 0 ? count(restarts, "restart") : "No restarts";
  return `Restarted at ${formatMoment(restartedAt, now)}${times}`;
}

const said = (words: string) => ({ words, short: words.toLowerCase() });
