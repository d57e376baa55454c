import { bucketHigh, type LatencyCounts } from "../latency-histogram.ts";
import type { Labels, Sample } from "./exposition.ts";

/** Powers of two from 128 µs to 33.6 s: edges of the latency histogram's own buckets, so counts are exact. */
const EDGES = Array.from({ length: 19 }, (_, i) => 2 ** (7 + i));

/** A Prometheus histogram of cumulative latency counts; `sum` in µs. */
export function latencySamples(labels: Labels, latency: LatencyCounts, sum: number): Sample[] {
  let cumulative = 0;
  let next = 0;
  const takeUpTo = (edge: number): number => {
    while (next < latency.indices.length && bucketHigh(latency.indices[next] ?? 0) <= edge) {
      cumulative += latency.counts[next] ?? 0;
      next += 1;
    }
    return cumulative;
  };
  const buckets = [...EDGES, Number.POSITIVE_INFINITY].map((edge): Sample => {
    const le = edge === Number.POSITIVE_INFINITY ? "+Inf" : String(edge);
    return { suffix: "_bucket", labels: { ...labels, le }, value: takeUpTo(edge) };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: cumulative },
  ];
}
