import { type BatchSample, type CostModel, learnCost, meanTime } from "../../simulation/index.ts";
import { type Estimate, gaussianProcess, type Kernel } from "./gaussian-process.ts";
import { logLimits, logValue, type Outcome, type TuningGoal } from "./goal.ts";
import { predict, type ServerModel } from "./predict.ts";
import { coordinates, type Point, samePoint, sameSettings, type Settings } from "./settings.ts";

export interface SearchOptions {
  readonly goal: TuningGoal;
  /** Executions before the search. At least one size must have run often enough to learn from. */
  readonly known: readonly BatchSample[];
  /** See the simulation's inputs of these names. */
  readonly overheadNs: number;
  readonly itemsPerRequest: number;
  /** What may be tried; see {@link grid}. */
  readonly points: readonly Point[];
  /** The active settings; measured first. */
  readonly baseline: Settings;
  /** Measurements at most, the baseline's and failed ones among them. */
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

/** A configuration under a load, with the corrected prediction for it. */
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
export const LIKELY = 0.5;
const MIN_TRIALS = 4;
/** Costs that differ by no more than this share are not simulated again. */
const ALIKE = 0.04;
/** Executions of earlier traffic count for at most so many: a trial outweighs them. */
const KNOWN_WEIGHT = 100;

/**
 * Chooses what to measure next. The simulator predicts every point; a Gaussian process learns by how much it is off;
 * the next trial is the point with the largest expected improvement, times the chance that the goal's limits are kept
 * (Gardner et al. 2014, "Bayesian optimization with inequality constraints").
 */
export class ConfigurationSearch {
  readonly #options: SearchOptions;
  readonly #trials: Measured[] = [];
  readonly #samples: BatchSample[];
  #failed = 0;
  #points: readonly Point[];
  #server: ServerModel;
  #simulated: readonly { point: Point; at: readonly number[]; simulated: Outcome }[];
  #slowdown: "measured" | "assumed";
  #endReason: string | null = null;

