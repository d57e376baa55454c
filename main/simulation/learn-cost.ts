import type { BatchExecutions } from "./batch-executions.ts";
import { type CostModel, meanTime, monotone } from "./batch-time.ts";

/** Executions of one batch size, and how many instances served at the time. */
export interface BatchSample extends BatchExecutions {
  readonly instances: number;
}

/** A batch size with fewer executions is left out (rule SIM-6). */
export const MIN_EXECUTIONS = 20;
/** Statistics have means only. */
export const ASSUMED_VARIATION = 0.1;
/** More than instances that take turns on one core. */
const MAX_SLOWDOWN = 1.5;

export interface LearnedCost {
  readonly cost: CostModel;
  /** Whether instances were seen slowing each other down, or are assumed not to. */
  readonly slowdown: "measured" | "assumed";
}

/**
 * Times of batches from executions. By how much further instances slow each other down is learned from sizes that ran
 * with several numbers of instances (rule SIM-10). Null where no size ran often enough.
 */
export function learnCost(samples: readonly BatchSample[]): LearnedCost | null {
  const enough = samples.filter(({ count, ns }) => count >= MIN_EXECUTIONS && ns > 0);
  const fewest = Math.min(...enough.map(({ instances }) => instances));
  const reference = enough.filter(({ instances }) => instances === fewest);
  if (reference.length === 0) return null;
  const atFewest = monotone(reference);
  const smallest = atFewest[0]?.size ?? 1;
  const largest = atFewest.at(-1)?.size ?? 1;
  let weight = 0;
  let sum = 0;
  for (const { size, instances, count, ns } of enough) {
    if (instances === fewest || size < smallest || size > largest) continue;
    // 1 + s (k − 1) against 1 + s (f − 1), solved for s.
    const ratio = ns / meanTime(atFewest, size);
    const slowdown = (ratio - 1) / (instances - 1 - ratio * (fewest - 1));
    const weighs = Math.sqrt(count);
    weight += weighs;
    sum += weighs * Math.min(MAX_SLOWDOWN, Math.max(0, slowdown));
  }
  const slowdown = weight > 0 ? sum / weight : 0;
  const alone = enough.map((sample) => ({
    ...sample,
    ns: sample.ns / (1 + slowdown * (sample.instances - 1)),
  }));
  return {
    cost: { times: monotone(merged(alone)), variation: ASSUMED_VARIATION, slowdown },
    slowdown: weight > 0 ? "measured" : "assumed",
  };
}

/** One entry for each size. */
function merged(samples: readonly BatchSample[]) {
  return [...Map.groupBy(samples, ({ size }) => size)].map(([size, same]) => {
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return { size, count, ns: same.reduce((sum, each) => sum + each.ns * each.count, 0) / count };
  });
}
