import { type CostModel, meanTime } from "../../simulation/index.ts";
import { type BatchSample, learnCost } from "./cost-learning.ts";
import { type Estimate, gaussianProcess, type Kernel } from "./gaussian-process.ts";
import { logLimits, logValue, type Outcome, type TuningGoal } from "./goal.ts";
import { predict, type ServerModel } from "./predict.ts";
import { coordinates, type Point, type Settings, sameSettings } from "./settings.ts";

export interface SearchOptions {
  readonly goal: TuningGoal;
  readonly server: ServerModel;
  /** What may be tried; see {@link grid}. */
  readonly points: readonly Point[];
  /** What serves now; measured first. */
  readonly baseline: Settings;
  /** Measurements at most, the baseline's among them. */
  readonly trials: number;
  /** Standard deviation of a measured figure as a share of it. */
  readonly noise: number;
  /** Requests simulated for each point. */
  readonly requests: number;
  readonly seed: number;
}

export interface Trial {
  readonly point: Point;
  readonly predicted: Outcome;
  /** A sentence. */
  readonly reason: string;
}

export interface Measured {
  readonly point: Point;
  readonly outcome: Outcome;
  /** See {@link SearchOptions.noise}. */
  readonly noise: number;
}

/** A configuration that was measured, with the corrected prediction for it. */
export interface Found {
  readonly point: Point;
  readonly expected: Outcome;
  /** Chance (0..1) that it is within the goal's limits. */
  readonly meets: number;
}

interface Candidate {
  readonly point: Point;
  readonly at: readonly number[];
  readonly simulated: Outcome;
  /** Corrected by what the trials measured, logarithms. */
  readonly throughput: Estimate;
  readonly p99: Estimate;
  readonly meets: number;
}

/** How far the simulator is expected to be off: everywhere alike, and from one configuration to another. */
const THROUGHPUT_ERROR: Kernel = { shared: 0.15, local: 0.08, length: 1 };
const P99_ERROR: Kernel = { shared: 0.25, local: 0.15, length: 1 };
/** At a rate that a server keeps up with, throughput is the rate: hardly noise. */
const NOISE_AT_RATE = 0.02;
/** An improvement of less than this share is not looked for. */
const LEAST_GAIN = 0.01;
/** A configuration is offered where its limits are at least as likely kept as not. */
const LIKELY = 0.5;
const MIN_TRIALS = 4;
/** Costs that differ by no more than this share are not simulated again. */
const ALIKE = 0.04;

/**
 * Chooses what to measure next. The simulator predicts every point; a Gaussian process learns by how much it is off;
 * the next trial is the point with the largest expected improvement, times the chance that the goal's limits are kept
 * (Gardner et al. 2014, "Bayesian optimization with inequality constraints").
 */
