import type { Histogram } from "hdr-histogram-js";
import { checkedConfidence, checkedFigures } from "./checked.ts";
import { type DifferenceVerdict, type Direction, verdictOf } from "./difference.ts";
import { percentileWithInterval } from "./percentiles.ts";
import { batchMeans, type Estimate, type Interval, meanInterval } from "./summary.ts";

/** One run without replicates. */
export interface SingleRun {
  readonly latency: Histogram;
  /** Throughput of each window in order, any unit. */
  readonly throughputs: readonly number[];
}

export interface FigureDifference {
  /** Null where the sample supports no interval. */
  readonly a: Estimate | null;
  readonly b: Estimate | null;
  /** B − A, and its share of A. */
  readonly difference: number | null;
  readonly relative: number | null;
  /** Shares of A between the nearest and the farthest ends of both intervals; null where A's begins at 0. */
  readonly relativeInterval: Interval | null;
  readonly verdict: DifferenceVerdict;
}

export interface SingleRunsDifference {
  /** Says that this is weaker than replicates. */
  readonly note: string;
  readonly throughput: FigureDifference;
  readonly percentiles: readonly (FigureDifference & { readonly percentile: number })[];
}

/** Windows follow on each other; means of so many batches hardly depend on one another (Schmeiser 1982: 10 to 30). */
const MOST_BATCHES = 20;

/**
 * B against A from one run of each: percentiles by rank intervals, throughput by means of batches of windows. Only
 * intervals that do not overlap show a difference. Percentiles in percent, latencies in the histograms' unit.
 */
export function differenceOfRuns(
  a: SingleRun,
  b: SingleRun,
  options: { readonly percentiles?: readonly number[]; readonly confidence?: number } = {},
): SingleRunsDifference {
  const { percentiles = [50, 90, 95, 99] } = options;
  const confidence = checkedConfidence(options.confidence ?? 0.95);
  const throughput = ({ throughputs }: SingleRun) =>
    meanInterval(batchMeans(checkedFigures("throughputs", throughputs), MOST_BATCHES), confidence);
  return {
    note: "Single runs; run-to-run variation unknown.",
    throughput: compare(throughput(a), throughput(b), "higher"),
    percentiles: percentiles.map((percentile) => ({
      percentile,
      ...compare(
        percentileWithInterval(a.latency, percentile, confidence),
        percentileWithInterval(b.latency, percentile, confidence),
        "lower",
      ),
    })),
  };
}

function compare(a: Estimate | null, b: Estimate | null, better: Direction): FigureDifference {
  if (!a || !b) {
    return {
      a,
      b,
      difference: null,
      relative: null,
      relativeInterval: null,
      verdict: "no difference shown",
    };
  }
  const difference = b.value - a.value;
  return {
    a,
    b,
    difference,
    relative: a.value === 0 ? null : difference / a.value,
    relativeInterval: a.low > 0 ? { low: b.low / a.high - 1, high: b.high / a.low - 1 } : null,
    verdict: verdictOf({ low: b.low - a.high, high: b.high - a.low }, better),
  };
}
