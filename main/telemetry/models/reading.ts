import type { ModelStatistics, ModelTelemetry, TelemetrySnapshot } from "../../../engine/types.ts";

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
