import {
  averagedProcess,
  type Estimate,
  type PossibleKernel,
  type Process,
} from "./gaussian-process.ts";
import { logLimits, logValueAt, type Outcome, type TuningGoal } from "./goal.ts";
import { NORMAL_NODES, normalCdf } from "./normal.ts";
import { type Point, samePoint } from "./settings.ts";

/** The simulator's prediction for a point; `at`: its coordinates. */
export interface Simulated {
  readonly point: Point;
  readonly at: readonly number[];
  readonly simulated: Outcome;
}

export interface Measured {
  readonly point: Point;
  readonly outcome: Outcome;
  /** Standard deviation of the figures as a share of them. */
  readonly noise: number;
  /** Its measurement ended early since it couldn't become the best. */
  readonly endedEarly?: boolean;
}

/** A point with its prediction, corrected by the measurements. */
export interface Candidate extends Simulated {
  /** Logarithms of requests/s and ms. */
  readonly throughput: Estimate;
  readonly p99: Estimate;
  /** Probability (0..1) that the goal's limits are kept. */
  readonly meets: number;
}

/**
 * Minimum probability of keeping the limits for an offer. Otherwise, of many configurations near a limit, one that was
 * lucky in its measurement would be chosen.
 */
export const LIKELY = 0.65;
/** Loss if the offer breaks the limits, as a logarithm. */
const LIMIT_BROKEN = 0.7;
/** The same for the goal of fewest instances: more than any number of them costs. */
const TOO_FEW = 1000;
/**
 * Errors of the simulator: shared by all configurations, and specific to each. The measurements show which of them
 * prevail: a few measurements correct shared errors everywhere, as closely as noise allows.
 */
const LENGTH = 0.8;
/** A few similar measurements don't prove that all are. */
const WEIGHTS = [0.15, 0.35, 0.5];
const errors = (shared: number, locals: readonly number[]): PossibleKernel[] =>
  locals.map((local, i) => ({ shared, local, length: LENGTH, weight: WEIGHTS[i] ?? 0 }));
const THROUGHPUT_ERRORS = errors(0.15, [0.03, 0.06, 0.1]);
const P99_ERRORS = errors(0.25, [0.04, 0.08, 0.15]);
/** While a server keeps up with a rate, throughput is the rate, almost without noise. */
const NOISE_AT_RATE = 0.02;

/** Predictions corrected by the deviations of measurements from them (SEARCH-4). */
export class Correction {
  readonly candidates: readonly Candidate[];
  readonly #goal: TuningGoal;
  readonly #throughput: Process;
  readonly #p99: Process;
  readonly #isOut: (point: Point) => boolean;

