import type { Histogram } from "hdr-histogram-js";
import type { LatencySummary, Percentile } from "../../contract/index.ts";
import type { Extremes } from "../generator/messages.ts";
import { decodeHistogram, percentileWithInterval } from "../statistics/index.ts";

/** Figures of an encoded histogram of µs, in ms. `exact`: mean and extremes where they are known, µs. */
export function latencyOf(encoded: string, exact?: Extremes): LatencySummary {
  const histogram = decodeHistogram(encoded);
  const count = histogram.totalCount;
  const ms = (micros: number) => (count === 0 ? null : micros / 1000);
  return {
    count,
    mean: ms(exact?.mean ?? histogram.mean),
    min: ms(exact?.min ?? histogram.minNonZeroValue),
    max: ms(exact?.max ?? histogram.maxValue),
    p50: percentileOf(histogram, 50),
    p90: percentileOf(histogram, 90),
    p95: percentileOf(histogram, 95),
    p99: percentileOf(histogram, 99),
    p999: percentileOf(histogram, 99.9),
    histogram: encoded,
  };
}

function percentileOf(histogram: Histogram, percentile: number): Percentile {
  const found = percentileWithInterval(histogram, percentile);
  return found && { value: found.value / 1000, low: found.low / 1000, high: found.high / 1000 };
}
