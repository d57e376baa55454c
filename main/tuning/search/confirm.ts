import type { ConstraintViolation } from "../../contract/index.ts";
import { differenceOfPairs } from "../../lab/measuring.ts";
import { meanOutcome, meets, type Outcome, type TuningGoal } from "./goal.ts";
import type { Point } from "./settings.ts";
import type { Measurement } from "./measurement.ts";

export interface Confirmation {
  readonly baseline: Outcome;
  readonly winner: Outcome;
  /** Verdict on the goal's figure, from the pairs. */
  readonly verdict: "better" | "worse" | "no significant difference" | "inconclusive";
  /** Winner over baseline with the 95 % interval; null with too few pairs. */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Whether the winner's mean p99 and throughput are within the goal's limits. */
  readonly meets: boolean;
  /** Reason of the first invalid measurement; null if all are valid or their possible errors don't matter. */
  readonly invalidReason: string | null;
  /** Share by which invalid measurements may be off, if that doesn't matter. */
  readonly possibleError?: number;
  /** The first constraint that a measurement of the winner broke; null if none. */
  readonly violation: ConstraintViolation | null;
  /** The runner-up with its means; absent: none was measured. */
  readonly runnerUp?: { readonly point: Point; readonly outcome: Outcome };
}

/**
 * Measures the points one after the other, as often as there are pairs, each time beginning with another one. Returns the
 * measurements of each.
 */
export async function measureInTurn(
  points: readonly Point[],
  pairs: number,
  tools: {
    readonly measure: (point: Point) => Promise<Measurement>;
    /** `pair` from 1. */
    readonly began: (pair: number) => void;
  },
): Promise<ReadonlyMap<Point, readonly Measurement[]>> {
  const measured = new Map<Point, Measurement[]>(points.map((point) => [point, []]));
  for (let i = 0; i < pairs; i++) {
    tools.began(i + 1);
    const first = i % points.length;
    for (const point of [...points.slice(first), ...points.slice(0, first)]) {
      measured.get(point)?.push(await tools.measure(point));
    }
  }
  return measured;
}

interface Contestant {
  readonly point: Point;
  readonly measurements: readonly Measurement[];
}

interface Contest {
  readonly goal: TuningGoal;
  readonly baseline: Contestant;
  /** False if the baseline breaks a constraint. */
  readonly mayBaselineStay: boolean;
  readonly winner: Contestant;
  readonly runnerUp?: Contestant;
}

/** The verdict on the winner by its pairs with the baseline. */
export function judgeConfirmation(contest: Contest): Confirmation {
  const { goal, baseline, winner, runnerUp, mayBaselineStay } = contest;
  const [before, after] = [baseline.measurements, winner.measurements];
  const figure = goal.kind === "throughput" ? "throughput" : "p99Ms";
  const { ratio, verdict } = differenceOfPairs(
    before.map((each, i) => {
      const other = after[i] as Measurement;
      const errorFactor = boundedError(each) * boundedError(other);
      return { a: each.outcome[figure], b: other.outcome[figure], errorFactor };
    }),
    goal.kind === "throughput" ? "higher" : "lower",
  );
  const fewer =
    goal.kind === "instances" &&
    winner.point.settings.instances < baseline.point.settings.instances;
  // A baseline that breaks limits or constraints can't win, and fewer instances are an improvement in themselves.
  const isBetter = fewer || !mayBaselineStay || !meets(goal, meanAtBest(before));
  const found: Confirmation = {
    baseline: meanOf(before),
    winner: meanOf(after),
    verdict: isBetter ? "better" : verdict,
    ratio: ratio && { value: ratio.value, low: ratio.low, high: ratio.high },
    meets: meets(goal, meanOf(after)),
    invalidReason: null,
    violation: after.find(({ violation }) => violation)?.violation ?? null,
    ...(runnerUp && {
      runnerUp: { point: runnerUp.point, outcome: meanOf(runnerUp.measurements) },
    }),
  };
  const isSure = found.verdict === "better" && meets(goal, meanAtWorst(after));
  return { ...found, ...judgeInvalid([...before, ...after], isSure) };
}

/** Invalid measurements don't matter to a result that holds in spite of all their possible errors (SEARCH-25). */
function judgeInvalid(
  measurements: readonly Measurement[],
  isSure: boolean,
): Pick<Confirmation, "invalidReason" | "possibleError"> {
  const invalid = measurements.filter(({ invalidReason }) => invalidReason !== null);
  const [first] = invalid;
  if (!first) return { invalidReason: null };
  const isBounded = invalid.every(({ errorFactor = null }) => errorFactor !== null);
  if (!isSure || !isBounded) return { invalidReason: first.invalidReason };
  return { invalidReason: null, possibleError: Math.max(...invalid.map(boundedError)) - 1 };
}

const boundedError = ({ errorFactor }: Measurement) => errorFactor ?? 1;
const boundedLoss = ({ worseFactor, errorFactor }: Measurement) => worseFactor ?? errorFactor ?? 1;

const meanOf = (measurements: readonly Measurement[]) =>
  meanOutcome(measurements.map(({ outcome }) => outcome));

const meanAtBest = (measurements: readonly Measurement[]) =>
  meanOutcome(measurements.map((each) => shifted(each.outcome, boundedError(each))));

const meanAtWorst = (measurements: readonly Measurement[]) =>
  meanOutcome(measurements.map((each) => shifted(each.outcome, 1 / boundedLoss(each))));

/** `factor` over 1: better. */
const shifted = ({ throughput, p99Ms }: Outcome, factor: number): Outcome => ({
  throughput: throughput * factor,
  p99Ms: p99Ms / factor,
});
