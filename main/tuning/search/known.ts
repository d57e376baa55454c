import { StatusError } from "../../../base/status-error.ts";
import type { ModelStatistics } from "../../../engine/types.ts";
import { batchExecutions, calibrate } from "../../simulation/index.ts";
import type { SearchOptions } from "./search.ts";

/**
 * What a server's statistics show before a search, while `instances` serve. Null where no batch size ran often enough: then
 * the model needs some load first.
 */
export function knownFrom(
  statistics: readonly ModelStatistics[],
  instances: number,
): Pick<SearchOptions, "known" | "overheadNs"> | null {
  try {
    const { overheadNs } = calibrate(statistics, instances);
    // In which span they ran is not known: between one instance at a time and all.
    const busy = (1 + instances) / 2;
    return { overheadNs, known: batchExecutions(statistics).map((each) => ({ ...each, busy })) };
  } catch (error) {
    if (error instanceof StatusError && error.code === "FAILED_PRECONDITION") return null;
    throw error;
  }
}

/** Many batches of whatever sizes: were they reported, one size would have run often enough. */
const ENOUGH_INFERENCES = 10_000;
/** Of the second load, s; both together stay under 30 s. */
const LONG_CALIBRATION = 15;

interface Calibration {
  readonly statistics: () => Promise<readonly ModelStatistics[]>;
  /** Sends requests to the active configuration for this many seconds. */
  readonly load: (seconds: number) => Promise<unknown>;
  readonly instances: number;
  /** Of the first load. */
  readonly seconds: number;
}

/** What the server's statistics show; after a load where they hold too few executions. FAILED_PRECONDITION where two are not enough. */
export async function learnKnown({
  statistics,
  load,
  instances,
  seconds,
}: Calibration): Promise<NonNullable<ReturnType<typeof knownFrom>>> {
  const read = async () => knownFrom(await statistics(), instances);
  const known = await read();
  if (known) return known;
  for (const each of [seconds, LONG_CALIBRATION]) {
    await load(each);
    const learned = await read();
    if (learned) return learned;
  }
  const reported = await statistics();
  if (reported.some(({ inference_count }) => inference_count >= ENOUGH_INFERENCES)) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      "The server doesn't report the times of this model's batches (batch_stats), so nothing can be predicted. Tune the model in steps: Manual.",
    );
  }
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Not enough executions to learn from after ${seconds + LONG_CALIBRATION} s of load: at least 20 of one batch size are needed. Raise the load.`,
  );
}
