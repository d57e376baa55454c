import type { Rollout, RolloutStep, WatchedFigures } from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import type { Tone } from "../../ui/badge.tsx";

interface Words {
  readonly tone: Tone;
  readonly words: string;
  readonly busy?: boolean;
}

export const rolloutStates: Readonly<Record<Rollout["state"], Words>> = {
  running: { tone: "accent", words: "Running", busy: true },
  paused: { tone: "warn", words: "Paused" },
  done: { tone: "good", words: "Done" },
  failed: { tone: "bad", words: "Stopped" },
  cancelled: { tone: "neutral", words: "Cancelled" },
  interrupted: { tone: "warn", words: "Interrupted" },
  puttingBack: { tone: "accent", words: "Restoring", busy: true },
  putBack: { tone: "neutral", words: "Restored" },
};

export const stepStates: Readonly<Record<RolloutStep["state"], Words>> = {
  waiting: { tone: "neutral", words: "Waiting" },
  measuring: { tone: "accent", words: "Observing before", busy: true },
  applying: { tone: "accent", words: "Loading", busy: true },
  watching: { tone: "accent", words: "Observing after", busy: true },
  done: { tone: "good", words: "Updated" },
  failed: { tone: "bad", words: "Failed" },
  puttingBack: { tone: "accent", words: "Restoring", busy: true },
  putBack: { tone: "neutral", words: "Restored" },
  unknown: { tone: "warn", words: "Unknown" },
};

/** A replica's figures in one line; "" if it wasn't watched. */
export function describeWatched(watched: WatchedFigures | null): string {
  if (!watched) return "";
  const { requests, failures, rejected, queueMs, latencyMs, latencyP99Ms } = watched;
  if (!requests && !failures) return "no traffic";
  const latency = latencyP99Ms ?? latencyMs;
  return [
    requests !== null && `${formatCount(requests)} requests`,
    failures ? `${formatCount(failures)} failed` : null,
    rejected ? `${formatCount(rejected)} rejected` : null,
    queueMs !== null && `queue ${formatDuration(queueMs)}`,
    latency !== null && `${latencyP99Ms === null ? "latency" : "p99"} ${formatDuration(latency)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
