import { StatusError } from "../../../base/status-error.ts";
import type { ModelStatistics } from "../../../engine/types.ts";
import { batchExecutions, calibrate } from "../../simulation/index.ts";
import type { SearchOptions } from "./search.ts";

/**
 * Executions in a server's statistics before a search, with `instances` active. Null if no batch size ran often enough:
 * the model then needs some load first.
 */
export function knownFrom(
  statistics: readonly ModelStatistics[],
  instances: number,
): Pick<SearchOptions, "known" | "overheadNs"> | null {
  try {
    const { overheadNs } = calibrate(statistics, instances);
    // Their span is unknown: between one busy instance and all.
    const busy = (1 + instances) / 2;
    return { overheadNs, known: batchExecutions(statistics).map((each) => ({ ...each, busy })) };
  } catch (error) {
    if (error instanceof StatusError && error.code === "FAILED_PRECONDITION") return null;
    throw error;
  }
}

/** With this many, one batch size would have run often enough, if batches were reported. */
const ENOUGH_INFERENCES = 10_000;
/** Duration of the second load, s; both together stay under 30 s. */
const LONG_CALIBRATION = 15;

interface Calibration {
  readonly statistics: () => Promise<readonly ModelStatistics[]>;
  /** Sends requests to the active configuration for this many seconds. */
  readonly load: (seconds: number) => Promise<unknown>;
  readonly instances: number;
  /** Duration of the first load. */
  readonly seconds: number;
}

/** Executions in the server's statistics, after a load if they have too few. FAILED_PRECONDITION if two loads are not enough. */
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
