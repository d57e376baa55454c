import type { ModelStatistics } from "../../engine/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { monotone, type CostModel } from "./batch-time.ts";

/** Of a batch size with fewer executions nothing is concluded, where another has as many. */
const MIN_EXECUTIONS = 20;
/** Statistics have means alone. */
const ASSUMED_VARIATION = 0.1;

/** What a server's statistics say of a model's batches, and what had to be assumed. */
export interface Calibration {
  readonly cost: CostModel;
  /** Executions that it rests on, and their largest batch. */
  readonly executions: number;
  readonly largestSize: number;
  /** Time of a request outside of queue and batch, within the server, ns. */
  readonly overheadNs: number;
  /** Sentences. */
  readonly assumed: readonly string[];
}

/**
 * Times of batches from `batch_stats` of all versions of a model, as Triton and the embedded engine report them
 * (rules SIM-5 to SIM-7). Throws FAILED_PRECONDITION where they are too few.
 */
export function calibrate(statistics: readonly ModelStatistics[], instances: number): Calibration {
  const bySize = new Map<number, { ns: number; count: number }>();
  for (const { batch_stats } of statistics) {
    for (const { batch_size: size, compute_input, compute_infer, compute_output } of batch_stats) {
      const { count } = compute_infer;
      if (!(size >= 1) || !(count > 0)) continue;
      const sum = bySize.get(size) ?? { ns: 0, count: 0 };
      sum.ns += compute_input.ns + compute_infer.ns + compute_output.ns;
      sum.count += count;
      bySize.set(size, sum);
    }
  }
  const all = [...bySize].map(([size, { ns, count }]) => ({ size, ns: ns / count, count }));
  const executions = all.reduce((sum, { count }) => sum + count, 0);
  const enough = all.filter(({ count, ns }) => count >= MIN_EXECUTIONS && ns > 0);
  if (enough.length === 0) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Not enough executions to learn from (n = ${executions}, needs ${MIN_EXECUTIONS} of one batch size). Send the model some load first.`,
    );
  }
  const times = monotone(enough);
  const assumed = [`times of batches vary by ${ASSUMED_VARIATION * 100} %`];
  if (instances > 1) assumed.push("more or fewer instances take as long for a batch as now");
  if (times.length === 1) assumed.push("a tenth of a batch's time does not depend on its size");
  return {
    cost: { times, variation: ASSUMED_VARIATION, slowdown: 0 },
    executions,
    largestSize: times.at(-1)?.size ?? 0,
    overheadNs: overhead(statistics),
    assumed,
  };
}

/** Mean of what a successful request took beyond queue and compute, ns; 0 where that is not known. */
function overhead(statistics: readonly ModelStatistics[]): number {
  let ns = 0;
  let count = 0;
  for (const { inference_stats: stats } of statistics) {
    const { success, queue, compute_input, compute_infer, compute_output, cache_hit } = stats;
    if (cache_hit.count > 0) return 0;
    ns += success.ns - queue.ns - compute_input.ns - compute_infer.ns - compute_output.ns;
    count += success.count;
  }
  return count > 0 ? Math.max(0, ns / count) : 0;
}
