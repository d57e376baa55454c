import { binomialCdf, binomialQuantile, firstTrue } from "./binomial.ts";
import { checkedConfidence, checkedCount, checkedShare } from "./checked.ts";

export interface RankInterval {
  /** Ranks of the sorted sample, from 1 to n. */
  readonly lowRank: number;
  readonly highRank: number;
  /** Probability that the interval contains the true percentile. Below `confidence` if n is too small for one. */
  readonly coverage: number;
}

/**
 * The order statistics around the true percentile, each side missed with at most (1 − confidence)/2: David and
 * Nagaraja, "Order Statistics", 7.1. Exact for any continuous distribution of independent values. `percentile` in
 * percent; null for an empty sample.
 */
export function rankInterval(
  n: number,
  percentile: number,
  confidence = 0.95,
): RankInterval | null {
  checkedCount("n", n);
  const share = checkedShare(percentile);
  const missed = (1 - checkedConfidence(confidence)) / 2;
  if (n === 0) return null;
  const low = binomialQuantile(missed, n, share);
  const high = binomialQuantile(1 - missed, n, share) + 1;
  return {
    lowRank: Math.max(1, low),
    highRank: Math.min(n, high),
    coverage:
      binomialCdf(Math.min(n, high) - 1, n, share) - binomialCdf(Math.max(1, low) - 1, n, share),
  };
}

/**
 * The smallest sample that reaches beyond a percentile with this confidence: 1 − qⁿ ≥ confidence with q the share
 * below it, or above it for a percentile below the median. 459 for p99.
 */
export function leastCount(percentile: number, confidence = 0.99): number {
  const share = checkedShare(percentile);
  const missed = 1 - checkedConfidence(confidence);
  const nearer = Math.max(share, 1 - share);
  const estimate = Math.log(missed) / Math.log(nearer);
  return firstTrue(
    Math.max(1, Math.floor(estimate)),
    Math.ceil(estimate) + 1,
    (n) => nearer ** n <= missed,
  );
}
