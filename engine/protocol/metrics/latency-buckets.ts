import { bucketHigh, type LatencyCounts } from "../../../base/latency-histogram.ts";
import type { FirstResponses } from "../../types.ts";
import type { Labels, Sample } from "./exposition.ts";

/**
 * Powers of two from 128 µs to 33.6 s: edges that the latency histogram has too, which makes the
 * counts exact.
 */
const EDGES = Array.from({ length: 19 }, (_, i) => 2 ** (7 + i));

/** A Prometheus histogram of cumulative latency counts; `sum` in µs. */
export function latencySamples(labels: Labels, latency: LatencyCounts, sum: number): Sample[] {
  let next = 0;
  const counts = EDGES.map((edge) => {
    let count = 0;
    while (next < latency.indices.length && bucketHigh(latency.indices[next] ?? 0) <= edge) {
      count += latency.counts[next++] ?? 0;
    }
    return count;
  });
  let beyond = 0;
  while (next < latency.counts.length) beyond += latency.counts[next++] ?? 0;
  return histogram(labels, EDGES, [...counts, beyond], sum);
}

/** In ms, like Triton's family. */
export function firstResponseSamples(labels: Labels, first: FirstResponses): Sample[] {
  return histogram(labels, first.bucketsMs, first.counts, first.sumMs);
}

/** `counts` has one per edge and one for larger values. */
function histogram(
  labels: Labels,
  edges: readonly number[],
  counts: readonly number[],
  sum: number,
): Sample[] {
  let cumulative = 0;
  const samples = [...edges, Number.POSITIVE_INFINITY].map((edge, i): Sample => {
    cumulative += counts[i] ?? 0;
    const le = edge === Number.POSITIVE_INFINITY ? "+Inf" : String(edge);
    return { suffix: "_bucket", labels, extra: ["le", le], value: cumulative };
  });
  return [
    ...samples,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: cumulative },
  ];
}