  /** Throws RangeError where nothing can be learned from `known`. */
  constructor(options: SearchOptions) {
    const { known, overheadNs, itemsPerRequest, points } = options;
    this.#options = options;
    this.#points = points;
    this.#samples = known.map((each) => ({ ...each, count: Math.min(each.count, KNOWN_WEIGHT) }));
    const learned = learnCost(this.#samples);
    if (!learned) throw new RangeError("known: no batch size ran often enough to learn from");
    this.#slowdown = learned.slowdown;
    this.#server = { cost: learned.cost, overheadNs, itemsPerRequest };
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
    if (this.#trials.length + this.#failed >= trials)
      return this.#end(`All ${trials} trials are used.`);
    const candidates = this.#candidates();
    if (candidates.length === 0) return this.#end("No configuration is left to try.");
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
    const { candidate, gain } = scored.reduce((a, b) => (b.gain > a.gain ? b : a));
    if (this.#trials.length >= MIN_TRIALS && gain < LEAST_GAIN) {
      return this.#end(
        incumbent === null
          ? "No configuration is likely to keep the limits."
          : `No other configuration is expected to be more than ${LEAST_GAIN * 100} % better.`,
      );
    }
    return trialOf(candidate, this.#reasonFor(candidate, gain, incumbent));
  }

  #end(reason: string): null {
    this.#endReason = reason;
    return null;
  }

  #reasonFor({ point, meets }: Candidate, gain: number, incumbent: number | null): string {
    const { kind } = this.#options.goal;
    if (this.#isMeasured(point)) return "Measured once more, because noise could change the order.";
    const chance = `limits kept with a chance of ${(meets * 100).toFixed(0)} %`;
    if (incumbent === null) return `Nothing measured keeps the limits; here ${chance}.`;
    // Instances weigh too much for their gain to be a share.
    if (kind === "instances") return `Fewer instances or a lower p99; ${chance}.`;
    const share = Math.expm1(gain) * 100;
    return `Expected improvement ${share < 10 ? share.toPrecision(2) : share.toFixed(0)} %, ${chance}.`;
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

  /**
   * A point at which nothing could be measured counts as a trial. Where its settings ran before, the load was at fault: it is
   * left out with larger ones; else its settings are, with all that have as large batches and as many instances.
   */
  fail({ settings, clients }: Point): void {
    this.#failed += 1;
    const ran = this.#hasRun(settings);
    const isOut = (point: Point) =>
      ran
        ? sameSettings(point.settings, settings) && (point.clients ?? 0) >= (clients ?? 0)
        : point.settings.maxBatchSize >= settings.maxBatchSize &&
          point.settings.instances >= settings.instances &&
          !this.#hasRun(point.settings);
    this.#points = this.#points.filter((point) => !isOut(point));
    this.#simulated = this.#simulated.filter(({ point }) => !isOut(point));
  }

  /** The point of these settings that suits the goal best, by the corrected predictions; null where none is left. */
  bestLoad(settings: Settings): Point | null {
    const own = this.#candidates().filter(({ point }) => sameSettings(point.settings, settings));
    return own.length > 0 ? best(own, this.#options.goal).point : null;
  }

  /** The best of what was measured; without one that keeps the limits, the one that is most likely to. */
  best(): Found | null {
    const measured = this.#candidates().filter(({ point }) => this.#isMeasured(point));
    if (measured.length === 0) return null;
    return foundOf(best(measured, this.#options.goal));
  }

  /** Every point that may be tried, with the corrected prediction for it. */
  predictions(): Found[] {
    return this.#candidates().map(foundOf);
  }

  #isMeasured(point: Point): boolean {
    return this.#trials.some((trial) => samePoint(trial.point, point));
  }

  #hasRun(settings: Settings): boolean {
    return this.#trials.some(({ point }) => sameSettings(point.settings, settings));
  }

  /** What no execution has shown yet: how long large batches take, and what instances do to each other. */
  #informative(candidates: readonly Candidate[]): Trial | null {
    const { baseline, goal, trials } = this.#options;
    const { cost, itemsPerRequest } = this.#server;
    if (this.#trials.length + this.#failed >= trials - 1) return null;
    const untried = candidates.filter(({ point }) => !this.#hasRun(point.settings));
    const largest = Math.max(...candidates.map(({ point }) => point.settings.maxBatchSize));
    const seen = Math.max(itemsPerRequest, ...cost.times.map(({ size }) => size));
    if (seen < largest / 2) {
      const [busiest] = untried
        .filter(
          ({ point: { settings } }) =>
            settings.maxBatchSize === largest &&
            settings.instances === baseline.instances &&
            settings.delayUs === 0,
        )
        .toSorted((a, b) => (b.point.clients ?? 0) - (a.point.clients ?? 0));
      if (busiest) return trialOf(busiest, "Shows how long large batches take.");
    }
    if (this.#slowdown === "measured") return null;
    const more = untried.filter(({ point }) => point.settings.instances !== baseline.instances);
    if (more.length === 0) return null;
    return trialOf(best(more, goal), "Shows how instances slow each other down.");
  }

  #simulateAll() {
    const { goal, requests, seed } = this.#options;
    return this.#points.map((point) => ({
      point,
      at: coordinates(point),
      simulated: predict(this.#server, goal, point, { requests, seed }),
    }));
  }

  #candidates(): Candidate[] {
    const { goal } = this.#options;
    const noiseLimit = goal.kind === "throughput" ? Infinity : NOISE_AT_RATE;
    const residuals = (read: (outcome: Outcome) => number, mostNoise = Infinity) =>
      this.#trials.flatMap(({ point, outcome, noise: own }) => {
        const known = this.#simulated.find((each) => samePoint(each.point, point));
        if (!known) return [];
        const noise = Math.min(own, mostNoise);
        return [{ at: known.at, value: Math.log(read(outcome) / read(known.simulated)), noise }];
      });
    const ofThroughput = gaussianProcess(
      residuals(({ throughput }) => throughput, noiseLimit),
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

  /** The value to improve on: that of the best measured point that keeps the limits; null without one. */
  #incumbent(candidates: readonly Candidate[]): number | null {
    const values = candidates
      .filter(({ point, meets: chance }) => chance >= LIKELY && this.#isMeasured(point))
      .map((candidate) => valueOf(candidate, this.#options.goal));
    return values.length > 0 ? Math.max(...values) : null;
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

/** Logarithm by which a point is expected to be better than the best so far, weighted with the chance that it keeps the limits. */
function expectedGain(candidate: Candidate, goal: TuningGoal, incumbent: number | null): number {
  if (incumbent === null) return candidate.meets;
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
