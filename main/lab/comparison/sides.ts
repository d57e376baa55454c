import { StatusError } from "../../../base/status-error.ts";
import type {
  Experiment,
  ExperimentComparison,
  ExperimentStep,
  LoadComparison,
} from "../../contract/index.ts";
import { isInvalid, replicateFigures, replicatePairs } from "./candidates.ts";
import { changedFields } from "./changes.ts";
import { foundLoads, foundSentence } from "./found-loads.ts";
import { loadSentences } from "./headline.ts";
import { formatLoads } from "./load-text.ts";
import { matchLoads } from "./match-loads.ts";
import { mismatches } from "./mismatches.ts";
import { stepFigures } from "./single-steps.ts";

/** A step by its position, all that belong to a candidate, or with neither the whole experiment. */
export interface Side {
  readonly experiment: Experiment;
  readonly step?: number | undefined;
  readonly candidate?: number | undefined;
}

type Loads = Pick<ExperimentComparison, "loads" | "onlyBefore" | "onlyAfter">;

/**
 * One side against the other, load by load. Two candidates: by replicates of the same round. Two steps: as chosen, also of
 * different loads. NOT_FOUND for a step that is not there, FAILED_PRECONDITION where a side has nothing complete.
 */
export function compareSides(before: Side, after: Side): ExperimentComparison {
  const found =
    isWhole(before) && isWhole(after) ? foundLoads(before.experiment, after.experiment) : null;
  const compared = loadsOf(before, after);
  return {
    ...compared,
    sentences: sentences(compared, found),
    found,
    changes: changedFields(configuredSide(before), configuredSide(after)),
    unlike: mismatches(before.experiment, after.experiment),
    invalid: compared.loads.some(({ invalid }) => invalid.before || invalid.after),
  };
}

function loadsOf(before: Side, after: Side): Loads {
  const [a, b] = [stepsOf(before), stepsOf(after)];
  const { candidate: first } = configuredSide(before);
  const { candidate: second } = configuredSide(after);
  if (before.step === undefined && after.step === undefined && first !== null && second !== null) {
    const pairs = replicatePairs(a, first, b, second);
    const [pair] = pairs;
    if (!pair) throw unpaired("no replicate of both was measured");
    const interleaved = before.experiment.id === after.experiment.id;
    const only = comparedLoad(pair, replicateFigures(pairs, interleaved), pairs);
    return { loads: [only], onlyBefore: [], onlyAfter: [] };
  }
  const [x, y] = [a[0], b[0]];
  const chosen = before.step !== undefined && after.step !== undefined && x && y;
  const { pairs, ...only } = chosen
    ? { pairs: [[x, y] as const], onlyBefore: [], onlyAfter: [] }
    : matchLoads(a, b);
  return {
    loads: pairs.map((pair) => comparedLoad(pair, stepFigures(...pair), [pair])),
    onlyBefore: [...only.onlyBefore],
    onlyAfter: [...only.onlyAfter],
  };
}

type Pair = readonly [before: ExperimentStep, after: ExperimentStep];

function comparedLoad(
  [before, after]: Pair,
  figures: LoadComparison["figures"],
  pairs: readonly Pair[],
): LoadComparison {
  return {
    before: before.load,
    after: after.load,
    invalid: {
      before: pairs.some(([step]) => isInvalid(step)),
      after: pairs.some(([, step]) => isInvalid(step)),
    },
    figures,
  };
}

/** Valid loads decide; invalid ones are stated only where there are no others. */
function sentences(
  { loads, onlyBefore, onlyAfter }: Loads,
  found: ExperimentComparison["found"],
): string[] {
  const valid = loads.filter(({ invalid }) => !invalid.before && !invalid.after);
  const stated = valid.length > 0 ? valid : loads;
  const invalid = loads.filter((each) => !valid.includes(each)).map(({ before }) => before);
  return [
    ...(found ? [foundSentence(found)] : []),
    ...loadSentences(stated),
    ...(loads.length === 0
      ? [`No load in common: ${formatLoads(onlyBefore)} before, ${formatLoads(onlyAfter)} after.`]
      : []),
    ...invalidSentence(invalid, valid.length === 0),
  ];
}

function invalidSentence(invalid: readonly LoadComparison["before"][], all: boolean): string[] {
  if (invalid.length === 0) return [];
  return all
    ? ["All measurements are invalid: don't rely on these results."]
    : [`Invalid at ${formatLoads(invalid)}: don't rely on these results.`];
}

const isWhole = ({ step, candidate }: Side) => step === undefined && candidate === undefined;

/** With the candidate that a side stands for; null of experiments that compare none. */
function configuredSide({ experiment, step, candidate }: Side) {
  if (experiment.plan.goal.kind !== "compare") return { experiment, candidate: null };
  const own = step === undefined ? candidate : experiment.steps[step]?.candidate;
  return { experiment, candidate: own ?? 0 };
}

function stepsOf(side: Side): ExperimentStep[] {
  const { experiment, step } = side;
  const { steps, id } = experiment;
  if (step !== undefined) {
    const found = steps[step];
    if (found) return [found];
    throw new StatusError(
      "NOT_FOUND",
      `Experiment ${id} has no step ${step}; it has ${steps.length}.`,
    );
  }
  const { candidate } = configuredSide(side);
  const found = steps.filter(
    (each) => each.complete && (candidate === null || each.candidate === candidate),
  );
  if (found.length > 0) return found;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Experiment ${id} has no complete step${side.candidate === undefined ? "" : ` of candidate ${side.candidate}`} to compare.`,
  );
}

const unpaired = (reason: string) =>
  new StatusError("FAILED_PRECONDITION", `The two can't be compared: ${reason}.`);
