import type { Measured } from "./correction.ts";
import type { Outcome, TuningGoal } from "./goal.ts";
import { samePoint } from "./settings.ts";
import type { NoisySample } from "../../simulation/index.ts";

/** Noise alone makes two measurements differ by up to this multiple of it, at 95 %. */
const SURE_CHANGE = 2.8;
/** Standard deviation of a correction as a share of it: the speed may have changed at once or steadily. */
const SHAPE_ERROR = 0.3;

/**
 * The trials as if all had been measured at the machine's present speed (SEARCH-20): if the first point's figure changed
 * between its first and its last measurement by more than noise explains, earlier trials are corrected in proportion to the
 * trials since, and have more noise. So are batch times, by the change of the first point's.
 */
export function withoutDrift(
  trials: readonly Measured[],
  goal: TuningGoal,
  noise: number,
): readonly Measured[] {
  const [first] = trials;
  if (!first) return trials;
  const last = trials.findLastIndex(({ point }) => samePoint(point, first.point));
  const { outcome, batches = [] } = trials[last] as Measured;
  const change: Outcome = {
    throughput: Math.log(outcome.throughput / first.outcome.throughput),
    p99Ms: Math.log(outcome.p99Ms / first.outcome.p99Ms),
  };
  const changed = Math.abs(goal.kind === "throughput" ? change.throughput : change.p99Ms);
  if (changed <= SURE_CHANGE * noise) return trials;
  const slower = changeOfTimes(first.batches ?? [], batches);
  const more = Math.hypot(noise, SHAPE_ERROR * changed);
  return trials.map((trial, i) => {
    if (i >= last) return trial;
    const share = (last - i) / last;
    const { throughput, p99Ms } = trial.outcome;
    return {
      ...trial,
      outcome: {
        throughput: throughput * Math.exp(share * change.throughput),
        p99Ms: p99Ms * Math.exp(share * change.p99Ms),
      },
      noise: Math.hypot(trial.noise, more),
      ...(trial.batches && {
        batches: trial.batches.map((each) => ({
          ...each,
          ns: each.ns * Math.exp(share * slower),
          noise: Math.hypot(each.noise, more),
        })),
      }),
    };
  });
}

/** Logarithm by which batches of the same sizes take longer, weighed by their number; 0 without a common size. */
function changeOfTimes(before: readonly NoisySample[], after: readonly NoisySample[]): number {
  let [count, change] = [0, 0];
  for (const { size, count: times, ns } of before) {
    const then = after.find((each) => each.size === size);
    if (!then) continue;
    const weight = Math.min(times, then.count);
    count += weight;
    change += weight * Math.log(then.ns / ns);
  }
  return count > 0 ? change / count : 0;
}
