import { StatusError } from "../../../base/status-error.ts";
import {
  type Experiment,
  type ExperimentComparison,
  type ExperimentStep,
  type FigureDifference,
  formatChangeWithInterval,
  type LoadComparison,
  possibleErrorSentence,
} from "../../contract/index.ts";
import { replicateFigures, replicatePairs } from "./candidates.ts";
import { changedFields } from "./changes.ts";
import { costFigures } from "./costs.ts";
import { loadSentences } from "./headline.ts";
import { formatLoads } from "./load-text.ts";
import { mismatches } from "./mismatches.ts";
import { isInvalid, judgePairs } from "./possible-error.ts";
import { stepFigures } from "./single-steps.ts";
import { ratioOfEstimates } from "../statistics/index.ts";
import { changeFromRatio } from "./figures.ts";

/** One step by position, all steps of a candidate, or the whole experiment. */
export interface Side {
  readonly experiment: Experiment;
  readonly step?: number | undefined;
  readonly candidate?: number | undefined;
}

type Loads = Pick<ExperimentComparison, "loads" | "onlyBefore" | "onlyAfter">;

/**
 * Compares two sides load by load. Two candidates: by replicates of the same round. Two steps: as chosen, also with
 * different loads. NOT_FOUND for an unknown step, FAILED_PRECONDITION if a side has nothing complete.
 */
export function compareSides(before: Side, after: Side): ExperimentComparison {
  const found =
    isWhole(before) && isWhole(after) ? foundLoads(before.experiment, after.experiment) : null;
  const compared = compareLoads(before, after);
  return {
    ...compared,
    sentences: sentences(compared, found),
    found,
    changes: changedFields(configuredSide(before), configuredSide(after)),
    unlike: mismatches(before.experiment, after.experiment),
    invalid: compared.loads.some(({ invalid }) => invalid.before || invalid.after),
  };
}

function compareLoads(before: Side, after: Side): Loads {
  const [a, b] = [selectSteps(before), selectSteps(after)];
  const { candidate: first } = configuredSide(before);
  const { candidate: second } = configuredSide(after);
  if (before.step === undefined && after.step === undefined && first !== null && second !== null) {
    const pairs = replicatePairs(a, first, b, second);
    const [pair] = pairs;
    if (!pair) throw unpaired("no replicate of both was measured");
    const interleaved = before.experiment.id === after.experiment.id;
    const figures = withCosts(replicateFigures(pairs, interleaved), pairs, [before, after]);
    const only = comparedLoad(pair, figures, pairs);
    return { loads: [only], onlyBefore: [], onlyAfter: [] };
  }
  const [x, y] = [a[0], b[0]];
  const chosen = before.step !== undefined && after.step !== undefined && x && y;
  const { pairs, ...only } = chosen
    ? { pairs: [[x, y] as const], onlyBefore: [], onlyAfter: [] }
    : matchLoads(a, b);
  return {
    loads: pairs.map((pair) =>
      comparedLoad(pair, withCosts(stepFigures(...pair), [pair], [before, after]), [pair]),
    ),
    onlyBefore: [...only.onlyBefore],
    onlyAfter: [...only.onlyAfter],
  };
}

type Pair = readonly [before: ExperimentStep, after: ExperimentStep];

function withCosts(
  figures: readonly FigureDifference[],
  pairs: readonly Pair[],
  [before, after]: readonly [Side, Side],
): FigureDifference[] {
  const side = (of: Side, position: 0 | 1) => ({
    costs: of.experiment.plan.costs,
    steps: pairs.map((pair) => pair[position]),
  });
  return [...figures, ...costFigures(side(before, 0), side(after, 1), figures)];
}

function comparedLoad(
  [before, after]: Pair,
  figures: LoadComparison["figures"],
  pairs: readonly Pair[],
): LoadComparison {
  return {
    before: before.load,
    after: after.load,
    ...judgePairs(pairs, figures),
    figures,
  };
}

/** Valid loads decide; invalid ones are described only if there are no others. */
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
    ...possibleErrorSentences(loads),
    ...(loads.length === 0
      ? [`No load in common: ${formatLoads(onlyBefore)} before, ${formatLoads(onlyAfter)} after.`]
      : []),
    ...invalidSentence(invalid, valid.length === 0),
  ];
}

function possibleErrorSentences(loads: readonly LoadComparison[]): string[] {
  const affected = loads.filter(({ possibleError }) => possibleError !== undefined);
  if (affected.length === 0) return [];
  const most = Math.max(...affected.map(({ possibleError = 0 }) => possibleError));
  return [possibleErrorSentence(most, formatLoads(affected.map(({ before }) => before)))];
}

