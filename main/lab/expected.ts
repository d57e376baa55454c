import type { ExperimentPlan } from "../contract/index.ts";

/** An automatic warm-up of a model that responds in milliseconds, s. */
const USUAL_WARMUP = 3;
/** Loading a model again, s. */
const USUAL_APPLY = 2;

/** Expected seconds of a warm-up. */
export function expectedWarmup({ warmup, load }: ExperimentPlan): number {
  switch (warmup.kind) {
    case "auto":
      return Math.min(USUAL_WARMUP, warmup.mostSeconds);
    case "fixed":
      return warmup.seconds;
    case "requests":
      return load.kind === "rate" ? warmup.count / (load.rates[0] as number) : 1;
  }
}

/** Expected seconds to activate a candidate; 0 without candidates. */
export function expectedApply({ goal }: ExperimentPlan): number {
  return goal.kind === "compare" ? USUAL_APPLY : 0;
}
