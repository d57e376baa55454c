import type { Steps } from "../../../base/steps.ts";
import type { ConstraintViolation, SearchConstraints } from "../../contract/index.ts";
import { type BatchSample, type CostModel, learnCost, meanTime } from "../../simulation/index.ts";
import { memoryViolation } from "./constraints.ts";
import type { Cutoff } from "./early-stop.ts";
import { type Candidate, Correction, LIKELY, type Measured, type Simulated } from "./correction.ts";
import { logValueAt, type Outcome, type TuningGoal } from "./goal.ts";
import { measurementValue } from "./measurement-value.ts";
import { predict, type ServerModel } from "./predict.ts";
import { coordinates, type Point, samePoint, sameSettings, type Settings } from "./settings.ts";

export interface SearchOptions {
  readonly goal: TuningGoal;
  /** Executions before the search. At least one size must have run often enough to learn from. */
  readonly known: readonly BatchSample[];
  /** See the simulation's inputs of these names. */
  readonly overheadNs: number;
  readonly itemsPerRequest: number;
  /** See {@link ServerModel}. */
  readonly queue?: ServerModel["queue"];
  readonly repeatShare?: ServerModel["repeatShare"];
  /** What may be tried; see {@link grid} and {@link withinMemory}. */
  readonly points: readonly Point[];
  /** Absent: none. */
  readonly constraints?: SearchConstraints | undefined;
  /** The active settings; measured first. */
  readonly baseline: Settings;
  /** Measurements at most, the baseline's and failed ones among them. */
  readonly trials: number;
  /** Standard deviation of a measured figure as a share of it. */
  readonly noise?: number;
  /** Requests simulated for each point. */
  readonly requests?: number;
  readonly seed: number;
}

export interface Trial {
  readonly point: Point;
  readonly predicted: Outcome;
  /** A sentence. */
  readonly reason: string;
}

/** A configuration under a load, with the corrected prediction for it. */
export interface Found {
  readonly point: Point;
  readonly expected: Outcome;
  /** Chance (0..1) that it is within the goal's limits. */
  readonly meets: number;
}

/** Figures of valid measurements differ by about this share from one to the next. */
export const USUAL_NOISE = 0.05;
const SIMULATED_REQUESTS = 1500;
/** A measurement that is expected to improve the result by less than this share is not made. */
const LEAST_GAIN = 0.0005;
const MIN_TRIALS = 4;
/** Costs that differ by no more than this share are not simulated again. */
const ALIKE = 0.04;
/** Executions of earlier traffic count as at most this many: a trial outweighs them. */
const KNOWN_WEIGHT = 100;

/**
 * Chooses what to measure next. The simulator predicts every point; a Gaussian process learns by how much it is off;
 * the next trial is the point whose measurement is expected to improve the result most.
 */
export class ConfigurationSearch {
  readonly #options: SearchOptions;
  readonly #trials: Measured[] = [];
  readonly #samples: BatchSample[];
  /** Executions with another number of threads. */
  readonly #threadSamples = new Map<number, BatchSample[]>();
  /** Measured points that broke a constraint. */
  readonly #violations: KnownViolation[] = [];
  #failed = 0;
  #points: readonly Point[];
  #server: ServerModel;
  #simulated: readonly Simulated[] = [];
  /** Of what is simulated and measured now; null until it is asked for. */
  #correction: Correction | null = null;
  /** Whether the costs differ from those that were simulated. */
  #isStale = true;
  #slowdown: "measured" | "assumed";
  #endReason: string | null = null;

