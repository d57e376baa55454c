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
