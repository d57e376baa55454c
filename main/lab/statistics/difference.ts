import { checkedConfidence, checkedCount, checkedFigures } from "./checked.ts";
import {
  type DifferenceVerdict,
  type Direction,
  fromLog,
  RESOLUTION,
  verdictOfRatio,
  withError,
} from "./ratio.ts";
import { studentQuantile } from "./student.ts";
import { type Estimate, mean, variance } from "./summary.ts";

/** The same figure of two replicates that ran next to each other. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  /** By which their ratio may be off; absent: 1. */
  readonly errorFactor?: number;
}

export interface PairedDifference {
  readonly pairs: number;
  /** Geometric means, so that their ratio is `ratio`; arithmetic ones if a figure is 0. */
  readonly a: number;
  readonly b: number;
  /** B / A with its interval; null below two pairs or if a figure is 0. */
  readonly ratio: Estimate | null;
  /** B − A with its interval; null below two pairs. */
  readonly difference: Estimate | null;
  readonly verdict: DifferenceVerdict;
  /** What weakens the verdict, in sentences. */
  readonly notes: readonly string[];
}

/** With this many pairs a verdict has no note. */
const ENOUGH_PAIRS = 5;

/**
 * B against A from interleaved replicates: the paired t interval (Student 1908; Montgomery, "Design and Analysis of
 * Experiments", 2.5) of the logarithms of their ratios, wider by the geometric mean of the pairs' error factors. If a figure is 0 there is no ratio, and the interval of the
 * differences decides. INVALID_ARGUMENT without pairs or for a figure that is negative or not finite.
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
  const rounding = mean(pairs.map((pair) => (RESOLUTION ** 2 * (pair.a ** 2 + pair.b ** 2)) / 12));
  const difference = pairedInterval(
    pairs.map((pair) => pair.b - pair.a),
    rounding,
    confidence,
  );
  const notes = notesFor(pairs.length);
  const common = { pairs: pairs.length, difference, notes };
  if (![...a, ...b].every((value) => value > 0)) {
    return {
      ...common,
      a: mean(a),
      b: mean(b),
      ratio: null,
      verdict: verdictOfDifference(difference, better),
    };
  }
  const logs = pairedInterval(
    pairs.map((pair) => Math.log(pair.b / pair.a)),
    RESOLUTION ** 2 / 6,
    confidence,
  );
  const geometric = (values: readonly number[]) => Math.exp(mean(values.map(Math.log)));
  const error = geometric(pairs.map(({ errorFactor = 1 }) => errorFactor));
  const ratio = logs && withError(fromLog(logs), error);
  return {
    ...common,
    a: geometric(a),
    b: geometric(b),
    ratio,
    verdict: verdictOfRatio(ratio, better),
  };
}

/** Student's interval around the mean, with at least the spread that rounding may hide. */
function pairedInterval(
  values: readonly number[],
  rounding: number,
  confidence: number,
): Estimate | null {
  if (values.length < 2) return null;
  const value = mean(values);
  const spread = Math.max(variance(values), rounding);
  const half = studentQuantile(confidence, values.length - 1) * Math.sqrt(spread / values.length);
  return { value, low: value - half, high: value + half };
}

function verdictOfDifference(difference: Estimate | null, better: Direction): DifferenceVerdict {
  if (!difference) return "inconclusive";
  if (difference.low <= 0 && difference.high >= 0) {
    return difference.high === difference.low ? "no significant difference" : "inconclusive";
  }
  return difference.low > 0 === (better === "higher") ? "better" : "worse";
}

function notesFor(pairs: number): string[] {
  if (pairs === 1) return ["1 pair has no interval: measure at least 2, better 5."];
  if (pairs >= ENOUGH_PAIRS) return [];
  return [
    `${pairs} pairs: the spread between runs is uncertain, measure at least ${ENOUGH_PAIRS}.`,
  ];
}
