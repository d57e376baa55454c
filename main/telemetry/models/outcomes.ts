import type { RequestOutcomes } from "../../contract/index.ts";
import type { Reading, VersionReading } from "./reading.ts";

/** Totals of the counters of a model's versions; null if no version serves. */
export function outcomesSinceLoad(reading: Reading, model: string): RequestOutcomes | null {
  const versions = [...reading.versions.values()].filter((each) => each.model === model);
  if (versions.length === 0) return null;
  return {
    succeeded: sum(versions, ({ statistics }) => statistics.inference_stats.success.count),
    failed: sum(versions, countFailures),
  };
}

function sum<T>(list: readonly T[], read: (each: T) => number): number {
  return list.reduce((total, each) => total + read(each), 0);
}

/** The telemetry's failures include requests rejected by a full queue; the statistics don't. */
function countFailures({ statistics, telemetry }: VersionReading): number {
  if (!telemetry) return statistics.inference_stats.fail.count;
  return Object.values(telemetry.failures).reduce((total, count) => total + count, 0);
}
