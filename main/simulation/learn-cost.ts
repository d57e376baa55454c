import type { BatchExecutions } from "./batch-executions.ts";
import { type CostModel, meanTime, monotone } from "./batch-time.ts";

/** Executions of one batch size in one measurement. */
export interface BatchSample extends BatchExecutions {
  /** Mean number of instances that were busy while these ran, their own included: at least 1. */
  readonly busy: number;
  /** Standard deviation of the mean time as a share of it. Absent: a few percent. */
  readonly noise?: number;
}

/** A batch size with fewer executions is left out (SIM-6). */
export const MIN_EXECUTIONS = 20;
/** Used since statistics have only means. */
export const ASSUMED_VARIATION = 0.1;
/** More than instances cause that take turns on one core. */
const MAX_SLOWDOWN = 1.5;

export interface LearnedCost {
  readonly cost: CostModel;
  /** Whether the slowdown between instances was measured or is assumed. */
  readonly slowdown: "measured" | "assumed";
}

/**
 * Batch times from executions. The slowdown by each further busy instance is learned from measurements with different
 * numbers of busy instances (SIM-10). Null if no size ran often enough.
 */
export function learnCost(samples: readonly BatchSample[]): LearnedCost | null {
  const enough = samples.filter(({ count, ns }) => count >= MIN_EXECUTIONS && ns > 0);
  if (enough.length === 0) return null;
  const slowdown = slowdownFrom(enough);
  const times = timesAlone(enough, slowdown ?? 0);
  return {
    cost: { times, variation: ASSUMED_VARIATION, slowdown: slowdown ?? 0 },
    slowdown: slowdown === null ? "assumed" : "measured",
  };
}

/** Batch times while one instance is busy. */
function timesAlone(samples: readonly BatchSample[], slowdown: number) {
  const alone = samples.map((each) => ({
    ...each,
    ns: each.ns / (1 + slowdown * (each.busy - 1)),
  }));
  return monotone(merged(alone));
}

/** Measurements whose busy instances differ by less can't show the slowdown. */
const MIN_BUSY_DIFFERENCE = 0.5;
const STEPS = 30;

/** Prior: between instances on separate cores and instances that share one. */
const USUAL_SLOWDOWN = 0.5;
const SLOWDOWN_SPREAD = 0.8;
const USUAL_NOISE = 0.05;
/** Error of a time between measured sizes per doubling to the nearest, as a share. */
const INTERPOLATION_ERROR = 0.15;

/** The slowdown at which the measurements agree best on the batch times; null if none can be compared. */
function slowdownFrom(samples: readonly BatchSample[]): number | null {
  const measurements = [...Map.groupBy(samples, ({ busy }) => busy).values()];
  const busy = samples.map((each) => each.busy);
  if (Math.max(...busy) - Math.min(...busy) < MIN_BUSY_DIFFERENCE) return null;
  let best: { slowdown: number; error: number } | null = null;
  for (let step = 0; step <= STEPS; step++) {
    const slowdown = (step / STEPS) * MAX_SLOWDOWN;
    const off = disagreement(measurements, slowdown);
    if (off === null) continue;
    const error = off + ((slowdown - USUAL_SLOWDOWN) / SLOWDOWN_SPREAD) ** 2 / 2;
    if (best === null || error < best.error) best = { slowdown, error };
  }
  return best && best.slowdown;
}

/**
 * Total number of deviations by which batches of each measurement took longer or shorter than in the others; null without
 * a common size. Not squared, because times between measured sizes are only interpolated.
 */
function disagreement(measurements: readonly BatchSample[][], slowdown: number): number | null {
  let error: number | null = null;
  for (const own of measurements) {
    const others = timesAlone(measurements.filter((each) => each !== own).flat(), slowdown);
    const [smallest, largest] = [others[0]?.size ?? Infinity, others.at(-1)?.size ?? 0];
    for (const { size, ns, busy, noise = USUAL_NOISE } of own) {
      if (size < smallest || size > largest) continue;
      const alone = ns / (1 + slowdown * (busy - 1));
      const apart = Math.min(...others.map((each) => Math.abs(Math.log2(each.size / size))));
      const deviation = Math.hypot(noise, noise, INTERPOLATION_ERROR * apart);
      error = (error ?? 0) + Math.abs(Math.log(alone / meanTime(others, size))) / deviation;
    }
  }
  return error;
}

/** One entry per size. */
function merged(samples: readonly BatchSample[]) {
  return [...Map.groupBy(samples, ({ size }) => size)].map(([size, same]) => {
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return { size, count, ns: same.reduce((sum, each) => sum + each.ns * each.count, 0) / count };
  });
}
