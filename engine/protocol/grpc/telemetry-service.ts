import { batchdeck } from "../../../assets/proto/index.ts";
import type { Engine, ModelTelemetry, TelemetrySnapshot } from "../../types.ts";
import { LATENCY_LAYOUT } from "../latency-histogram.ts";
import { unary } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";

const { SnapshotRequest, SnapshotResponse } = batchdeck.telemetry.v1;

type SnapshotMessage = batchdeck.telemetry.v1.SnapshotResponse.$Properties;
type ModelMessage = batchdeck.telemetry.v1.ModelTelemetry.$Properties;

/** Our own service: what Triton's statistics and metrics do not tell. */
export function telemetryService(engine: Engine): UnaryMethod[] {
  return [
    unary("/batchdeck.telemetry.v1.Telemetry/Snapshot", SnapshotRequest, SnapshotResponse, () =>
      snapshotMessage(engine.telemetry()),
    ),
  ];
}

function snapshotMessage(snapshot: TelemetrySnapshot): SnapshotMessage {
  const { cache } = snapshot;
  return {
    engine_id: snapshot.engineId,
    uptime_ns: Math.round(snapshot.uptimeNs),
    models: snapshot.models.map(modelMessage),
    ...(cache && {
      cache: {
        capacity_bytes: cache.capacityBytes,
        used_bytes: cache.usedBytes,
        entries: cache.entries,
        lookups: cache.lookups,
        hits: cache.hits,
        misses: cache.misses,
        evictions: cache.evictions,
        lookup_ns: Math.round(cache.lookupNs),
        insertion_ns: Math.round(cache.insertionNs),
      },
    }),
  };
}

function modelMessage(model: ModelTelemetry): ModelMessage {
  return {
    name: model.name,
    version: model.version,
    load_id: model.loadId,
    queued: model.queued,
    executing: model.executing,
    handed_over: model.handedOver,
    queue_depths: model.queueDepths,
    refused: model.refused,
    instances: model.instances.map(({ deviceId, ...instance }) => ({
      ...instance,
      device_id: deviceId,
    })),
    failures: model.failures,
    load_seconds: model.loadSeconds,
    latency: {
      layout: LATENCY_LAYOUT,
      indices: model.latency.indices as number[],
      counts: model.latency.counts as number[],
    },
    metric_tags: model.metricTags,
    cached: model.cached,
    cache_ledger: {
      lookups: model.cacheLedger.lookups,
      hits: model.cacheLedger.hits,
      misses: model.cacheLedger.misses,
      saved_ns: Math.round(model.cacheLedger.savedNs),
      miss_cost_ns: Math.round(model.cacheLedger.missCostNs),
    },
    cache_clients: model.cacheClients.map(({ userAgent, ...client }) => ({
      ...client,
      user_agent: userAgent,
    })),
  };
}
