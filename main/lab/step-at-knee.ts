import type { Experiment, ExperimentStep } from "../contract/index.ts";
import { knee } from "./statistics/index.ts";

type Latency = (step: ExperimentStep) => number | undefined;

/** For streamed responses the time to first token: its p99 if every step supports one, else its p50. */
function chooseLatency(steps: readonly ExperimentStep[]): Latency {
  if (!steps.some(({ chat }) => chat)) return ({ response }) => response.p50?.value;
  const p99: Latency = ({ chat }) => chat?.firstToken.p99?.value;
  const isSupported = steps.every((step) => p99(step) !== undefined);
  return isSupported ? p99 : ({ chat }) => chat?.firstToken.p50?.value;
}

/** The position of the step beyond which more load adds more latency than throughput; null if none does. */
export function stepAtKnee({ plan, steps }: Experiment): number | null {
  if (plan.goal.kind === "compare") return null;
  const valid = steps.flatMap((step, index) =>
    step.verdict.verdict === "valid" ? { step, index } : [],
  );
  const latency = chooseLatency(valid.map(({ step }) => step));
  const usable = valid
    .map(({ step, index }) => ({ step, index, latency: latency(step) ?? Number.NaN }))
    .toSorted((a, b) => a.step.load.value - b.step.load.value);
  const found = knee(
    usable.map(({ step, latency }) => ({ throughput: step.inferencesPerSecond, latency })),
  );
  return found === null ? null : (usable[found]?.index ?? null);
}
