import type { Experiment } from "../contract/index.ts";
import { knee } from "./statistics/index.ts";

/** The position of the step beyond which more load brings more latency than throughput; null where none did. */
export function stepAtKnee({ plan, steps }: Experiment): number | null {
  if (plan.goal.kind === "compare") return null;
  const usable = steps
    .map((step, index) => ({ step, index, latency: step.response.p50?.value ?? Number.NaN }))
    .filter(({ step }) => step.verdict.verdict === "valid")
    .toSorted((a, b) => a.step.load.value - b.step.load.value);
  const found = knee(
    usable.map(({ step, latency }) => ({ throughput: step.inferencesPerSecond, latency })),
  );
  return found === null ? null : (usable[found]?.index ?? null);
}
