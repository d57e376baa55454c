import type { RequestOutcomes } from "../../contract/index.ts";
import type { Reading, VersionReading } from "./reading.ts";

/** What the counters of a model's versions say in total; null where no version serves. */
export function outcomesSinceLoad(reading: Reading, model: string): RequestOutcomes | null {
  const versions = [...reading.versions.values()].filter((each) => each.model === model);
  if (versions.length === 0) return null;
  return {
    succeeded: sum(versions, ({ statistics }) => statistics.inference_stats.success.count),
    failed: sum(versions, failuresOf),
  };
}

function sum<T>(list: readonly T[], read: (each: T) => number): number {
  return list.reduce((total, each) => total + read(each), 0);
}

/** The telemetry's failures include requests that were refused a place in the queue; the statistics do not. */
function failuresOf({ statistics, telemetry }: VersionReading): number {
  if (!telemetry) return statistics.inference_stats.fail.count;
  return Object.values(telemetry.failures).reduce((total, count) => total + count, 0);
}
