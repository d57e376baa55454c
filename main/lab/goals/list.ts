import type { ExperimentPlan } from "../../contract/index.ts";
import { seededRandom } from "../../wire/index.ts";
import { type StepLoad, stepLoads } from "../loads.ts";
import type { Goal, PlannedStep } from "./goal.ts";

/** Steps that are all known in advance. */
export function listGoal(steps: readonly PlannedStep[]): Goal {
  const measured = new Set<number>();
  return {
    count: steps.length,
    next: () => steps.find(({ position }) => !measured.has(position)) ?? null,
    add: (position, { complete }) => void (complete && measured.add(position)),
    result: null,
  };
}

/** Each step of the load once. */
export function sweepSteps(plan: ExperimentPlan): PlannedStep[] {
  return stepLoads(plan).map((load, position) => ({
    position,
    load,
    candidate: null,
    replicate: null,
    seed: plan.seed,
    stopWhenCertified: plan.stopWhenCertified,
  }));
}

/**
 * Each candidate in every replicate, in rotating order, so that none is always first. All candidates of a replicate get
 * the same requests at the same instants.
 */
export function compareSteps(
  plan: ExperimentPlan,
  candidates: number,
  replicates: number,
): PlannedStep[] {
  const [load] = stepLoads(plan) as [StepLoad];
  const first = Math.floor(seededRandom(plan.seed)() * candidates);
  return Array.from({ length: candidates * replicates }, (_, position) => {
    const replicate = Math.floor(position / candidates);
    return {
      position,
      load,
      candidate: (first + replicate + (position % candidates)) % candidates,
      replicate,
      seed: plan.seed + replicate,
      stopWhenCertified: plan.stopWhenCertified,
    };
  });
}
