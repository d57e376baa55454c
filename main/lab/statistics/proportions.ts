import { checkedConfidence, checkedCount } from "./checked.ts";
import { type DifferenceVerdict, type Direction, differenceOfEstimates } from "./ratio.ts";
import { studentQuantile } from "./student.ts";
import type { Estimate, Interval } from "./summary.ts";

/** A number of all. */
export interface Count {
  readonly count: number;
  readonly of: number;
}

/** One in a hundred matters: a wider interval has not ruled it out. */
const WIDE = 0.01;

/** With this many degrees of freedom Student's distribution is normal to six digits. */
const NORMAL = 1e6;

/**
 * B − A of two shares: Newcombe's hybrid of Wilson's intervals ("Interval estimation for the difference between independent
 * proportions", Statistics in Medicine 17, 1998, method 10), within −1..1. Null where a side is empty.
 */
export function differenceOfShares(a: Count, b: Count, confidence = 0.95): Estimate | null {
  const [first, second] = [wilson(a, confidence), wilson(b, confidence)];
  return first && second ? differenceOfEstimates(first, second) : null;
}

/** By the interval of B − A of two shares. */
export function verdictOfShares(difference: Interval | null, better: Direction): DifferenceVerdict {
  if (!difference) return "inconclusive";
  if (difference.low > 0) return better === "higher" ? "better" : "worse";
  if (difference.high < 0) return better === "lower" ? "better" : "worse";
  const isNarrow = difference.low >= -WIDE && difference.high <= WIDE;
  return isNarrow ? "no significant difference" : "inconclusive";
}

/** Wilson's interval of a share (JASA 22, 1927). */
function wilson({ count, of }: Count, confidence: number): Estimate | null {
  checkedCount("count", count);
  checkedCount("of", of, count);
  if (of === 0) return null;
  const z = studentQuantile(checkedConfidence(confidence), NORMAL);
  const value = count / of;
  const middle = (value + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half =
    (z / (1 + z ** 2 / of)) * Math.sqrt((value * (1 - value)) / of + z ** 2 / (4 * of ** 2));
  return {
    value,
    low: count === 0 ? 0 : Math.max(0, middle - half),
    high: count === of ? 1 : Math.min(1, middle + half),
  };
}
