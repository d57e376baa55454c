import { type LatencyCounts, LatencyHistogram } from "../../../base/latency-histogram.ts";
import type { ModelSample } from "../../contract/index.ts";
import type { ModelCounts, Total } from "./counts.ts";

/** The figures of an interval, in the units of the screen. */
export function sampleOf(counts: ModelCounts): ModelSample {
  const rate = (count: number) => (counts.seconds > 0 ? count / counts.seconds : 0);
  const lookups = counts.cacheHits + counts.cacheMisses;
  return {
    t: counts.t,
    seconds: counts.seconds,
    requestsPerSecond: rate(counts.successes),
    inferencesPerSecond: rate(counts.inferences),
    executionsPerSecond: rate(counts.executions),
    failuresPerSecond: rate(counts.failures),
    refusedPerSecond: counts.refused === null ? null : rate(counts.refused),
    queueDepth: counts.queued,
    executing: counts.executing,
    handedOver: counts.handedOver,
    meanBatch: counts.executions > 0 ? counts.inferences / counts.executions : null,
    cacheHitRate: lookups > 0 ? counts.cacheHits / lookups : null,
    queueMs: meanMs(counts.queue),
    computeMs: meanMs(counts.compute),
    ...percentiles(counts.latency),
  };
}

function meanMs({ count, ns }: Total): number | null {
  return count > 0 ? ns / count / 1e6 : null;
}

function percentiles(
  latency: LatencyCounts | null,
): Pick<ModelSample, "p50Ms" | "p95Ms" | "p99Ms"> {
  if (!latency || latency.indices.length === 0) return { p50Ms: null, p95Ms: null, p99Ms: null };
  const histogram = new LatencyHistogram().add(latency);
  const ms = (quantile: number) => {
    const micros = histogram.quantile(quantile);
    return micros === null ? null : micros / 1000;
  };
  return { p50Ms: ms(0.5), p95Ms: ms(0.95), p99Ms: ms(0.99) };
}
