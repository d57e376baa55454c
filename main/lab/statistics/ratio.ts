import { checkedConfidence, checkedFigures } from "./checked.ts";
import { studentQuantile } from "./student.ts";
import { batchMeans, type Estimate, type Interval, mean, variance } from "./summary.ts";

/** The better direction of a figure: latency lower, throughput higher. */
export type Direction = "lower" | "higher";

/** Of B against A. */
export type DifferenceVerdict = "better" | "worse" | "no significant difference" | "inconclusive";

/** Latencies have three digits: equal ratios may hide small differences. */
export const RESOLUTION = 0.001;

/** Windows follow each other; means of this many batches are nearly independent (Schmeiser 1982: 10 to 30). */
const MAX_BATCHES = 20;

/** A change by a quarter matters: a wider interval has not ruled it out. */
const WIDE = 1.25;

/**
 * B − A from the intervals of both: Zou and Donner's MOVER ("Construction of confidence limits about effect measures",
 * Statistics in Medicine 27, 2008). As wide as the nearer halves of both intervals are together, so asymmetric where they
 * are; swapping the sides negates it.
 */
export function differenceOfEstimates(a: Estimate, b: Estimate): Estimate {
  const value = b.value - a.value;
  return {
    value,
    low: value - Math.hypot(b.value - b.low, a.high - a.value),
    high: value + Math.hypot(b.high - b.value, a.value - a.low),
  };
}

/** B / A from the intervals of both, on a log scale; null where a bound is not above 0. */
export function ratioOfEstimates(a: Estimate, b: Estimate): Estimate | null {
  if (a.low <= 0 || b.low <= 0) return null;
  const log = ({ value, low, high }: Estimate): Estimate => ({
    value: Math.log(value),
    low: Math.log(low),
    high: Math.log(high),
  });
  return fromLog(differenceOfEstimates(log(a), log(b)));
}

/**
 * B / A of two means of windows in order, by Welch's interval of the logarithms of batch means. Null below two windows on
 * a side, or where a mean is 0. INVALID_ARGUMENT for figures that are negative or not finite.
 */
export function ratioOfMeans(
  a: readonly number[],
  b: readonly number[],
  confidence = 0.95,
): Estimate | null {
  checkedConfidence(confidence);
  const sides = [a, b].map((values) => batchMeans(checkedFigures("windows", values), MAX_BATCHES));
  const [first = [], second = []] = sides;
  if (first.length < 2 || second.length < 2) return null;
  const [meanA, meanB] = [mean(first), mean(second)];
  if (meanA === 0 || meanB === 0) return null;
  const [errorA, errorB] = [errorOfLog(first), errorOfLog(second)];
  const error = errorA + errorB;
  const degrees =
    error ** 2 / (errorA ** 2 / (first.length - 1) + errorB ** 2 / (second.length - 1));
  const half = studentQuantile(confidence, degrees) * Math.sqrt(error);
  const value = Math.log(meanB / meanA);
  return fromLog({ value, low: value - half, high: value + half });
}

/** Of the logarithm of a mean, by the delta method, squared. */
function errorOfLog(values: readonly number[]): number {
  const middle = mean(values);
  const relative = variance(values.map((value) => value / middle));
  return Math.max(relative, RESOLUTION ** 2 / 12) / values.length;
}

/** By the interval of B / A: significant if it excludes 1, inconclusive if it is wide or missing. */
export function verdictOfRatio(ratio: Interval | null, better: Direction): DifferenceVerdict {
  if (!ratio) return "inconclusive";
  if (ratio.low > 1) return better === "higher" ? "better" : "worse";
  if (ratio.high < 1) return better === "lower" ? "better" : "worse";
  return ratio.low >= 1 / WIDE && ratio.high <= WIDE ? "no significant difference" : "inconclusive";
}

/** A ratio of figures that may be off: `factor` (1: exact) moves both bounds outwards. */
export function withError({ value, low, high }: Estimate, factor: number): Estimate {
  return { value, low: low / factor, high: high * factor };
}

export function fromLog({ value, low, high }: Estimate): Estimate {
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}
