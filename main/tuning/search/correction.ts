import type { Belief } from "./fit.ts";
import {
  averagedProcess,
  type Coordinates,
  type Covariance,
  type Estimate,
  type PossibleCovariance,
  type Process,
  type Sample,
  smooth,
} from "../../simulation/index.ts";
import { logLimits, logValueAt, type Outcome, type TuningGoal } from "./goal.ts";
import { dot, solveLower } from "../../simulation/index.ts";
import { NORMAL_NODES, normalCdf } from "./normal.ts";
import { type Point, samePoint } from "./settings.ts";
import type { NoisySample } from "../../simulation/index.ts";

/** The simulator's prediction for a point; `at`: its coordinates. */
export interface Simulated {
  readonly point: Point;
  readonly at: Coordinates;
  readonly simulated: Outcome;
  /** Change of the logarithms of both figures by each unknown value of the server model; absent: not known. */
  readonly effects?: readonly LogOutcome[];
}

/** What is known of the server model's values beforehand, and with which of them points are simulated. */
export interface Unknowns {
  readonly values: readonly number[];
  readonly beforehand: Belief;
}

export interface LogOutcome {
  readonly throughput: number;
  readonly p99: number;
}

export interface Measured {
  readonly point: Point;
  readonly outcome: Outcome;
  /** Standard deviation of the figures as a share of them. */
  readonly noise: number;
  /** Its measurement ended early since it couldn't become the best. */
  readonly endedEarly?: boolean;
  /** Its executions with the usual number of threads; absent: none. */
  readonly batches?: readonly NoisySample[];
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
/** A figure of a point. */
interface Figure {
  readonly kind: "throughput" | "p99";
  readonly at: Coordinates;
  /** Independent deviations that the unknown values of the server model lead to. */
  readonly parts: readonly number[];
}

/**
 * Errors of the simulator beyond the values of its server model: shared by all configurations, and specific to each. The
 * measurements show which of them prevail: a few measurements correct shared errors everywhere, as closely as noise allows.
 */
const LENGTH = 0.8;
const SHARED = { throughput: 0.1, p99: 0.2 };
/** A few similar measurements don't prove that all are. */
const LOCAL = [
  { weight: 0.15, throughput: 0.02, p99: 0.04 },
  { weight: 0.35, throughput: 0.04, p99: 0.08 },
  { weight: 0.5, throughput: 0.08, p99: 0.15 },
];
const ERRORS: readonly PossibleCovariance<Figure>[] = LOCAL.map(({ weight, ...local }) => {
  const own = (kind: Figure["kind"]) =>
    smooth({ shared: SHARED[kind], local: local[kind], length: LENGTH });
  const [throughput, p99] = [own("throughput"), own("p99")];
  const covariance: Covariance<Figure> = (a, b) => {
    const known = dot(a.parts, b.parts);
    if (a.kind !== b.kind) return known;
    return known + (a.kind === "throughput" ? throughput : p99)(a.at, b.at);
  };
  return { covariance, weight };
});
/** While a server keeps up with a rate, throughput is the rate, almost without noise. */
const NOISE_AT_RATE = 0.02;

/** Expected changes of a figure, as standard deviations, by two independent causes. */
type Change = readonly [number, number];

/**
 * Predictions corrected by the measurements (SEARCH-4): both figures of all points depend on the unknown values of the server
 * model, and each has errors of its own.
 */
export class Correction {
  readonly candidates: readonly Candidate[];
  readonly #goal: TuningGoal;
  readonly #process: Process<Figure>;
  readonly #figures: ReadonlyMap<Point, Record<Figure["kind"], Figure & { mean: number }>>;
  readonly #isOut: (point: Point) => boolean;

