import type {
  Comparison,
  Experiment,
  ExperimentPlan,
  ExperimentStep,
} from "../../contract/index.ts";
import { figuresOf, pairedFigure } from "./figures.ts";
import { comparisonWords } from "./words.ts";

type Pairs = readonly (readonly [ExperimentStep, ExperimentStep])[];

/** Each candidate but the baseline against it, as far as replicates of both were measured. */
export function candidateComparisons(
  { goal }: ExperimentPlan,
  steps: readonly ExperimentStep[],
): Experiment["comparisons"] {
  if (goal.kind !== "compare") return [];
  return goal.candidates.flatMap((_, candidate) => {
    if (candidate === 0) return [];
    const pairs = replicatePairs(steps, 0, steps, candidate);
    return pairs.length === 0 ? [] : { candidate, ...comparePairs(pairs, replicates, []) };
  });
}

/** Replicates of two candidates that ran in the same round. */
export function replicatePairs(
  before: readonly ExperimentStep[],
  first: number,
  after: readonly ExperimentStep[],
  second: number,
): Pairs {
  return before.flatMap((step) => {
    if (step.candidate !== first || !step.complete) return [];
    const other = after.find(
      ({ candidate, replicate, complete }) =>
        candidate === second && replicate === step.replicate && complete,
    );
    return other ? [[step, other] as const] : [];
  });
}

export function comparePairs(
  pairs: Pairs,
  basis: (pairs: number) => string,
  unlike: readonly string[],
): Comparison {
  const figures = figuresOf(pairs.flat()).map((kind) => pairedFigure(kind, pairs, basis));
  return {
    figures: figures.filter(({ figure, verdict }) => figure !== "goodput" || verdict !== "unknown"),
    unlike: [...unlike],
    invalid: pairs.flat().some(({ verdict }) => verdict.verdict === "invalid"),
    words: comparisonWords(figures),
  };
}

export const replicates = (count: number) =>
  `${count} interleaved ${count === 1 ? "pair" : "pairs"} of replicates`;
