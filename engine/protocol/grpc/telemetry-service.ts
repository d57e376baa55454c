import { batchdeck } from "../../../assets/proto/index.ts";
import type {
  CacheClient,
  CacheObservation,
  Engine,
  ModelTelemetry,
  TelemetrySnapshot,
  TraceRecord,
} from "../../types.ts";
import { LATENCY_LAYOUT } from "../../../base/latency-histogram.ts";
import { unary } from "./unary.ts";
import { batchesMethod } from "./batches-stream.ts";
import type { Method } from "./wire.ts";

const SERVICE = "/batchdeck.telemetry.v1.Telemetry/";

const { SnapshotRequest, SnapshotResponse, TracesRequest, TracesResponse } = batchdeck.telemetry.v1;
const { CacheObservationRequest, CacheObservationResponse, ObserveCacheRequest } =
  batchdeck.telemetry.v1;

type SnapshotMessage = batchdeck.telemetry.v1.SnapshotResponse.$Properties;
type ModelMessage = batchdeck.telemetry.v1.ModelTelemetry.$Properties;

/** Batchdeck's own service for what Triton's statistics and metrics don't report. */
export function telemetryService(engine: Engine): Method[] {
  return [
    unary(`${SERVICE}Snapshot`, SnapshotRequest, SnapshotResponse, () =>
      snapshotMessage(engine.telemetry()),
    ),
    batchesMethod(`${SERVICE}Batches`, engine),
    unary(`${SERVICE}Traces`, TracesRequest, TracesResponse, ({ after_id: afterId }) => ({
      traces: engine.traces(afterId).map(traceMessage),
    })),
    unary(
      `${SERVICE}CacheObservation`,
      CacheObservationRequest,
      CacheObservationResponse,
      ({ model }) => observationMessage(engine.cacheObservation(model)),
    ),
    unary(
      `${SERVICE}ObserveCache`,
      ObserveCacheRequest,
      CacheObservationResponse,
      async ({ model, seconds }) => observationMessage(await engine.observeCache(model, seconds)),
    ),
    unary(
      `${SERVICE}StopObservingCache`,
      CacheObservationRequest,
      CacheObservationResponse,
      ({ model }) => observationMessage(engine.stopObservingCache(model)),
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
    cache_clients: model.cacheClients.map(clientMessage),
  };
}

function clientMessage({ userAgent, ...client }: CacheClient) {
  return { ...client, user_agent: userAgent };
}

function observationMessage(
  observation: CacheObservation | undefined,
): batchdeck.telemetry.v1.CacheObservationResponse.$Properties {
  if (observation === undefined) return {};
  return {
    observation: {
      observing: observation.state === "observing",
      elapsed_ns: Math.round(observation.elapsedNs),
      planned_ns: Math.round(observation.plannedNs),
      requests: observation.requests,
      sampled_share: observation.sampledShare,
      distinct: observation.distinct,
      distinct_bytes: observation.distinctBytes,
      curve: observation.curve.map(({ bytes, hitRate }) => ({ bytes, hit_rate: hitRate })),
      hash_ns: observation.hashNs,
      clients: observation.clients.map(clientMessage),
    },
  };
}

function traceMessage(trace: TraceRecord): batchdeck.telemetry.v1.Trace.$Properties {
  return {
    id: trace.id,
    parent_id: trace.parentId,
    model_name: trace.modelName,
    model_version: trace.modelVersion,
    request_id: trace.requestId,
    started_at_ms: trace.startedAtMs,
    stamps: trace.stamps.map(({ point, atNs }) => ({ point, at_ns: Math.round(atNs) })),
    instance: trace.instance,
    batch_size: trace.batchSize,
    cache_hit: trace.cacheHit,
    error: trace.error,
  };
}
