import { type LatencyCounts, LatencyHistogram } from "../../../base/latency-histogram.ts";
import type { ModelSample, Provenance } from "../../contract/index.ts";
import type { ModelCounts, Total } from "./counts.ts";
import { mergeCounts } from "./merge-counts.ts";

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
    depths: [...counts.depths],
    meanBatch: counts.executions > 0 ? counts.inferences / counts.executions : null,
    cacheHitRate: lookups > 0 ? counts.cacheHits / lookups : null,
    queueMs: meanMs(counts.queue),
    computeMs: meanMs(counts.compute),
    ...percentiles(counts.latency),
    batches: counts.batches.map(([size, executions]) => [size, executions]),
  };
}

/**
 * The last minute as one sample, with the depths of the newest interval; null where that does not end at `t`.
 * `counts`: the intervals of the last minute, oldest first.
 */
export function recentSample(counts: readonly ModelCounts[], t: number): ModelSample | null {
  const newest = counts.at(-1);
  if (newest?.t !== t) return null;
  const { queued, executing, handedOver, depths } = newest;
  return sampleOf({ ...mergeCounts(counts), queued, executing, handedOver, depths });
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

/** Where each figure of a {@link ModelSample} comes from, with and without the telemetry service. */
export function provenanceOf(telemetry: boolean): Record<string, Provenance> {
  const provenance: Provenance = telemetry ? "exact" : "unavailable";
  return {
    requestsPerSecond: "derived",
    inferencesPerSecond: "derived",
    executionsPerSecond: "derived",
    failuresPerSecond: "derived",
    refusedPerSecond: telemetry ? "derived" : "unavailable",
    queueDepth: provenance,
    executing: provenance,
    handedOver: provenance,
    depths: provenance,
    meanBatch: "derived",
    cacheHitRate: "derived",
    queueMs: "derived",
    computeMs: "derived",
    p50Ms: provenance,
    p95Ms: provenance,
    p99Ms: provenance,
    batches: "exact",
  };
}
