import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  type FigureDifference,
  possibleErrorSentence,
} from "../../contract/index.ts";
import { costFigures } from "./costs.ts";
import { figuresFor, pairedFigure } from "./figures.ts";
import { loadSentences } from "./headline.ts";
import { judgePairs } from "./possible-error.ts";

type Pairs = readonly (readonly [ExperimentStep, ExperimentStep])[];

/** Compares each candidate with the baseline, as far as replicates of both were measured. */
export function candidateComparisons(
  { goal, costs }: ExperimentPlan,
  steps: readonly ExperimentStep[],
): Experiment["comparisons"] {
  if (goal.kind !== "compare") return [];
  return goal.candidates.flatMap((_, candidate) => {
    const pairs = candidate === 0 ? [] : replicatePairs(steps, 0, steps, candidate);
    const [first] = pairs;
    if (!first) return [];
    const measured = replicateFigures(pairs, true);
    const side = (position: 0 | 1) => ({ costs, steps: pairs.map((pair) => pair[position]) });
    const figures = [...measured, ...costFigures(side(0), side(1), measured)];
    const [before, after] = [first[0].load, first[1].load];
    const { invalid, possibleError } = judgePairs(pairs, figures);
    const sentences = loadSentences([{ before, after, figures }]);
    if (possibleError !== undefined) sentences.push(possibleErrorSentence(possibleError));
    return {
      candidate,
      figures,
      unlike: [],
      invalid: invalid.before || invalid.after,
      words: sentences.join(" "),
    };
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

/** `interleaved`: the replicates of a pair ran next to each other. */
export function replicateFigures(pairs: Pairs, interleaved: boolean): FigureDifference[] {
  const basis = (count: number) =>
    interleaved
      ? `${count} interleaved ${count === 1 ? "pair" : "pairs"} of replicates`
      : `${count} pairs of replicates that did not run next to each other`;
  return figuresFor(pairs.flat())
    .map((kind) => pairedFigure(kind, pairs, basis))
    .filter(({ figure, verdict }) => figure !== "goodput" || verdict !== "unknown");
}
