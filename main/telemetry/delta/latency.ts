import {
  bucketHigh,
  type LatencyCounts,
  LatencyHistogram,
} from "../../../base/latency-histogram.ts";
import type { HistogramPart, LatencyPart } from "./delta-part.ts";
import { perBucket } from "./histogram.ts";

export const NO_LATENCIES: LatencyCounts = { indices: [], counts: [] };

/** The growth between two counts; nothing if a bucket went down. */
export function latencyGrowth(before: LatencyCounts, now: LatencyCounts): LatencyCounts {
  const grown = new LatencyHistogram().add(now).add(before, -1).counts();
  return grown.counts.some((count) => count < 0) ? NO_LATENCIES : grown;
}

export function addLatencies(all: readonly LatencyCounts[]): LatencyCounts {
  const sum = new LatencyHistogram();
  for (const each of all) sum.add(each);
  return sum.counts();
}

/** ms; null if nothing was counted. */
export function latencyQuantile(latency: LatencyCounts, q: number): number | null {
  const micros = new LatencyHistogram().add(latency).quantile(q);
  return micros === null ? null : micros / 1000;
}

/** For other bounds, ms, ascending to Infinity: a bucket that crosses a bound counts above it. */
export function latencyHistogram(
  { latency, quantiles, model, source }: LatencyPart,
  bounds: readonly number[],
): HistogramPart {
  const { indices, counts } = latency;
  const upTo = (bound: number) =>
    indices.reduce(
      (sum, index, at) => sum + (bucketHigh(index) / 1000 <= bound ? (counts[at] ?? 0) : 0),
      0,
    );
  const count = upTo(Infinity);
  const buckets = perBucket(bounds.map(upTo), count);
  return {
    form: "histogram",
    mean: null,
    quantiles,
    model,
    source,
    bounds,
    counts: buckets,
    sum: 0,
    count,
  };
}
