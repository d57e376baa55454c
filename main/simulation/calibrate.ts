import type { ModelStatistics } from "../../engine/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { batchExecutions } from "./batch-executions.ts";
import type { CostModel } from "./batch-time.ts";
import { ASSUMED_VARIATION, type BatchSample, learnCost, MIN_EXECUTIONS } from "./learn-cost.ts";

/** Earlier and single batches of a model. */
interface Seen {
  readonly samples: readonly BatchSample[];
  /** Variation of the times of one size, as a share; null if unknown. */
  readonly variation: number | null;
}

/** A model's batch times from a server's statistics, with the assumptions made. */
export interface Calibration {
  readonly cost: CostModel;
  /** Number of executions used, and their largest batch. */
  readonly executions: number;
  readonly largestSize: number;
  /** Time of a request outside of queue and batch, within the server, ns. */
  readonly overheadNs: number;
  /** Sentences. */
  readonly assumed: readonly string[];
}

/**
 * Batch times from `batch_stats` of all versions of a model, as Triton and the embedded engine report them (SIM-5 to
 * SIM-7), and from earlier executions. Throws FAILED_PRECONDITION if they are too few.
 */
export function calibrate(
  statistics: readonly ModelStatistics[],
  instances: number,
  seen: Seen = { samples: [], variation: null },
): Calibration {
  const batches = batchExecutions(statistics).map((each) => ({ ...each, busy: 1 }));
  const samples = [...batches, ...seen.samples];
  const executions = samples.reduce((sum, { count }) => sum + count, 0);
  const learned = learnCost(samples);
  if (!learned) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Not enough executions to learn from (n = ${executions}, needs ${MIN_EXECUTIONS} of one batch size). Send the model some load first.`,
    );
  }
  const { times } = learned.cost;
  const assumed: string[] = [];
  if (seen.variation === null) {
    assumed.push(`times of batches vary by ${ASSUMED_VARIATION * 100} %`);
  }
  if (learned.slowdown === "assumed" && instances > 1) {
    assumed.push("more or fewer instances take as long for a batch as now");
  }
  if (times.length === 1) assumed.push("a tenth of a batch's time does not depend on its size");
  return {
    cost: { ...learned.cost, variation: seen.variation ?? ASSUMED_VARIATION },
    executions,
    largestSize: times.at(-1)?.size ?? 0,
    overheadNs: overhead(statistics),
    assumed,
  };
}

/** Mean time of a successful request beyond queue and compute, ns; 0 if unknown. */
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