function invalidSentence(invalid: readonly LoadComparison["before"][], all: boolean): string[] {
  if (invalid.length === 0) return [];
  return all
    ? ["All measurements are invalid: don't rely on these results."]
    : [`Invalid at ${formatLoads(invalid)}: don't rely on these results.`];
}

const isWhole = ({ step, candidate }: Side) => step === undefined && candidate === undefined;

/** Adds the candidate of a side; null for experiments without candidates. */
function configuredSide({ experiment, step, candidate }: Side) {
  if (experiment.plan.goal.kind !== "compare") return { experiment, candidate: null };
  const own = step === undefined ? candidate : experiment.steps[step]?.candidate;
  return { experiment, candidate: own ?? 0 };
}

function selectSteps(side: Side): ExperimentStep[] {
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

type Load = ExperimentStep["load"];

interface MatchedLoads {
  /** Ascending. */
  readonly pairs: readonly (readonly [before: ExperimentStep, after: ExperimentStep])[];
  readonly onlyBefore: readonly Load[];
  readonly onlyAfter: readonly Load[];
}

/** Steps with the same load on both sides, and the loads of one side alone. */
function matchLoads(
  before: readonly ExperimentStep[],
  after: readonly ExperimentStep[],
): MatchedLoads {
  const [a, b] = [byLoad(before), byLoad(after)];
  const without = (side: typeof a, other: typeof a) =>
    [...side].flatMap(([key, step]) => (other.has(key) ? [] : step.load)).toSorted(ascending);
  return {
    pairs: [...a]
      .flatMap(([key, step]) => {
        const other = b.get(key);
        return other ? [[step, other] as const] : [];
      })
      .toSorted(([x], [y]) => ascending(x.load, y.load)),
    onlyBefore: without(a, b),
    onlyAfter: without(b, a),
  };
}

const ascending = (a: Load, b: Load) => a.kind.localeCompare(b.kind) || a.value - b.value;

/** The last step of each load, preferably a valid one: a search repeats invalid ones. */
function byLoad(steps: readonly ExperimentStep[]): Map<string, ExperimentStep> {
  const found = new Map<string, ExperimentStep>();
  for (const step of steps) {
    const key = `${step.load.kind} ${step.load.value}`;
    const known = found.get(key);
    if (!known || isInvalid(known) || !isInvalid(step)) found.set(key, step);
  }
  return found;
}

type Found = NonNullable<ExperimentComparison["found"]>;

/** The highest loads that met the objective in two searches for the same one; null for anything else. */
function foundLoads(before: Experiment, after: Experiment): Found | null {
  const [a, b] = [describeSearch(before), describeSearch(after)];
  if (!a || !b || a.kind !== b.kind || a.objective !== b.objective) return null;
  const ratio = a.bracket && b.bracket && ratioOfEstimates(a.bracket, b.bracket);
  return {
    objective: a.objective,
    kind: a.kind,
    before: a.best,
    after: b.best,
    share: changeFromRatio(ratio),
  };
}

/** "Highest load that keeps p99 ≤ 20 ms: 24 → 96 clients, 4.0× (3.6–4.4×)." */
function foundSentence({ objective, kind, before, after, share }: Found): string {
  const subject = `Highest load that keeps ${objective}`;
  const load = (value: number) => formatLoads([{ kind, value }]);
  if (before === null && after === null) return `${subject}: not found on either side.`;
  if (before === null) return `${subject}: not found before, ${load(after ?? 0)} after.`;
  if (after === null) return `${subject}: ${load(before)} before, not found after.`;
  const unit = kind === "rate" ? "req/s" : after === 1 ? "client" : "clients";
  const figure = (value: number) => Number(value.toPrecision(4)).toLocaleString("en-US");
  const values = `${figure(before)} → ${figure(after)} ${unit}`;
  if (!share) return `${subject}: ${values}.`;
  const isSignificant = share.low > 0 || share.high < 0;
  return isSignificant
    ? `${subject}: ${values}, ${formatChangeWithInterval(share)}.`
    : `${subject}: no significant difference, ${values}.`;
}

function describeSearch({ plan, search }: Experiment) {
  const { goal, load, objective } = plan;
  if (goal.kind !== "search" || !search || !objective) return null;
  if (load.kind !== "concurrency" && load.kind !== "rate") return null;
  const { best, missed } = search;
  const of = objective.of === "firstToken" ? "first token " : "";
  return {
    kind: load.kind,
    objective: `${of}p${objective.percentile} ≤ ${objective.boundMs} ms`,
    best,
    /** The limit lies between the highest load that met the objective and the lowest that missed it. */
    bracket:
      best !== null && missed !== null && missed > best
        ? { value: Math.sqrt(best * missed), low: best, high: missed }
        : null,
  };
}