export class ConfigurationSearch {
  readonly #options: SearchOptions;
  readonly #trials: Measured[] = [];
  readonly #samples: BatchSample[] = [];
  #server: ServerModel;
  #simulated: readonly { point: Point; at: readonly number[]; simulated: Outcome }[];
  readonly #excluded: Pick<Settings, "maxBatchSize" | "instances">[] = [];
  #slowdown: "measured" | "assumed" = "assumed";
  #endReason: string | null = null;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#server = options.server;
    this.#simulated = this.#simulateAll();
  }

  get trials(): readonly Measured[] {
    return this.#trials;
  }

  /** Why no further trial is proposed; null before that. */
  get endReason(): string | null {
    return this.#endReason;
  }

  /** What to measure next; null at the end of the search. */
  next(): Trial | null {
    const { goal, trials, baseline } = this.#options;
    if (this.#trials.length >= trials) {
      this.#endReason = `All ${trials} trials are used.`;
      return null;
    }
    const candidates = this.#candidates();
    if (this.#trials.length === 0) {
      const own = candidates.filter(({ point }) => sameSettings(point.settings, baseline));
      const first = best(own.length > 0 ? own : candidates, goal);
      return trialOf(first, "The configuration that serves now, at its best load.");
    }
    const informative = this.#informative(candidates);
    if (informative) return informative;
    const incumbent = this.#incumbent(candidates);
    const scored = candidates.map((candidate) => ({
      candidate,
      gain: expectedGain(candidate, goal, incumbent),
    }));
    const most = scored.reduce((a, b) => (b.gain > a.gain ? b : a));
    if (this.#trials.length >= MIN_TRIALS && most.gain < LEAST_GAIN) {
      this.#endReason = `No other configuration is expected to be more than ${LEAST_GAIN * 100} % better.`;
      return null;
    }
    const known = this.#trials.some(({ point }) => samePoint(point, most.candidate.point));
    return trialOf(
      most.candidate,
      known
        ? "Measured once more, because noise could change the order."
        : `Expected improvement ${(most.gain * 100).toPrecision(2)} %, limits kept with a chance of ${(most.candidate.meets * 100).toFixed(0)} %.`,
    );
  }

  /** `batches`: the executions of the trial, where the server reports them. `noise`: of this trial, where it differs. */
  add(
    point: Point,
    outcome: Outcome,
    more: { readonly batches?: readonly BatchSample[]; readonly noise?: number } = {},
  ): void {
    this.#trials.push({ point, outcome, noise: more.noise ?? this.#options.noise });
    this.#samples.push(...(more.batches ?? []));
    const learned = learnCost(this.#samples);
    if (!learned) return;
    this.#slowdown = learned.slowdown;
    if (isAlike(this.#server.cost, learned.cost)) return;
    this.#server = { ...this.#server, cost: learned.cost };
    this.#simulated = this.#simulateAll();
  }

  /** Leaves out settings that failed, with all that have as large batches and as many instances. */
  exclude({ maxBatchSize, instances }: Settings): void {
    this.#excluded.push({ maxBatchSize, instances });
    this.#simulated = this.#simulated.filter(({ point }) => this.#isAllowed(point));
  }

  #isAllowed({ settings }: Point): boolean {
    return !this.#excluded.some(
      ({ maxBatchSize, instances }) =>
        settings.maxBatchSize >= maxBatchSize && settings.instances >= instances,
    );
  }

  /** The best of what was measured; without one that keeps the limits, the one that is most likely to. */
  best(): Found | null {
    const measured = this.#candidates().filter(({ point }) =>
      this.#trials.some((trial) => samePoint(trial.point, point)),
    );
    if (measured.length === 0) return null;
    return foundOf(best(measured, this.#options.goal));
  }

  /** Every point with its corrected prediction. */
  map(): Found[] {
    return this.#candidates().map(foundOf);
  }

  /** What no execution has shown yet: how long large batches take, and what instances do to each other. */
  #informative(candidates: readonly Candidate[]): Trial | null {
    const { baseline, itemsPerRequest } = { ...this.#options, ...this.#server };
    if (this.#trials.length >= this.#options.trials - 1) return null;
    const largest = Math.max(...candidates.map(({ point }) => point.settings.maxBatchSize));
    const seen = Math.max(itemsPerRequest, ...this.#server.cost.times.map(({ size }) => size));
    const untried = (candidate: Candidate) =>
      !this.#trials.some(({ point }) => sameSettings(point.settings, candidate.point.settings));
    const busiest = (some: readonly Candidate[]) =>
      some.toSorted((a, b) => (b.point.clients ?? 0) - (a.point.clients ?? 0))[0];
    if (seen < largest / 2) {
      const large = candidates.filter(
        (candidate) =>
          candidate.point.settings.maxBatchSize === largest &&
          candidate.point.settings.instances === baseline.instances &&
          candidate.point.settings.delayUs === 0 &&
          untried(candidate),
      );
      const chosen = busiest(large);
      if (chosen) return trialOf(chosen, "Shows how long large batches take.");
    }
    if (this.#slowdown === "assumed") {
      const more = candidates.filter(
        (candidate) =>
          candidate.point.settings.instances !== baseline.instances && untried(candidate),
      );
      if (more.length > 0) {
        return trialOf(best(more, this.#options.goal), "Shows how instances slow each other down.");
      }
    }
    return null;
  }

  #simulateAll() {
    const { points, goal, requests, seed } = this.#options;
    return points
      .filter((point) => this.#isAllowed(point))
      .map((point) => ({
        point,
        at: coordinates(point),
        simulated: predict(this.#server, goal, point, { requests, seed }),
      }));
  }

  #candidates(): Candidate[] {
    const { goal } = this.#options;
    const residuals = (read: (outcome: Outcome) => number, mostNoise = Infinity) =>
      this.#trials.flatMap(({ point, outcome, noise: own }) => {
        const known = this.#simulated.find((each) => samePoint(each.point, point));
        if (!known) return [];
        const noise = Math.min(own, mostNoise);
        return [{ at: known.at, value: Math.log(read(outcome) / read(known.simulated)), noise }];
      });
    const ofThroughput = gaussianProcess(
      residuals(
        ({ throughput }) => throughput,
        goal.kind === "throughput" ? Infinity : NOISE_AT_RATE,
      ),
      THROUGHPUT_ERROR,
    );
    const ofP99 = gaussianProcess(
      residuals(({ p99Ms }) => p99Ms),
      P99_ERROR,
    );
    const limits = logLimits(goal);
    return this.#simulated.map(({ point, at, simulated }) => {
      const throughput = shifted(ofThroughput(at), Math.log(simulated.throughput));
      const p99 = shifted(ofP99(at), Math.log(simulated.p99Ms));
      const served =
        limits.throughput === -Infinity
          ? 1
          : 1 - normalCdf((limits.throughput - throughput.mean) / spread(throughput));
      const fast = limits.p99 === Infinity ? 1 : normalCdf((limits.p99 - p99.mean) / spread(p99));
      return { point, at, simulated, throughput, p99, meets: served * fast };
    });
  }

  /** The value to improve on: that of the best measured point that keeps the limits. */
  #incumbent(candidates: readonly Candidate[]): number {
    const { goal } = this.#options;
    const values = candidates
      .filter(({ point, meets: chance }) => {
        return chance >= LIKELY && this.#trials.some((trial) => samePoint(trial.point, point));
      })
      .map((candidate) => valueOf(candidate, goal));
    return values.length > 0 ? Math.max(...values) : -Infinity;
  }
}