  /** `isOut`: whether a point is known to break a constraint; it then never keeps the limits. */
  constructor(
    simulated: readonly Simulated[],
    trials: readonly Measured[],
    goal: TuningGoal,
    isOut: (point: Point) => boolean = () => false,
  ) {
    this.#goal = goal;
    this.#isOut = isOut;
    const samples = (read: (outcome: Outcome) => number, noiseFor: (own: number) => number) =>
      trials.flatMap(({ point, outcome, noise }) => {
        const known = simulated.find((each) => samePoint(each.point, point));
        if (!known) return [];
        const value = Math.log(read(outcome) / read(known.simulated));
        return [{ at: known.at, value, noise: noiseFor(noise) }];
      });
    this.#throughput = averagedProcess(
      samples(({ throughput }) => throughput, this.#throughputNoise),
      THROUGHPUT_ERRORS,
    );
    this.#p99 = averagedProcess(
      samples(
        ({ p99Ms }) => p99Ms,
        (own) => own,
      ),
      P99_ERRORS,
    );
    this.candidates = simulated.map((each) => {
      const throughput = shifted(this.#throughput.at(each.at), each.simulated.throughput);
      const p99 = shifted(this.#p99.at(each.at), each.simulated.p99Ms);
      return {
        ...each,
        throughput,
        p99,
        meets: this.#chanceWithinLimits(each.point, throughput, p99),
      };
    });
  }

  /** Logarithm of a candidate's value for the goal; -Infinity if it is unlikely to keep the limits. */
  value({ point, throughput, p99, meets }: Candidate): number {
    if (meets < LIKELY) return -Infinity;
    const expected = { throughput: throughput.mean, p99: p99.mean };
    return logValueAt(this.#goal, point.settings.instances, expected);
  }

  /**
   * Worth of offering a candidate: its value, or the loss for breaking the limits, each weighed by its probability. Unlike
   * {@link value}, its expectation doesn't change with a measurement.
   */
  worth({ point, throughput, p99, meets }: Candidate): number {
    const expected = { throughput: throughput.mean, p99: p99.mean };
    const value = logValueAt(this.#goal, point.settings.instances, expected);
    // An instance costs too much to weigh probabilities: limits count as kept only if that is likely.
    if (this.#goal.kind === "instances") return meets >= LIKELY ? value : value - TOO_FEW;
    return value - (1 - meets) * LIMIT_BROKEN;
  }

  /** The same if each figure is better by this many deviations and by `more`; -Infinity if even that breaks the limits. */
  optimistic({ point, throughput, p99 }: Candidate, deviations: number, more = 0): number {
    const best = {
      throughput: throughput.mean + deviations * throughput.deviation + more,
      p99: p99.mean - deviations * p99.deviation - more,
    };
    const limits = logLimits(this.#goal);
    const isWithin = best.throughput >= limits.throughput && best.p99 <= limits.p99;
    return isWithin && !this.#isOut(point)
      ? logValueAt(this.#goal, point.settings.instances, best)
      : -Infinity;
  }

  /** Expected change of a candidate's logarithms when `measured` is measured, as standard deviations. */
  change({ at }: Candidate, measured: Candidate, noise: number): readonly [number, number] {
    return [
      this.#throughput.change(at, measured.at, this.#throughputNoise(noise)),
      this.#p99.change(at, measured.at, noise),
    ];
  }

  /**
   * The candidate after a measurement with an expected `change` of its logarithms of throughput and p99, if it changes them
   * by this many deviations; its uncertainty is smaller then.
   */
  moved(
    candidate: Candidate,
    [throughputChange, p99Change]: readonly [number, number],
    [throughputBy, p99By]: readonly [number, number],
  ): Candidate {
    const throughput = measuredAgain(candidate.throughput, throughputChange, throughputBy);
    const p99 = measuredAgain(candidate.p99, p99Change, p99By);
    return {
      ...candidate,
      throughput,
      p99,
      meets: this.#chanceWithinLimits(candidate.point, throughput, p99),
    };
  }

  #chanceWithinLimits(point: Point, throughput: Estimate, p99: Estimate): number {
    return this.#isOut(point) ? 0 : chanceWithinLimits(this.#goal, throughput, p99);
  }

  readonly #throughputNoise = (own: number) =>
    this.#goal.kind === "throughput" ? own : Math.min(own, NOISE_AT_RATE);
}

function chanceWithinLimits(goal: TuningGoal, throughput: Estimate, p99: Estimate): number {
  const limits = logLimits(goal);
  const served =
    limits.throughput === -Infinity
      ? 1
      : 1 - normalCdf((limits.throughput - throughput.mean) / spread(throughput));
  const fast = limits.p99 === Infinity ? 1 : normalCdf((limits.p99 - p99.mean) / spread(p99));
  return served * fast;
}

const measuredAgain = ({ mean, deviation }: Estimate, change: number, by: number): Estimate => ({
  mean: mean + change * by,
  deviation: Math.sqrt(Math.max(0, deviation ** 2 - change ** 2)),
});

const spread = ({ deviation }: Estimate) => Math.max(deviation, 1e-6);
const shifted = (estimate: Estimate, figure: number) => moved(estimate, Math.log(figure));
const moved = ({ mean, deviation }: Estimate, by: number): Estimate => ({
  mean: mean + by,
  deviation,
});

/**
 * Expected gain of the offer's worth, as a logarithm, from measuring `next`: the knowledge gradient (Frazier, Powell and
 * Dayanik 2009) under limits. `measured`: the candidates that can be offered now.
 */
export function measurementValue(
  correction: Correction,
  measured: readonly Candidate[],
  next: Candidate,
  noise: number,
): number {
  if (measured.length === 0) return correction.worth(next);
  const most = (candidates: readonly Candidate[]) =>
    Math.max(...candidates.map((each) => correction.worth(each)));
  const offered = (measured.includes(next) ? measured : [...measured, next]).map((candidate) => ({
    candidate,
    change: correction.change(candidate, next, noise),
  }));
  let expected = 0;
  for (const [throughputZ, throughputWeight] of NORMAL_NODES) {
    for (const [p99Z, p99Weight] of NORMAL_NODES) {
      const then = offered.map(({ candidate, change }) =>
        correction.moved(candidate, change, [throughputZ, p99Z]),
      );
      expected += throughputWeight * p99Weight * most(then);
    }
  }
  return expected - most(measured);
}