  /** Throws RangeError where nothing can be learned from `known`. */
  constructor(options: SearchOptions) {
    const { known, overheadNs, itemsPerRequest, queue, repeatShare, points } = options;
    this.#options = options;
    this.#points = points;
    this.#samples = known.map((each) => ({ ...each, count: Math.min(each.count, KNOWN_WEIGHT) }));
    const learned = learnCost(this.#samples);
    if (!learned) throw new RangeError("known: no batch size ran often enough to learn from");
    this.#slowdown = learned.slowdown;
    this.#server = { cost: learned.cost, overheadNs, itemsPerRequest, queue, repeatShare };
  }

  get trials(): readonly Measured[] {
    return this.#trials;
  }

  /** Why no further trial is proposed; null before that. */
  get endReason(): string | null {
    return this.#endReason;
  }

  /** What to measure next; null at the end of the search. Some seconds of work, in steps. */
  *next(): Steps<Trial | null> {
    if (this.#isStale) yield* this.#simulateAll();
    const { trials, baseline, noise = USUAL_NOISE } = this.#options;
    if (this.#trials.length + this.#failed >= trials)
      return this.#end(`All ${trials} trials are used.`);
    const correction = this.#correct();
    const { candidates } = correction;
    if (candidates.length === 0) return this.#end("No configuration is left to try.");
    if (this.#trials.length === 0) {
      const own = candidates.filter(({ point }) => sameSettings(point.settings, baseline));
      const first = best(correction, own.length > 0 ? own : candidates);
      return trialOf(first, "The active configuration, at its best load.");
    }
    const informative = this.#informative(correction);
    if (informative) return informative;
    const measured = candidates.filter(({ point }) => this.#isMeasured(point));
    const incumbent = Math.max(...measured.map((each) => correction.value(each)));
    let [candidate, gain] = [candidates[0] as Candidate, -Infinity];
    for (const each of candidates) {
      const own = measurementValue(correction, measured, each, noise);
      if (own > gain) [candidate, gain] = [each, own];
      yield;
    }
    if (this.#trials.length >= MIN_TRIALS && gain < LEAST_GAIN) {
      return this.#end(
        incumbent === -Infinity
          ? "No configuration is likely to keep the limits."
          : "No further measurement is expected to improve the result.",
      );
    }
    return trialOf(candidate, this.#reasonFor(candidate, incumbent));
  }

  #end(reason: string): null {
    this.#endReason = reason;
    return null;
  }

  /** `incumbent`: the value of the best measured point; -Infinity where none keeps the limits. */
  #reasonFor({ point, throughput, p99, meets }: Candidate, incumbent: number): string {
    const { goal } = this.#options;
    if (this.#isMeasured(point)) return "Measured once more, because noise could change the order.";
    const chance = `limits kept with a chance of ${(meets * 100).toFixed(0)} %`;
    if (incumbent === -Infinity) return `Nothing measured keeps the limits; here ${chance}.`;
    // Instances weigh too much for their gain to be a share.
    if (goal.kind === "instances") return `Fewer instances or a lower p99; ${chance}.`;
    const expected = { throughput: throughput.mean, p99: p99.mean };
    const share =
      Math.expm1(logValueAt(goal, point.settings.instances, expected) - incumbent) * 100;
    const percent = `${Math.abs(share) < 10 ? Math.abs(share).toPrecision(1) : Math.abs(share).toFixed(0)} %`;
    return share > 0
      ? `Expected to be ${percent} better, ${chance}.`
      : `Expected to be ${percent} worse, but that is uncertain; ${chance}.`;
  }

  /**
   * `batches`: the executions of the trial, where the server reports them. `noise`: of this trial, where it differs.
   * `violation`: the constraint that it broke.
   */
  add(
    point: Point,
    outcome: Outcome,
    more: {
      readonly batches?: readonly BatchSample[];
      readonly noise?: number;
      readonly violation?: ConstraintViolation | null;
    } = {},
  ): void {
    const { batches = [], noise = this.#options.noise ?? USUAL_NOISE, violation = null } = more;
    const { threads } = point.settings;
    this.#correction = null;
    this.#trials.push({ point, outcome, noise });
    if (violation) this.#violations.push({ point, violation });
    if (threads === undefined) this.#samples.push(...batches);
    else
      this.#threadSamples.set(threads, [...(this.#threadSamples.get(threads) ?? []), ...batches]);
    const learned = learnCost(this.#samples);
    if (!learned) return;
    this.#slowdown = learned.slowdown;
    const server = {
      ...this.#server,
      cost: learned.cost,
      threadFactors: new Map(
        [...this.#threadSamples].map(([count, own]) => [count, timeFactor(learned.cost, own)]),
      ),
    };
    if (isAlike(this.#server, server)) return;
    this.#server = server;
    this.#isStale = true;
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
    this.#correction = null;
  }

  /** The point of these settings that suits the goal best, by the corrected predictions; null where none is left. */
  bestLoad(settings: Settings): Point | null {
    const correction = this.#correct();
    const own = correction.candidates.filter(({ point }) => sameSettings(point.settings, settings));
    return own.length > 0 ? best(correction, own).point : null;
  }

  /** The best of what was measured; without one that keeps the limits, the one that is most likely to. */
  best(): Found | null {
    const correction = this.#correct();
    const measured = correction.candidates.filter(({ point }) => this.#isMeasured(point));
    if (measured.length === 0) return null;
    return foundOf(best(correction, measured));
  }

  /** With which figures a point that wasn't measured yet can't become the best any more; null before anything keeps the limits. */
  cutoff(point: Point): Cutoff | null {
    if (this.#isMeasured(point)) return null;
    const correction = this.#correct();
    const measured = correction.candidates.filter((each) => this.#isMeasured(each.point));
    if (!measured.some(({ meets }) => meets >= LIKELY)) return null;
    const { expected, point: incumbent } = foundOf(best(correction, measured));
    const { goal, noise = USUAL_NOISE } = this.#options;
    const margin = 1 + 2 * noise;
    switch (goal.kind) {
      case "throughput":
        return {
          p99Ms: goal.p99Ms === null ? null : goal.p99Ms * margin,
          throughput: expected.throughput / margin,
        };
      case "latency":
        return { p99Ms: expected.p99Ms * margin, throughput: null };
      case "instances": {
        const isFewer = point.settings.instances < incumbent.settings.instances;
        const p99Ms = isFewer ? goal.p99Ms : Math.min(goal.p99Ms, expected.p99Ms);
        return { p99Ms: p99Ms * margin, throughput: null };
      }
    }
  }

  /** Why a point can't be offered although its figures may be good; null where nothing speaks against it (SEARCH-16, SEARCH-17). */
  violationOf(point: Point): ConstraintViolation | null {
    const { constraints } = this.#options;
    const known = this.#violations.find((each) => isAlsoViolated(point, each))?.violation;
    return known ?? (constraints ? memoryViolation(point.settings, constraints) : null);
  }

  /** Every point that may be tried, with the corrected prediction for it. */
  predictions(): Found[] {
    return this.#correct().candidates.map(foundOf);
  }

  #isMeasured(point: Point): boolean {
    return this.#trials.some((trial) => samePoint(trial.point, point));
  }

  #hasRun(settings: Settings): boolean {
    return this.#trials.some(({ point }) => sameSettings(point.settings, settings));
  }

  /** What no execution has shown yet: how long large batches take, and what instances do to each other. */
  #informative(correction: Correction): Trial | null {
    const { candidates } = correction;
    const { baseline, trials } = this.#options;
    const { cost, itemsPerRequest } = this.#server;
    if (this.#trials.length + this.#failed >= trials - 1) return null;
    // Of these only batches and instances are learned from.
    const untried = candidates.filter(
      ({ point: { settings } }) =>
        !this.#hasRun(settings) && settings.threads === undefined && !settings.cache,
    );
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
    return trialOf(best(correction, more), "Shows how instances slow each other down.");
  }

  *#simulateAll(): Steps<void> {
    const { goal, requests = SIMULATED_REQUESTS, seed } = this.#options;
    const simulated: Simulated[] = [];
    for (const point of this.#points) {
      const predicted = predict(this.#server, goal, point, { requests, seed });
      simulated.push({ point, at: coordinates(point), simulated: predicted });
      yield;
    }
    this.#simulated = simulated;
    this.#correction = null;
    this.#isStale = false;
  }

  #correct(): Correction {
    const isOut = (point: Point) => this.violationOf(point) !== null;
    this.#correction ??= new Correction(this.#simulated, this.#trials, this.#options.goal, isOut);
    return this.#correction;
  }
}

interface KnownViolation {
  readonly point: Point;
  readonly violation: ConstraintViolation;
}

/** Memory grows with batches and instances; what other models suffer, with the load of one configuration. */
function isAlsoViolated(
  { settings, clients }: Point,
  { point, violation }: KnownViolation,
): boolean {
  return violation.kind === "memory"
    ? settings.instances >= point.settings.instances &&
        settings.maxBatchSize >= point.settings.maxBatchSize
    : sameSettings(settings, point.settings) && (clients ?? 0) >= (point.clients ?? 0);
}

/** How long batches took, as a multiple of what the cost model says for them; 1 without one. */
function timeFactor({ times, slowdown }: CostModel, samples: readonly BatchSample[]): number {
  let [took, expected] = [0, 0];
  for (const { size, count, ns, busy } of samples) {
    took += count * ns;
    expected += count * meanTime(times, size) * (1 + slowdown * (busy - 1));
  }
  return expected > 0 ? took / expected : 1;
}

/** Whether predictions from one would hardly differ from those of the other: what they are off is learned anyway. */
function isAlike(before: ServerModel, after: ServerModel): boolean {
  const isClose = (a: number, b: number) => Math.max(a / b, b / a) <= 1 + ALIKE;
  const sizes = [...before.cost.times, ...after.cost.times].map(({ size }) => size);
  return (
    Math.abs(after.cost.slowdown - before.cost.slowdown) <= ALIKE &&
    sizes.every((size) =>
      isClose(meanTime(after.cost.times, size), meanTime(before.cost.times, size)),
    ) &&
    [...(after.threadFactors ?? [])].every(([threads, factor]) =>
      isClose(factor, before.threadFactors?.get(threads) ?? 1),
    )
  );
}

/** The best by the goal; where none is likely to keep the limits, the one that most likely does. */
function best(correction: Correction, candidates: readonly Candidate[]): Candidate {
  const likely = candidates.filter(({ meets }) => meets >= LIKELY);
  const key = (each: Candidate) => (likely.length > 0 ? correction.value(each) : each.meets);
  return (likely.length > 0 ? likely : candidates).reduce((a, b) => (key(b) > key(a) ? b : a));
}

function trialOf({ point, simulated }: Candidate, reason: string): Trial {
  return { point, predicted: simulated, reason };
}

function foundOf({ point, throughput, p99, meets }: Candidate): Found {
  const expected = { throughput: Math.exp(throughput.mean), p99Ms: Math.exp(p99.mean) };
  return { point, expected, meets };
}
