import { LatencyHistogram } from "../../../base/latency-histogram.ts";
import type { GpuReading, ModelInstance } from "../../contract/index.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";
import { type ConfigFacts, readConfigFacts } from "../config-facts.ts";
import type { FailureCounts, Interval } from "../interval.ts";
import type { ModelCounts } from "../model-counts.ts";
import { type ModelWindow, toWindow } from "../window.ts";

/** What happened in each second of a span; by default a model answers 100 single requests without queueing. */
export interface Second {
  readonly requests?: number;
  readonly batch?: number;
  readonly queueMs?: number;
  readonly computeMs?: number;
  readonly queued?: number | null;
  /** Queued requests that are not assigned to an instance. */
  readonly unassigned?: number;
  readonly failed?: Partial<FailureCounts> | null;
  readonly hits?: number;
  readonly misses?: number;
  /** Time in the cache, all requests together. */
  readonly cacheMs?: number;
  readonly clients?: Interval["clients"];
  readonly reasons?: Interval["reasons"];
  /** Names of the busy `instances`. */
  readonly busy?: readonly string[];
  readonly instances?: readonly string[];
  readonly kind?: string;
  /** Of every request, ms; null: the server reports no histogram. */
  readonly latencyMs?: number | null;
}

const noFailures: FailureCounts = { rejected: 0, refused: 0, canceled: 0, backend: 0, other: 0 };

export function interval(second: Second, t: number): Interval {
  const { queued = 0, hits = 0, cacheMs = 0 } = second;
  return {
    counts: counts(second, t),
    queued,
    unassigned: second.unassigned ?? queued,
    instances: (second.instances ?? ["m_0"]).map(
      (name): ModelInstance => ({
        name,
        kind: second.kind ?? "KIND_CPU",
        provider: "cpu",
        deviceId: null,
        busy: second.busy?.includes(name) ?? false,
      }),
    ),
    failed: second.failed === null ? null : { ...noFailures, ...second.failed },
    cacheNs: { hit: hits > 0 ? cacheMs * 5e5 : 0, miss: cacheMs * (hits > 0 ? 5e5 : 1e6) },
    clients: second.clients ?? [],
    reasons: second.reasons ?? null,
  };
}

function counts(second: Second, t: number): ModelCounts {
  const { requests = 100, batch = 1, queueMs = 0.1, computeMs = 2 } = second;
  const { hits = 0, misses = 0, latencyMs = queueMs + computeMs } = second;
  const computed = requests - hits;
  const latency = new LatencyHistogram();
  for (let i = 0; i < requests; i++) latency.record((latencyMs ?? 0) * 1000);
  return {
    t,
    seconds: 1,
    successes: requests,
    failures: 0,
    inferences: computed,
    executions: computed / batch,
    queue: { count: requests, ms: requests * queueMs },
    compute: { count: computed, ms: computed * computeMs },
    cacheHits: hits,
    cacheMisses: misses,
    latency: latencyMs === null ? null : latency.counts(),
    executing: 1,
  };
}

export interface WindowOptions {
  readonly config?: Record<string, unknown>;
  readonly seconds?: number;
  readonly earlier?: Second;
  readonly objectiveMs?: number;
  readonly metrics?: Partial<MetricsReading>;
  readonly peers?: Readonly<Record<string, ModelWindow>>;
  readonly model?: string;
}

/** A span of equal seconds. */
export function windowWith(second: Second, options: WindowOptions = {}): ModelWindow {
  const { seconds = 10, earlier, metrics, model = "m" } = options;
  const start = 1_000_000;
  const span = Array.from({ length: seconds }, (_, i) => interval(second, start + i * 1000));
  const config: ConfigFacts = readConfigFacts(options.config ?? { max_batch_size: 8 });
  return toWindow(span, {
    model,
    config,
    objectiveMs: options.objectiveMs ?? null,
    metrics: metrics ? [metricsWith(metrics)] : [],
    earlier: earlier ? span.map(({ counts: { t } }) => interval(earlier, t - 10_000)) : [],
    peer: (name) => options.peers?.[name] ?? null,
  });
}

export function metricsWith(part: Partial<MetricsReading> = {}): MetricsReading {
  return {
    cpuUtilization: 0.5,
    memoryUsedBytes: 4e9,
    memoryTotalBytes: 16e9,
    gpus: [],
    pending: new Map(),
    failures: new Map(),
    summaries: false,
    cache: null,
    ...part,
  };
}

export function gpuWith(part: Partial<GpuReading> = {}): GpuReading {
  return {
    uuid: "GPU-1",
    utilization: 0.2,
    memoryUsedBytes: 10e9,
    memoryTotalBytes: 80e9,
    powerWatts: 100,
    powerLimitWatts: 700,
    energyJoules: null,
    ...part,
  };
}
