import type { Histogram } from "hdr-histogram-js";
import type { LatencySummary, Percentile } from "../../contract/index.ts";
import type { Extremes } from "../generator/messages.ts";
import { decodeHistogram, percentileWithInterval } from "../statistics/index.ts";

/** Figures of an encoded histogram of µs, in ms. `exact`: mean and extremes if known, µs. */
export function summarizeLatency(encoded: string, exact?: Extremes): LatencySummary {
  const histogram = decodeHistogram(encoded);
  const count = histogram.totalCount;
  const ms = (micros: number) => (count === 0 ? null : micros / 1000);
  return {
    count,
    mean: ms(exact?.mean ?? histogram.mean),
    min: ms(exact?.min ?? histogram.minNonZeroValue),
    max: ms(exact?.max ?? histogram.maxValue),
    p50: estimatePercentile(histogram, 50),
    p90: estimatePercentile(histogram, 90),
    p95: estimatePercentile(histogram, 95),
    p99: estimatePercentile(histogram, 99),
    p999: estimatePercentile(histogram, 99.9),
    histogram: encoded,
  };
}

function estimatePercentile(histogram: Histogram, percentile: number): Percentile {
  const found = percentileWithInterval(histogram, percentile);
  return found && { value: found.value / 1000, low: found.low / 1000, high: found.high / 1000 };
}
