import { StatusError } from "../../../engine/protocol/status.ts";
import type { Comparison, Experiment, ExperimentStep } from "../../contract/index.ts";
import { loadWords } from "../loads.ts";
import { comparePairs, replicatePairs, replicates } from "./candidates.ts";
import { compareSteps } from "./single.ts";
import { unlike } from "./unlike.ts";

/** A step by its position, all that belong to a candidate, or with neither the whole experiment. */
export interface Side {
  readonly experiment: Experiment;
  readonly step?: number | undefined;
  readonly candidate?: number | undefined;
}

/**
 * One side against the other. Two candidates: by replicates of the same round where they are of one experiment, else in
 * the order in which they ran. Experiments: by steps of equal load, or where none is equal the best of each.
 */
export function compareSides(before: Side, after: Side): Comparison {
  const differences = unlike(before.experiment, after.experiment);
  const [a, b] = [stepsOf(before), stepsOf(after)];
  if (isCandidate(before) && isCandidate(after)) {
    const [first, second] = [before.candidate ?? 0, after.candidate ?? 0];
    const pairs = replicatePairs(a, first, b, second);
    if (pairs.length === 0) throw unpaired("no replicate of both was measured");
    const together = before.experiment.id === after.experiment.id;
    const basis = together
      ? replicates
      : (count: number) => `${count} pairs of replicates that did not run next to each other`;
    return comparePairs(pairs, basis, differences);
  }
  const pairs = equalLoads(a, b);
  const [only] = pairs;
  if (pairs.length > 1) {
    const basis = (count: number) =>
      `${count} loads that both have, each measured once: it shows what holds at all of them alike`;
    return comparePairs(pairs, basis, differences);
  }
  if (only) return compareSteps(...only, differences);
  const [x, y] = [best(a), best(b)];
  if (!x || !y) throw unpaired("one of them has no step");
  const loads = `They share no load: ${loadWords(x.load)} is compared with ${loadWords(y.load)}${a.length + b.length > 2 ? ", the best of each" : ""}.`;
  return compareSteps(x, y, [...differences, loads]);
}

function isCandidate({ experiment, step }: Side): boolean {
  return step === undefined && experiment.plan.goal.kind === "compare";
}

function stepsOf({ experiment, step, candidate }: Side): ExperimentStep[] {
  const { steps, id } = experiment;
  if (step !== undefined) {
    const found = steps[step];
    if (found) return [found];
    throw new StatusError(
      "NOT_FOUND",
      `Experiment ${id} has no step ${step}; it has ${steps.length}.`,
    );
  }
  const complete = steps.filter((each) => each.complete);
  const found =
    experiment.plan.goal.kind === "compare"
      ? complete.filter((each) => each.candidate === (candidate ?? 0))
      : complete;
  if (found.length > 0) return found;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Experiment ${id} has no complete step${candidate === undefined ? "" : ` of candidate ${candidate}`} to compare.`,
  );
}

/** One pair for each load that both have, of the step that stands for it on either side. */
function equalLoads(
  a: readonly ExperimentStep[],
  b: readonly ExperimentStep[],
): (readonly [ExperimentStep, ExperimentStep])[] {
  const others = byLoad(b);
  return [...byLoad(a)].flatMap(([load, step]) => {
    const other = others.get(load);
    return other ? [[step, other] as const] : [];
  });
}

/** The last step of each load, and rather a valid one: a search repeats what is invalid. */
function byLoad(steps: readonly ExperimentStep[]): Map<string, ExperimentStep> {
  const found = new Map<string, ExperimentStep>();
  for (const step of steps) {
    const key = `${step.load.kind} ${step.load.value}`;
    const { verdict } = found.get(key)?.verdict ?? {};
    if (verdict !== "valid" || step.verdict.verdict === "valid") found.set(key, step);
  }
  return found;
}

function best(steps: readonly ExperimentStep[]): ExperimentStep | undefined {
  const figure = (step: ExperimentStep) => step.goodput ?? step.inferencesPerSecond;
  const valid = steps.filter(({ verdict }) => verdict.verdict === "valid");
  return [...(valid.length > 0 ? valid : steps)].sort((a, b) => figure(b) - figure(a))[0];
}

const unpaired = (why: string) =>
  new StatusError("FAILED_PRECONDITION", `The two cannot be compared: ${why}.`);
