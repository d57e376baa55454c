import { StatusError } from "../../../base/status-error.ts";
import type { TuningSearch } from "../../../main/contract/index.ts";
import type { Tone } from "../../ui/badge.tsx";

export const searchStates: Readonly<Record<TuningSearch["state"], { tone: Tone; words: string }>> =
  {
    preparing: { tone: "accent", words: "Preparing" },
    calibrating: { tone: "accent", words: "Calibrating" },
    searching: { tone: "accent", words: "Searching" },
    paused: { tone: "warn", words: "Paused" },
    confirming: { tone: "accent", words: "Confirming" },
    finished: { tone: "good", words: "Finished" },
    stopped: { tone: "neutral", words: "Stopped" },
    failed: { tone: "bad", words: "Failed" },
  };

type Conclusion = NonNullable<TuningSearch["result"]>["conclusion"];

export const conclusions: Readonly<Record<Conclusion, { tone: Tone; words: string }>> = {
  confirmed: { tone: "good", words: "Better one confirmed" },
  unconfirmed: { tone: "warn", words: "Not confirmed" },
  "baseline is best": { tone: "good", words: "Active one is best" },
  "out of reach": { tone: "warn", words: "Out of reach" },
};

/** Whether a search was rejected because its server has other traffic. */
export const hasOtherTraffic = (error: Error | null) =>
  error instanceof StatusError && error.details.otherRequests !== undefined;

/** Not ended. */
export const isRunning = ({ finishedAt }: Pick<TuningSearch, "finishedAt">) => finishedAt === null;

/** Expected warm-up and load time of a measurement, s, before any was made. */
const USUAL_OVERHEAD = 4.5;

export const secondsPerTrial = (secondsPerStep: number) => secondsPerStep + USUAL_OVERHEAD;

type Timed = Pick<
  TuningSearch,
  "measured" | "plan" | "trials" | "pairs" | "confirming" | "current" | "minutes" | "repeat"
>;

/** Seconds left if all trials are used. */
export function secondsLeft(search: Timed, now: number): number {
  const { measured, plan, trials, pairs, confirming, current, minutes, repeat } = search;
  const times = measured.map(({ seconds }) => seconds);
  const each =
    times.length > 0
      ? times.reduce((sum, seconds) => sum + seconds, 0) / times.length
      : secondsPerTrial(plan.secondsPerStep);
  if (confirming) {
    const { pair, pairs: all, runnerUp } = confirming;
    return each * (runnerUp ? 3 : 2) * (all - pair + 1);
  }
  const startedAt = repeat?.startedAt ?? current?.startedAt ?? now;
  const spent = Math.min(each, (now - startedAt) / 1000);
  const searching = Math.max(0, each * (trials - measured.length) - spent);
  const inTime =
    minutes === null
      ? searching
      : Math.min(searching, Math.max(0, minutes * 60 - times.reduce((sum, s) => sum + s, 0)));
  return inTime + each * 2 * pairs;
}

/** Share (0..1) of all measurements, including those of the confirmation. */
export function shareDone({ measured, trials, pairs, confirming }: Timed): number {
  const all = trials + 2 * pairs;
  const done = confirming ? trials + 2 * (confirming.pair - 1) : measured.length;
  return Math.min(1, done / all);
}