  /** `isOut`: whether a point is known to break a constraint; it then never keeps the limits. */
  constructor(
    simulated: readonly Simulated[],
    trials: readonly Measured[],
    goal: TuningGoal,
    {
      isOut = () => false,
      unknowns = null,
    }: {
      readonly isOut?: (point: Point) => boolean;
      readonly unknowns?: Unknowns | null;
    } = {},
  ) {
    this.#goal = goal;
    this.#isOut = isOut;
    this.#figures = new Map(
      simulated.map((each) => {
        const figure = (kind: Figure["kind"]) => ({
          kind,
          at: each.at,
          ...prior(each, kind, unknowns),
        });
        return [each.point, { throughput: figure("throughput"), p99: figure("p99") }];
      }),
    );
    const samples = trials.flatMap(({ point, outcome, noise }): Sample<Figure>[] => {
      const known = simulated.find((each) => samePoint(each.point, point));
      const figures = known && this.#figures.get(known.point);
      if (!figures) return [];
      const { throughput, p99 } = figures;
      return [
        {
          at: throughput,
          value: Math.log(outcome.throughput / known.simulated.throughput) - throughput.mean,
          noise: this.#throughputNoise(noise),
        },
        { at: p99, value: Math.log(outcome.p99Ms / known.simulated.p99Ms) - p99.mean, noise },
      ];
    });
    this.#process = averagedProcess(samples, ERRORS);
    this.candidates = simulated.map((each) => {
      const own = this.#findFigures(each);
      const corrected = (kind: Figure["kind"], figure: number): Estimate => {
        const { mean, deviation } = this.#process.at(own[kind]);
        return { mean: Math.log(figure) + own[kind].mean + mean, deviation };
      };
      const throughput = corrected("throughput", each.simulated.throughput);
      const p99 = corrected("p99", each.simulated.p99Ms);
      return {
        ...each,
        throughput,
        p99,
        meets: this.#chanceWithinLimits(each.point, throughput, p99),
      };
    });
  }

  #findFigures({ point }: Simulated) {
    return this.#figures.get(point) as Record<Figure["kind"], Figure & { mean: number }>;
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

  /**
   * Expected changes of a candidate's logarithms when `next` is measured, as standard deviations: by the measured throughput,
   * and by what its p99 shows beyond that.
   */
  change(candidate: Candidate, next: Candidate, noise: number): Record<Figure["kind"], Change> {
    const { throughput, p99 } = this.#findFigures(next);
    const { covariance } = this.#process;
    const first = Math.sqrt(covariance(throughput, throughput) + this.#throughputNoise(noise) ** 2);
    const common = covariance(p99, throughput) / first;
    const second = Math.sqrt(Math.max(noise ** 2, covariance(p99, p99) + noise ** 2 - common ** 2));
    const own = this.#findFigures(candidate);
    const changes = (figure: Figure): Change => {
      const byFirst = covariance(figure, throughput) / first;
      return [byFirst, (covariance(figure, p99) - byFirst * common) / second];
    };
    return { throughput: changes(own.throughput), p99: changes(own.p99) };
  }

  /** The candidate after a measurement with these expected changes, if each cause has this many deviations. */
  moved(
    candidate: Candidate,
    change: Record<Figure["kind"], Change>,
    by: readonly [number, number],
  ): Candidate {
    const throughput = measuredAgain(candidate.throughput, change.throughput, by);
    const p99 = measuredAgain(candidate.p99, change.p99, by);
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

const measuredAgain = (
  { mean, deviation }: Estimate,
  [first, second]: Change,
  [byFirst, bySecond]: readonly [number, number],
): Estimate => ({
  mean: mean + first * byFirst + second * bySecond,
  deviation: Math.sqrt(Math.max(0, deviation ** 2 - first ** 2 - second ** 2)),
});

/** What is known of a figure beforehand: its mean relative to the simulated one, and independent parts of its deviation. */
function prior({ effects }: Simulated, kind: Figure["kind"], unknowns: Unknowns | null) {
  if (!unknowns) return { mean: 0, parts: [] };
  const { values, beforehand } = unknowns;
  // Those of an earlier fit may lack a value that was learned since; new ones come before the next trial.
  if (effects?.length !== values.length) return { mean: 0, parts: values.map(() => 0) };
  const own = effects.map((each) => each[kind]);
  const mean = dot(
    own,
    beforehand.mean.map((each, i) => each - (values[i] as number)),
  );
  return { mean, parts: solveLower(beforehand.precision, own) };
}

const spread = ({ deviation }: Estimate) => Math.max(deviation, 1e-6);

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
  for (const [firstZ, firstWeight] of NORMAL_NODES) {
    for (const [secondZ, secondWeight] of NORMAL_NODES) {
      const then = offered.map(({ candidate, change }) =>
        correction.moved(candidate, change, [firstZ, secondZ]),
      );
      expected += firstWeight * secondWeight * most(then);
    }
  }
  return expected - most(measured);
}
