import type { ModelTelemetry } from "../../../engine/types.ts";
import type { ModelState, VersionState } from "../../contract/index.ts";
import type { Reading } from "./reading.ts";

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