/** Whether predictions from one would hardly differ from those of the other: what they are off is learned anyway. */
function isAlike(before: CostModel, after: CostModel): boolean {
  const factor = (size: number) => {
    const ratio = meanTime(after.times, size) / meanTime(before.times, size);
    return Math.max(ratio, 1 / ratio);
  };
  const sizes = [...before.times, ...after.times].map(({ size }) => size);
  return (
    Math.abs(after.slowdown - before.slowdown) <= ALIKE &&
    sizes.every((size) => factor(size) <= 1 + ALIKE)
  );
}

const samePoint = (a: Point, b: Point) =>
  a.clients === b.clients && sameSettings(a.settings, b.settings);
const spread = ({ deviation }: Estimate) => Math.max(deviation, 1e-6);
const shifted = ({ mean, deviation }: Estimate, by: number): Estimate => ({
  mean: mean + by,
  deviation,
});

const expectedOf = ({ throughput, p99 }: Candidate): Outcome => ({
  throughput: Math.exp(throughput.mean),
  p99Ms: Math.exp(p99.mean),
});

const valueOf = (candidate: Candidate, goal: TuningGoal) =>
  logValue(goal, candidate.point.settings.instances, expectedOf(candidate));

function best(candidates: readonly Candidate[], goal: TuningGoal): Candidate {
  const likely = candidates.filter(({ meets: chance }) => chance >= LIKELY);
  const key = (candidate: Candidate) =>
    likely.length > 0 ? valueOf(candidate, goal) : candidate.meets;
  return (likely.length > 0 ? likely : candidates).reduce((a, b) => (key(b) > key(a) ? b : a));
}

/** Share by which a point is expected to be better than the best so far, weighted with the chance that it keeps the limits. */
function expectedGain(candidate: Candidate, goal: TuningGoal, incumbent: number): number {
  if (incumbent === -Infinity) return candidate.meets;
  const mean = valueOf(candidate, goal) - incumbent;
  const deviation = spread(goal.kind === "throughput" ? candidate.throughput : candidate.p99);
  const z = mean / deviation;
  return candidate.meets * (mean * normalCdf(z) + deviation * normalDensity(z));
}

function trialOf({ point, simulated }: Candidate, reason: string): Trial {
  return { point, predicted: simulated, reason };
}

function foundOf(candidate: Candidate): Found {
  return { point: candidate.point, expected: expectedOf(candidate), meets: candidate.meets };
}

const normalDensity = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Within 1.5 × 10⁻⁷ (Abramowitz and Stegun 1964, 7.1.26). */
function normalCdf(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const poly =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (poly * Math.exp((-z * z) / 2)) / 2;
  return z >= 0 ? 1 - tail : tail;
}
