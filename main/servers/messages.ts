import { type batchdeck, inference, WireReader } from "../../assets/proto/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type {
  FailureReason,
  ModelStatistics,
  ModelTelemetry,
  StatisticDuration,
  TelemetrySnapshot,
} from "../../engine/types.ts";

type Loose<T> = T | null | undefined;
type Duration = inference.StatisticDuration.$Properties;
type SnapshotMessage = batchdeck.telemetry.v1.SnapshotResponse.$Properties;
type ModelMessage = batchdeck.telemetry.v1.ModelTelemetry.$Properties;

/** 64-bit integers are numbers after a WireReader. */
const number = (value: unknown): number => Number(value ?? 0);

function duration(message: Loose<Duration>): StatisticDuration {
  return { count: number(message?.count), ns: number(message?.ns) };
}

export function toModelStatistics(message: inference.ModelStatistics.$Properties): ModelStatistics {
  const stats = message.inference_stats;
  return {
    name: message.name ?? "",
    version: message.version ?? "",
    last_inference: number(message.last_inference),
    inference_count: number(message.inference_count),
    execution_count: number(message.execution_count),
    inference_stats: {
      success: duration(stats?.success),
      fail: duration(stats?.fail),
      queue: duration(stats?.queue),
      compute_input: duration(stats?.compute_input),
      compute_infer: duration(stats?.compute_infer),
      compute_output: duration(stats?.compute_output),
      cache_hit: duration(stats?.cache_hit),
      cache_miss: duration(stats?.cache_miss),
    },
    batch_stats: (message.batch_stats ?? []).map((batch) => ({
      batch_size: number(batch.batch_size),
      compute_input: duration(batch.compute_input),
      compute_infer: duration(batch.compute_infer),
      compute_output: duration(batch.compute_output),
    })),
    memory_usage: (message.memory_usage ?? []).map((usage) => ({
      type: usage.type ?? "",
      id: number(usage.id),
      byte_size: number(usage.byte_size),
    })),
    response_stats: {},
  };
}

export function toTelemetrySnapshot(message: SnapshotMessage): TelemetrySnapshot {
  const { cache } = message;
  return {
    engineId: message.engine_id ?? "",
    uptimeNs: number(message.uptime_ns),
    models: (message.models ?? []).map(toModelTelemetry),
    ...(cache && {
      cache: {
        capacityBytes: number(cache.capacity_bytes),
        usedBytes: number(cache.used_bytes),
        entries: number(cache.entries),
        lookups: number(cache.lookups),
        hits: number(cache.hits),
        misses: number(cache.misses),
        evictions: number(cache.evictions),
        lookupNs: number(cache.lookup_ns),
        insertionNs: number(cache.insertion_ns),
      },
    }),
  };
}

function toModelTelemetry(message: ModelMessage): ModelTelemetry {
  const failure = (reason: FailureReason) => number(message.failures?.[reason]);
  return {
    name: message.name ?? "",
    version: message.version ?? "",
    loadId: message.load_id ?? "",
    queued: number(message.queued),
    executing: number(message.executing),
    handedOver: number(message.handed_over),
    queueDepths: (message.queue_depths ?? []).map((depth) => ({
      level: number(depth.level),
      queued: number(depth.queued),
      delayed: number(depth.delayed),
    })),
    refused: number(message.refused),
    instances: (message.instances ?? []).map((instance) => ({
      name: instance.name ?? "",
      kind: instance.kind ?? "",
      deviceId: number(instance.device_id),
      provider: instance.provider ?? "",
      busy: instance.busy ?? false,
    })),
    failures: {
      REJECTED: failure("REJECTED"),
      CANCELED: failure("CANCELED"),
      BACKEND: failure("BACKEND"),
      OTHER: failure("OTHER"),
    },
    loadSeconds: number(message.load_seconds),
    latency: {
      indices: message.latency?.indices ?? [],
      counts: (message.latency?.counts ?? []).map(number),
    },
    metricTags: message.metric_tags ?? {},
    cached: message.cached ?? false,
    cacheLedger: {
      lookups: number(message.cache_ledger?.lookups),
      hits: number(message.cache_ledger?.hits),
      misses: number(message.cache_ledger?.misses),
      savedNs: number(message.cache_ledger?.saved_ns),
      missCostNs: number(message.cache_ledger?.miss_cost_ns),
    },
    cacheClients: (message.cache_clients ?? []).map((client) => ({
      address: client.address ?? "",
      userAgent: client.user_agent ?? "",
      lookups: number(client.lookups),
      hits: number(client.hits),
    })),
  };
}

/** ModelConfig as Triton's JSON: enums by name, unset messages absent, everything else present. */
export function toConfigJson(message: inference.ModelConfig.$Properties): Record<string, unknown> {
  const object = inference.ModelConfig.toObject(message as inference.ModelConfig, {
    enums: String,
    defaults: true,
  });
  return plain(object) as Record<string, unknown>;
}

/**
 * The same for JSON from Triton's HTTP interface: parsed as the message that gRPC carries, so that both protocols give
 * the same result. UNAVAILABLE if the JSON is not a ModelConfig.
 */
export function configOfJson(json: object): Record<string, unknown> {
  const { ModelConfig } = inference;
  try {
    const bytes = ModelConfig.encode(ModelConfig.fromObject(plain(json) as object)).finish();
    return toConfigJson(ModelConfig.decode(new WireReader(bytes)));
  } catch (error) {
    const { message } = StatusError.from(error);
    throw new StatusError(
      "UNAVAILABLE",
      `The server's response is not a ModelConfig: ${message}.`,
      {
        cause: error,
      },
    );
  }
}

/** JSON values without nulls; integers too large for a number are kept as digits. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "bigint") return exactInteger(value);
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  if (isLong(value)) return exactInteger(value.toBigInt());
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [key, plain(each)]),
  );
}

function exactInteger(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** protobufjs' own 64-bit integer, which it uses for defaults. */
function isLong(value: object): value is { toBigInt(): bigint } {
  return "unsigned" in value && "toNumber" in value;
}
