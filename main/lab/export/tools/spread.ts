import type { LatencySummary } from "../../../contract/index.ts";
import { decodeHistogram } from "../../statistics/index.ts";

/** Distribution of measured times, ms; all 0 for an empty sample, as in the tools. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
  readonly at: (percentile: number) => number;
}

/** For a summary that has a histogram, or no values. */
export function spreadOf({ count, mean, min, max, histogram }: LatencySummary): Spread {
  if (count === 0) return { ...NONE, at: () => 0 };
  const values = decodeHistogram(histogram);
  return {
    count,
    mean: mean ?? values.mean / 1000,
    deviation: values.stdDeviation / 1000,
    min: min ?? values.minNonZeroValue / 1000,
    max: max ?? values.maxValue / 1000,
    at: (percentile) => values.getValueAtPercentile(percentile) / 1000,
  };
}

const NONE = { count: 0, mean: 0, deviation: 0, min: 0, max: 0 };
