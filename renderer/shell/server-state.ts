import type { ServerStatus } from "../../main/contract/index.ts";
import { formatClock } from "../format/time.ts";
import type { Tone } from "../ui/badge.tsx";

export interface StateWords {
  readonly tone: Tone;
  readonly words: string;
  /** Something is under way. */
  readonly busy: boolean;
}

/** A server's state as a colour and words. */
export function serverStateWords(server: ServerStatus): StateWords {
  switch (server.state) {
    case "starting":
      return { tone: "accent", words: "Starting", busy: true };
    case "live":
      return { tone: "good", words: "Live", busy: false };
    case "stale":
      return { tone: "warn", words: `Stale since ${formatClock(server.since)}`, busy: false };
    case "restarting":
      return { tone: "warn", words: "Restarting", busy: true };
    case "stopped":
      return { tone: "neutral", words: "Stopped", busy: false };
    case "failed":
      return { tone: "bad", words: "Failed", busy: false };
  }
}
