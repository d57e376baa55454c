import type { ModelStatistics } from "../../engine/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { finish } from "../../base/steps.ts";
import { batchExecutions } from "./batch-executions.ts";
import { type CostModel, meanTime, type SizeTime } from "./batch-time.ts";
import { ASSUMED_VARIATION, type BatchSample, learnCost, MIN_EXECUTIONS } from "./learn-cost.ts";
import { smoothTimes } from "./smooth-times.ts";

/** Earlier and single batches of a model. */
interface Seen {
  readonly samples: readonly BatchSample[];
  /** Variation of the times of one size, as a share; null if unknown. */
  readonly variation: number | null;
}

/** Instances that are processes of their own, and the cores of their machine; null: not known. */
export interface Processes {
  readonly cores: number | null;
}

function describeProcesses({ cores }: Processes): string {
  return cores === null
    ? "each instance, which is a process, has a core of its own"
    : `instances, which are processes, slow each other down only where more than ${cores} are busy, one for each core`;
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
  processes: Processes | null = null,
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
  const times = smoothed(learned.cost, samples);
  const assumed: string[] = [];
  if (seen.variation === null) {
    assumed.push(`times of batches vary by ${ASSUMED_VARIATION * 100} %`);
  }
  if (learned.slowdown === "assumed" && instances > 1) {
    assumed.push(
      processes === null
        ? "more or fewer instances take as long for a batch as now"
        : describeProcesses(processes),
    );
  }
  if (times.length === 1) assumed.push("a tenth of a batch's time does not depend on its size");
  return {
    cost: {
      ...learned.cost,
      times,
      variation: seen.variation ?? ASSUMED_VARIATION,
      ...(processes?.cores && { cores: processes.cores }),
    },
    executions,
    largestSize: times.at(-1)?.size ?? 0,
    overheadNs: overhead(statistics),
    assumed,
  };
}

/** Of mean times, as a share, and of single executions. */
const TIME_NOISE = 0.03;
const EXECUTION_NOISE = 0.3;

/** Times at the same sizes on a curve through all executions, rare sizes included (SIM-18). */
export function smoothed(
  { times, slowdown }: CostModel,
  samples: readonly BatchSample[],
): readonly SizeTime[] {
  const noisy = samples
    .filter(({ count, ns }) => count > 0 && ns > 0)
    .map((each) => ({
      ...each,
      noise: Math.hypot(TIME_NOISE, EXECUTION_NOISE / Math.sqrt(each.count)),
    }));
  const curve = finish(smoothTimes(noisy, slowdown));
  return times.map(({ size }) => ({ size, ns: Math.round(meanTime(curve, size)) }));
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
