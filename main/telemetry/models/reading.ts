import type { ModelStatistics, ModelTelemetry, TelemetrySnapshot } from "../../../engine/types.ts";
import type { ModelState, VersionState, RequestOutcomes } from "../../contract/index.ts";

/** The counters of one model version at one moment. */
export interface VersionReading {
  readonly model: string;
  readonly version: string;
  /**
   * Changes when the counters are reset; empty where not reported by this server, so that only a falling counter shows
   * it.
   */
  readonly loadId: string;
  readonly statistics: ModelStatistics;
  /** Absent if the server has no telemetry service. */
  readonly telemetry?: ModelTelemetry;
}

/** All versions of a server at one moment. */
export interface Reading {
  /** ms since the epoch */
  readonly t: number;
  /** ms, monotonic */
  readonly at: number;
  /** By model and version. */
  readonly versions: ReadonlyMap<string, VersionReading>;
}

/** Combines a server's two responses. */
export function toReading(
  t: number,
  at: number,
  statistics: readonly ModelStatistics[],
  snapshot: TelemetrySnapshot | null,
): Reading {
  const key = (each: { name: string; version: string }) => `${each.name}\n${each.version}`;
  const telemetry = new Map(snapshot?.models.map((each) => [key(each), each]));
  const versions = new Map<string, VersionReading>();
  for (const each of statistics) {
    const more = telemetry.get(key(each));
    versions.set(key(each), {
      model: each.name,
      version: each.version,
      loadId: more && snapshot ? `${snapshot.engineId}/${more.loadId}` : "",
      statistics: each,
      ...(more && { telemetry: more }),
    });
  }
  return { t, at, versions };
}

/** A model's state in a reading, apart from its counters over time. */
export function toModelState(reading: Reading, model: string): ModelState {
  const versions = [...reading.versions.values()].filter((each) => each.model === model);
  const telemetries = versions.flatMap(({ telemetry }) => telemetry ?? []);
  return {
    t: reading.t,
    versions:
      versions.length > 0 && telemetries.length === 0 ? null : telemetries.map(toVersionState),
  };
}

function toVersionState(telemetry: ModelTelemetry): VersionState {
  const { failures, cacheLedger: ledger } = telemetry;
  return {
    version: telemetry.version,
    loadSeconds: telemetry.loadSeconds,
    instances: telemetry.instances.map(({ deviceId, ...each }) => ({
      ...each,
      deviceId: deviceId < 0 ? null : deviceId,
    })),
    refused: telemetry.refused,
    failures: {
      rejected: failures.REJECTED,
      canceled: failures.CANCELED,
      backend: failures.BACKEND,
      other: failures.OTHER,
    },
    cache: telemetry.cached
      ? {
          ledger: {
            lookups: ledger.lookups,
            hits: ledger.hits,
            misses: ledger.misses,
            savedMs: ledger.savedNs / 1e6,
            missCostMs: ledger.missCostNs / 1e6,
          },
          clients: telemetry.cacheClients.map((client) => ({ ...client })),
        }
      : null,
  };
}

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
