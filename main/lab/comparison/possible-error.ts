import type { ExperimentStep, FigureDifference, LoadComparison } from "../../contract/index.ts";
import { errorFactor } from "../validity/index.ts";
import { isSignificant } from "./headline.ts";

type Pair = readonly [before: ExperimentStep, after: ExperimentStep];

export const isInvalid = ({ verdict }: ExperimentStep) => verdict.verdict === "invalid";

/** The factor by which the ratio of two steps may be off: 1 if both are valid; null if it is unknown (V18). */
export function ratioErrorFactor([before, after]: Pair): number | null {
  const [a, b] = [errorFactor(before.verdict), errorFactor(after.verdict)];
  return a === null || b === null ? null : a * b;
}

/**
 * What invalid measurements mean for figures whose intervals include their possible errors: the sides are invalid, unless a
 * difference is significant nevertheless.
 */
export function judgePairs(
  pairs: readonly Pair[],
  figures: readonly FigureDifference[],
): Pick<LoadComparison, "invalid" | "possibleError"> {
  const invalid = {
    before: pairs.some(([step]) => isInvalid(step)),
    after: pairs.some(([, step]) => isInvalid(step)),
  };
  const factors = pairs.flatMap((pair) => ratioErrorFactor(pair) ?? []);
  const isExplained =
    factors.length < pairs.length || !figures.some((each) => each.share && isSignificant(each));
  if ((!invalid.before && !invalid.after) || isExplained) return { invalid };
  return {
    invalid: { before: false, after: false },
    possibleError: Math.max(...factors) - 1,
  };
}
