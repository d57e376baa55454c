import type { Histogram } from "hdr-histogram-js";
import { checkedConfidence, checkedFigures } from "./checked.ts";
import { percentileWithInterval } from "./percentiles.ts";
import {
  type DifferenceVerdict,
  type Direction,
  ratioOfEstimates,
  ratioOfMeans,
  verdictOfRatio,
  withError,
} from "./ratio.ts";
import type { Estimate } from "./summary.ts";
import { mean } from "./summary.ts";

/** One run without replicates. */
export interface SingleRun {
  readonly latency: Histogram;
  /** Throughput of each window in order, any unit. */
  readonly throughputs: readonly number[];
}

export interface RunsDifference {
  /** B / A with its interval; null if a sample supports none. */
  readonly ratio: Estimate | null;
  readonly verdict: DifferenceVerdict;
}

export interface PercentileDifference extends RunsDifference {
  readonly percentile: number;
  /** Null if the sample supports no interval. */
  readonly a: Estimate | null;
  readonly b: Estimate | null;
}

export interface SingleRunsDifference {
  /** Says that this is weaker than replicates. */
  readonly note: string;
  readonly throughput: RunsDifference;
  readonly percentiles: readonly PercentileDifference[];
}

interface RunsOptions {
  /** In percent. */
  readonly percentiles?: readonly number[];
  readonly confidence?: number;
  /** A smaller change (share) is not called significant. */
  readonly leastChange?: number;
  /** By which ratios may be off; absent: 1. */
  readonly errorFactor?: number;
}

/** Variation between two runs of an unchanged server, which a single run does not show. */
const MIN_CHANGE = 0.05;

/**
 * B against A from one run of each, by variation within them: percentiles by rank intervals, throughput by means of
 * batches of windows. Latencies in the histograms' unit.
 */
export function differenceOfRuns(
  a: SingleRun,
  b: SingleRun,
  options: RunsOptions = {},
): SingleRunsDifference {
  const { percentiles = [50, 90, 95, 99], leastChange = MIN_CHANGE, errorFactor = 1 } = options;
  const confidence = checkedConfidence(options.confidence ?? 0.95);
  const judged = (exact: Estimate | null, better: Direction): RunsDifference => {
    const ratio = exact && withError(exact, errorFactor);
    return { ratio, verdict: atLeast(leastChange, ratio, verdictOfRatio(ratio, better)) };
  };
  const throughput = ratioOfMeans(a.throughputs, b.throughputs, confidence);
  return {
    note: "One run of each: run-to-run variation is unknown",
    throughput: throughput
      ? judged(throughput, "higher")
      : { ratio: null, verdict: verdictOfStandstill(a.throughputs, b.throughputs) },
    percentiles: percentiles.map((percentile) => {
      const [first, second] = [a, b].map(({ latency }) =>
        percentileWithInterval(latency, percentile, confidence),
      );
      const ratio = first && second ? ratioOfEstimates(first, second) : null;
      return { percentile, a: first ?? null, b: second ?? null, ...judged(ratio, "lower") };
    }),
  };
}

function atLeast(
  leastChange: number,
  ratio: Estimate | null,
  verdict: DifferenceVerdict,
): DifferenceVerdict {
  const isSmall = ratio !== null && Math.abs(Math.log(ratio.value)) < Math.log1p(leastChange);
  return isSmall && verdict !== "inconclusive" ? "no significant difference" : verdict;
}

/** For two runs of which one had no success: several windows without any are no accident. */
function verdictOfStandstill(a: readonly number[], b: readonly number[]): DifferenceVerdict {
  checkedFigures("windows", [...a, ...b]);
  if (a.length < 2 || b.length < 2) return "inconclusive";
  const [meanA, meanB] = [mean(a), mean(b)];
  if (meanA === meanB) return "no significant difference";
  return meanB > meanA ? "better" : "worse";
}
