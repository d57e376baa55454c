import { checkedConfidence, checkedCount, checkedFigures } from "./checked.ts";
import { studentQuantile } from "./student.ts";
import { coefficientOfVariation, type Interval, mean, variance } from "./summary.ts";

/** Which way a figure is better: latency lower, throughput higher. */
export type Direction = "lower" | "higher";

/** Of B against A. */
export type DifferenceVerdict = "better" | "worse" | "no difference shown";

/** The same figure of two replicates that ran next to each other. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

export interface PairedDifference {
  readonly pairs: number;
  readonly meanA: number;
  readonly meanB: number;
  /** B − A, and its share of A's mean (null where that is 0). */
  readonly difference: number;
  readonly relative: number | null;
  /** Null below two pairs. */
  readonly interval: Interval | null;
  /** The interval as shares of A's mean, which is taken as exact. */
  readonly relativeInterval: Interval | null;
  /** Coefficients of variation between the replicates of each side. */
  readonly cvA: number | null;
  readonly cvB: number | null;
  readonly verdict: DifferenceVerdict;
  /** What weakens the verdict, in sentences. */
  readonly notes: readonly string[];
}

/** From so many pairs on a verdict carries no note. */
const ENOUGH_PAIRS = 5;

/** Latencies are kept to three digits: equal differences may not be as equal as they look. */
const RESOLUTION = 0.001;

/**
 * B against A from interleaved replicates, by the paired t interval (Student 1908; Montgomery, "Design and Analysis of
 * Experiments", 2.5). INVALID_ARGUMENT without pairs or for a figure that is negative or not finite.
 */
export function differenceOfPairs(
  pairs: readonly Pair[],
  better: Direction,
  confidence = 0.95,
): PairedDifference {
  checkedConfidence(confidence);
  checkedCount("pairs", pairs.length, 1);
  const a = checkedFigures(
    "a",
    pairs.map((pair) => pair.a),
  );
  const b = checkedFigures(
    "b",
    pairs.map((pair) => pair.b),
  );
  const meanA = mean(a);
  const meanB = mean(b);
  const difference = meanB - meanA;
  const half = halfWidth(pairs, confidence);
  const interval = half === null ? null : { low: difference - half, high: difference + half };
  return {
    pairs: pairs.length,
    meanA,
    meanB,
    difference,
    relative: meanA === 0 ? null : difference / meanA,
    interval,
    relativeInterval:
      interval && meanA > 0 ? { low: interval.low / meanA, high: interval.high / meanA } : null,
    cvA: coefficientOfVariation(a),
    cvB: coefficientOfVariation(b),
    verdict: verdictOf(interval, better),
    notes: notesOf(pairs.length),
  };
}

/** An interval of B − A that holds 0 shows no difference. */
export function verdictOf(interval: Interval | null, better: Direction): DifferenceVerdict {
  if (!interval || (interval.low <= 0 && interval.high >= 0)) return "no difference shown";
  return interval.low > 0 === (better === "higher") ? "better" : "worse";
}

function halfWidth(pairs: readonly Pair[], confidence: number): number | null {
  if (pairs.length < 2) return null;
  const rounding = pairs.map(({ a, b }) => (RESOLUTION ** 2 * (a * a + b * b)) / 12);
  const spread = Math.max(variance(pairs.map(({ a, b }) => b - a)), mean(rounding));
  return studentQuantile(confidence, pairs.length - 1) * Math.sqrt(spread / pairs.length);
}

function notesOf(pairs: number): string[] {
  if (pairs === 1) return ["1 pair shows no spread: an interval needs at least 2, better 5."];
  if (pairs >= ENOUGH_PAIRS) return [];
  return [
    `${pairs} pairs say little of the spread between runs: measure at least ${ENOUGH_PAIRS}.`,
  ];
}
