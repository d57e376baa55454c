import { LatencyHistogram } from "../../../base/latency-histogram.ts";
import type { ModelStatistics, ModelTelemetry, TelemetrySnapshot } from "../../../engine/types.ts";

const none = { count: 0, ns: 0 };

/** The statistics of a model that answered `requests` requests in batches of `batch`. */
export function statistics(
  name: string,
  requests: number,
  { version = "1", batch = 1, queueNs = 1e6, computeNs = 2e6 } = {},
): ModelStatistics {
  const times = (ns: number) => ({ count: requests, ns: ns * requests });
  const executions = { count: requests / batch, ns: (computeNs * requests) / batch };
  return {
    name,
    version,
    last_inference: 0,
    inference_count: requests,
    execution_count: requests / batch,
    inference_stats: {
      success: times(queueNs + computeNs),
      fail: none,
      queue: times(queueNs),
      compute_input: none,
      compute_infer: times(computeNs),
      compute_output: none,
      cache_hit: none,
      cache_miss: none,
    },
    batch_stats:
      requests > 0
        ? [
            {
              batch_size: batch,
              compute_input: none,
              compute_infer: executions,
              compute_output: none,
            },
          ]
        : [],
    memory_usage: [],
    response_stats: {},
  };
}

/** The telemetry of a model whose requests took `latencies` µs. */
export function telemetry(
  name: string,
  latencies: readonly number[],
  more: Partial<ModelTelemetry> = {},
): ModelTelemetry {
  const histogram = new LatencyHistogram();
  for (const micros of latencies) histogram.record(micros);
  return {
    name,
    version: "1",
    loadId: "a",
    queued: 0,
    executing: 0,
    handedOver: 0,
    queueDepths: [],
    refused: 0,
    cacheLedger: { lookups: 0, hits: 0, misses: 0, savedNs: 0, missCostNs: 0 },
    cacheClients: [],
    instances: [],
    failures: { REJECTED: 0, CANCELED: 0, BACKEND: 0, OTHER: 0 },
    loadSeconds: 0,
    latency: histogram.counts(),
    metricTags: {},
    cached: false,
    ...more,
  };
}

export function snapshot(models: ModelTelemetry[], engineId = "run1"): TelemetrySnapshot {
  return { engineId, uptimeNs: 0, models };
}
