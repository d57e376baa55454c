import type { Histogram } from "hdr-histogram-js";
import { checkedCount } from "./checked.ts";
import { leastCount, rankInterval } from "./rank-interval.ts";
import type { Estimate } from "./summary.ts";

/**
 * A percentile (in percent) with its rank interval, in the histogram's unit (the lab's are in µs). Null if the sample
 * is smaller than `leastCount`, or too small for an interval of this confidence.
 */
export function percentileWithInterval(
  histogram: Histogram,
  percentile: number,
  confidence = 0.95,
): Estimate | null {
  const count = histogram.totalCount;
  const ranks = rankInterval(count, percentile, confidence);
  if (!ranks || count < leastCount(percentile) || ranks.coverage < confidence) return null;
  return {
    value: histogram.getValueAtPercentile(percentile),
    low: valueAtRank(histogram, ranks.lowRank),
    high: valueAtRank(histogram, ranks.highRank),
  };
}

/** Half a rank lower, so that rounding does not reach the next one. */
function valueAtRank(histogram: Histogram, rank: number): number {
  return histogram.getValueAtPercentile((100 * (rank - 0.5)) / histogram.totalCount);
}

/**
 * The percentile spectrum, [percentile, value] from low to high: each halving of the distance to 100 % has
 * `ticksPerHalf` points, as in HdrHistogram's percentile output; only percentiles that the sample supports.
 */
export function spectrum(
  histogram: Histogram,
  ticksPerHalf = 5,
): (readonly [percentile: number, value: number])[] {
  checkedCount("ticksPerHalf", ticksPerHalf, 1);
  const points: [number, number][] = [];
  for (let tick = 1; ; tick++) {
    const half = 2 ** -Math.floor(tick / ticksPerHalf);
    const percentile = 100 * (1 - half + (half * (tick % ticksPerHalf)) / (2 * ticksPerHalf));
    const isSupported = leastCount(percentile) <= histogram.totalCount;
    if (isSupported) points.push([percentile, histogram.getValueAtPercentile(percentile)]);
    else if (percentile >= 50) return points;
  }
}
