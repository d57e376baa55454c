import type { Steps } from "../../../base/steps.ts";
import type { ConstraintViolation, SearchConstraints } from "../../contract/index.ts";
import {
  ASSUMED_VARIATION,
  type BatchSample,
  type CostModel,
  learnCost,
  learnFactors,
  learnFront,
  serialFronts,
  meanTime,
  MIN_EXECUTIONS,
  type SingleBatch,
} from "../../simulation/index.ts";
import { memoryViolation } from "./constraints.ts";
import type { Cutoff } from "./early-stop.ts";
import {
  type Candidate,
  Correction,
  LIKELY,
  type LogOutcome,
  type Measured,
  measurementValue,
  type Simulated,
} from "./correction.ts";
import { withoutDrift } from "./drift.ts";
import { type FittedServer, fitServer } from "./fit-server.ts";
import { logValueAt, meanOutcome, type Outcome, type TuningGoal } from "./goal.ts";
import { predict, type ServerModel, simulatePoint } from "./predict.ts";
import { type NoisySample, smoothTimes } from "../../simulation/index.ts";
import { coordinates, type Point, samePoint, sameSettings, type Settings } from "./settings.ts";

export interface SearchOptions {
  readonly goal: TuningGoal;
  /** Executions before the search. At least one size must have run often enough to learn from. */
  readonly known: readonly BatchSample[];
  /** See the simulation's inputs of these names. */
  readonly overheadNs: number;
  readonly itemsPerRequest: number;
  /** Cores that instances share which are processes; absent: not known, or no processes. */
  readonly cores?: number | undefined;
  /** See {@link ServerModel}. */
  readonly queue?: ServerModel["queue"];
  readonly repeatShare?: ServerModel["repeatShare"];
  /** Points that may be tried; see {@link grid} and {@link withinMemory}. */
  readonly points: readonly Point[];
  /** Absent: none. */
  readonly constraints?: SearchConstraints | undefined;
  /** The active settings; measured first. */
  readonly baseline: Settings;
  /** Max measurements, including the baseline's and failed ones. */
  readonly trials: number;
  /** Standard deviation of a measured figure as a share of it. */
  readonly noise?: number;
  /** Requests simulated per point. */
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
  /** Probability (0..1) that it keeps the goal's limits. */
  readonly meets: number;
}

/** Figures of valid measurements differ by about this share. */
export const USUAL_NOISE = 0.05;
const SIMULATED_REQUESTS = 1500;
/** Further runs of measured points and points that may be the best: the p99 of one run is off by a few percent. */
const FINE_RUNS = 6;
/** Runs that show the effect of an unknown value: the same random numbers make it exact enough. */
const EFFECT_RUNS = 2;
/** Requests simulated per measurement to learn the front end's time. */
const SERIAL_REQUESTS = 600;
/** Log-likelihood by which it must explain the trials better: errors of batch times can look like a front end. */
const SERIAL_GAIN = 6;
/** Max points that may be the best. */
const FINE_POINTS = 24;
/** Possible improvement of predictions by another cost model, as a logarithm: less after {@link MIN_TRIALS}. */
const COST_CHANGE = 0.15;
const EARLY_COST_CHANGE = 0.35;
/** With fewer trials, nothing is known of large batches and instances. */
const MIN_TO_EXCLUDE = 4;
/** Points that turn out worse make room for others. */
const FINE_ROUNDS = 2;
/** With fewer trials, none is spent on checking the machine's speed. */
const MIN_TO_CHECK = 8;
/** Measurements with a smaller expected improvement of the result, as a share, are not made. */
const MIN_GAIN = 0.0001;
const MIN_TRIALS = 9;
/** A runner-up is confirmed along with the best configuration from this expected improvement of the result, as a share. */
const MIN_GAIN_OF_RUNNER_UP = 0.001;
/** Under a light load instances are hardly busy at the same time, however many trials there are. */
const MOST_TRIALS_OF_INSTANCES = 2;
/** Costs that differ by no more than this share don't need another simulation. */
const ALIKE = 0.04;
/** Executions of earlier traffic count as at most this many: a trial outweighs them. */
const KNOWN_WEIGHT = 100;
/** And with this many times the noise: the server may have changed since. */
const KNOWN_NOISE = 2;

/**
 * Chooses the next measurement. The simulator predicts every point, a Gaussian process learns its errors, and the next trial
 * is the point whose measurement is expected to improve the result most.
 */
export class ConfigurationSearch {
  readonly #options: SearchOptions;
  readonly #trials: Measured[] = [];
  /** Executions before the search. */
  readonly #known: readonly NoisySample[];
  /** By size. */
  readonly #singles = new Map<number, SingleBatch[]>();
  /** Executions with another number of threads. */
  readonly #threadSamples = new Map<number, BatchSample[]>();
  /** Measured points that broke a constraint. */
  readonly #violations: KnownViolation[] = [];
  #failed = 0;
  #points: readonly Point[];
  #server: ServerModel;
  /** The server model's unknown values; null before any trial. */
  #fitted: FittedServer | null = null;
  #simulated: readonly Simulated[] = [];
  /** For the current simulations and measurements; null until needed. */
  #correction: Correction | null = null;
  /** Whether the server model includes all trials. */
  #isLearned = true;
  /** Whether the server model differs from the simulated one. */
  #isStale = true;
  /** Points simulated with more requests. */
  readonly #fine = new Set<Point>();
  #slowdown: "measured" | "assumed";
  #endReason: string | null = null;

  /** Throws a RangeError if nothing can be learned from `known`. */
  constructor(options: SearchOptions) {
    const { known, overheadNs, itemsPerRequest, queue, repeatShare, points, cores } = options;
    this.#options = options;
    this.#points = points;
    const { noise = USUAL_NOISE } = options;
    this.#known = known.map((each) => ({
      ...each,
      count: Math.min(each.count, KNOWN_WEIGHT),
      noise: KNOWN_NOISE * noise,
    }));
    const learned = learnCost(this.#known);
    if (!learned) throw new RangeError("known: no batch size ran often enough to learn from");
    this.#slowdown = learned.slowdown;
    const cost = { ...learned.cost, cores };
    this.#server = { cost, overheadNs, itemsPerRequest, queue, repeatShare };
  }

  get trials(): readonly Measured[] {
    return this.#trials;
  }

  /** Why no further trial is proposed; null while one is. */
  get endReason(): string | null {
    return this.#endReason;
  }

  /** The next trial; null at the end of the search. Takes a few seconds, in steps. */
  *next(): Steps<Trial | null> {
    if (!this.#isLearned) yield* this.#learn();
    if (this.#isStale) yield* this.#simulateAll();
    yield* this.#refine();
    const { trials, baseline, noise = USUAL_NOISE } = this.#options;
    if (this.#trials.length + this.#failed >= trials)
      return this.#end(`All ${trials} trials are used.`);
    const correction = this.#correct();
    const { candidates } = correction;
    if (candidates.length === 0) return this.#end("No configuration is left to try.");
    if (this.#trials.length === 0) {
      const own = candidates.filter(({ point }) => sameSettings(point.settings, baseline));
      const first = best(correction, own.length > 0 ? own : candidates);
      return toTrial(first, "The active configuration, at its best load.");
    }
    const informative = this.#informative(correction) ?? this.#baselineAgain(correction);
    if (informative) return informative;
    const measured = this.#offerable(correction);
    const incumbent = Math.max(...measured.map((each) => correction.value(each)));
    // Points that can't be offered aren't measured, however informative.
    const allowed = candidates.filter(({ point }) => this.findViolation(point) === null);
    if (allowed.length === 0) return this.#end("No configuration is left to try.");
    let [candidate, gain] = [allowed[0] as Candidate, -Infinity];
    for (const each of this.#worthMeasuring(allowed)) {
      const own = measurementValue(correction, measured, each, noise);
      if (own > gain) [candidate, gain] = [each, own];
      yield;
    }
    if (this.#trials.length >= MIN_TRIALS && gain < MIN_GAIN) {
      return this.#end(
        incumbent === -Infinity
          ? "No configuration is likely to keep the limits."
          : "No further measurement is expected to improve the result.",
      );
    }
    return toTrial(candidate, this.#reasonFor(candidate, incumbent));
  }

  /** Points that may be the best, and measured ones; all if none may. */
  #worthMeasuring(allowed: readonly Candidate[]): readonly Candidate[] {
    const fine = allowed.filter(({ point }) => this.#fine.has(point));
    return fine.some(({ point }) => !this.#isMeasured(point)) ? fine : allowed;
  }

  #end(reason: string): null {
    this.#endReason = reason;
    return null;
  }

  /** `incumbent`: the value of the best measured point; -Infinity if none keeps the limits. */
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
    const percent = `${Math.abs(share) < 9.5 ? Math.abs(share).toPrecision(1) : Math.abs(share).toFixed(0)} %`;
    return share > 0
      ? `Expected to be ${percent} better, ${chance}.`
      : `Expected to be ${percent} worse, but that is uncertain; ${chance}.`;
  }

  /**
   * `batches`: the executions of the trial, if the server reports them. `noise`: of this trial, if it differs. `violation`:
   * the constraint that it broke.
   */
  add(
    point: Point,
    outcome: Outcome,
    more: {
      readonly batches?: readonly BatchSample[];
      /** Single executions in the order in which they ran, if the server reports them. */
      readonly singles?: readonly SingleBatch[];
      readonly noise?: number;
      readonly violation?: ConstraintViolation | null;
      /** It couldn't become the best: it can't be offered unless it is measured again. */
      readonly endedEarly?: boolean;
    } = {},
  ): void {
    const { batches = [], singles = [], noise = this.#options.noise ?? USUAL_NOISE } = more;
    const { violation = null, endedEarly = false } = more;
    const { threads } = point.settings;
    this.#correction = null;
    const isUsual = threads === undefined;
    this.#trials.push({
      point,
      outcome,
      noise,
      endedEarly,
      ...(isUsual && {
        batches: batches.map((each) => ({ ...each, noise: executionNoise(each, noise) })),
      }),
    });
    if (violation) this.#violations.push({ point, violation });
    for (const [size, same] of Map.groupBy(singles, (each) => each.size)) {
      this.#singles.set(size, [...(this.#singles.get(size) ?? []), ...same]);
    }
    if (!isUsual) {
      this.#threadSamples.set(threads, [...(this.#threadSamples.get(threads) ?? []), ...batches]);
    }
    this.#isLearned = false;
  }

  /** Learns from the trials so far. */
  *#learn(): Steps<void> {
    const { goal, seed, overheadNs, cores } = this.#options;
    this.#isLearned = true;
    const trials = this.#atPresentSpeed();
    const executions = [...this.#known, ...trials.flatMap(({ batches = [] }) => batches)];
    const learned = learnCost(executions);
    if (!learned) return;
    this.#slowdown = learned.slowdown;
    const samples = executions.filter(({ count, ns }) => count >= MIN_EXECUTIONS && ns > 0);
    const times = yield* smoothTimes(samples, learned.cost.slowdown);
    const factors = learnFactors([...this.#singles.values()].flat());
    const cost = { ...learned.cost, times, factors, cores };
    const fitted = yield* fitServer(
      {
        ...this.#server,
        cost,
        threadFactors: new Map(
          [...this.#threadSamples].map(([count, own]) => [count, timeFactor(cost, own)]),
        ),
      },
      {
        goal,
        trials,
        samples,
        reportedNs: overheadNs,
        timesAt:
          learned.slowdown === "measured" ? (slowdown) => smoothTimes(samples, slowdown) : null,
        seed,
      },
    );
    const server = yield* this.#withSerial(fitted.model);
    this.#fitted = fitted;
    this.#fine.clear();
    this.#correction = null;
    this.#isStale ||= !isAlike(this.#server, server);
    this.#server = server;
  }

  /** With the front end's time per request, learned from the trials with few and with many clients. */
  *#withSerial(server: ServerModel): Steps<ServerModel> {
    const { goal, seed } = this.#options;
    const loops = this.#trials.filter(({ point }) => point.clients !== null);
    if (loops.length < 2) return { ...server, serialNs: 0 };
    const fastest = Math.max(...loops.map(({ outcome }) => outcome.throughput));
    const { serialNs } = yield* learnFront(
      loops.map(({ point, outcome, noise }) => ({
        measured: outcome.throughput,
        noise,
        simulate: (front) =>
          predict({ ...server, serialNs: front.serialNs }, goal, point, {
            requests: SERIAL_REQUESTS,
            seed,
          }).throughput,
      })),
      serialFronts(1e9 / fastest),
      SERIAL_GAIN,
    );
    return { ...server, serialNs };
  }

  /**
   * A failed point counts as a trial. If its settings ran before, the load is to blame: it is excluded with larger ones;
   * otherwise its settings are, with all that have at least as large batches and as many instances.
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

  /** The best point of these settings by the corrected predictions; null if none is left. */
  bestLoad(settings: Settings): Point | null {
    const correction = this.#correct();
    const own = correction.candidates.filter(({ point }) => sameSettings(point.settings, settings));
    return own.length > 0 ? best(correction, own).point : null;
  }

  /** The best measured point, of `among` if given; if none keeps the limits, the one most likely to. */
  best(among?: readonly Point[]): Found | null {
    const correction = this.#correct();
    const measured = this.#offerable(correction).filter(
      ({ point }) => among?.some((each) => samePoint(each, point)) ?? true,
    );
    if (measured.length === 0) return null;
    return toFound(best(correction, measured));
  }

  /**
   * The measured point, other than the active settings, whose further measurements, this many, are expected to improve the
   * result most, if noise could change its order with the best one; else null.
   */
  runnerUp({ point: first }: Found, measurements: number): Point | null {
    const { baseline, noise = USUAL_NOISE } = this.#options;
    const correction = this.#correct();
    const measured = this.#offerable(correction);
    let [runnerUp, most]: [Point | null, number] = [null, MIN_GAIN_OF_RUNNER_UP];
    for (const each of measured) {
      const { settings } = each.point;
      if (samePoint(each.point, first) || sameSettings(settings, baseline)) continue;
      if (this.findViolation(each.point) !== null) continue;
      const gain = measurementValue(correction, measured, each, noise / Math.sqrt(measurements));
      if (gain > most) [runnerUp, most] = [each.point, gain];
    }
    return runnerUp;
  }

  /** Points measured in full; without any, all measured points. */
  #offerable({ candidates }: Correction): Candidate[] {
    const measured = candidates.filter(({ point }) => this.#isMeasured(point));
    const whole = measured.filter(({ point }) =>
      this.#trials.some((trial) => !trial.endedEarly && samePoint(trial.point, point)),
    );
    return whole.length > 0 ? whole : measured;
  }

  /** Figures at which an unmeasured point can't become the best; null before any point keeps the limits. */
  cutoff(point: Point): Cutoff | null {
    if (this.#isMeasured(point)) return null;
    const correction = this.#correct();
    const measured = this.#offerable(correction);
    if (!measured.some(({ meets }) => meets >= LIKELY)) return null;
    const { expected, point: incumbent } = toFound(best(correction, measured));
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

  /** Constraint that keeps a point from being offered; null if none (SEARCH-16, SEARCH-17). */
  findViolation(point: Point): ConstraintViolation | null {
    const { constraints } = this.#options;
    const known = this.#violations.find((each) => isAlsoViolated(point, each))?.violation;
    return known ?? (constraints ? memoryViolation(point.settings, constraints) : null);
  }

  /** All points that may be tried, with their corrected predictions. */
  predictions(): Found[] {
    return this.#correct().candidates.map(toFound);
  }

  #isMeasured(point: Point): boolean {
    return this.#trials.some((trial) => samePoint(trial.point, point));
  }

  #hasRun(settings: Settings): boolean {
    return this.#trials.some(({ point }) => sameSettings(point.settings, settings));
  }

  /** A trial for what no execution has shown yet: the time of large batches, or the slowdown between instances. */
  #informative(correction: Correction): Trial | null {
    const { candidates } = correction;
    const { baseline, trials } = this.#options;
    const { cost, itemsPerRequest } = this.#server;
    if (this.#trials.length + this.#failed >= trials - 1) return null;
    // Only batches and instances are learned from these trials.
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
      if (busiest) return toTrial(busiest, "Shows how long large batches take.");
    }
    if (this.#slowdown === "measured") return null;
    const tried = this.#trials.filter(
      ({ point }) => point.settings.instances !== baseline.instances,
    );
    if (tried.length >= MOST_TRIALS_OF_INSTANCES) return null;
    const more = untried.filter(({ point }) => point.settings.instances !== baseline.instances);
    if (more.length === 0) return null;
    return toTrial(best(correction, more), "Shows how instances slow each other down.");
  }

  /** Halfway, the active configuration is measured again, unless it was in between. */
  #baselineAgain({ candidates }: Correction): Trial | null {
    const { trials } = this.#options;
    const [first, ...others] = this.#trials;
    if (!first || trials < MIN_TO_CHECK || others.length + 1 + this.#failed !== trials >> 1) {
      return null;
    }
    if (others.some(({ point }) => samePoint(point, first.point))) return null;
    const baseline = candidates.find(({ point }) => samePoint(point, first.point));
    return baseline
      ? toTrial(
          baseline,
          "The active configuration once more: shows whether the machine's speed changed.",
        )
      : null;
  }

  *#simulateAll(): Steps<void> {
    const { goal, requests = SIMULATED_REQUESTS, seed } = this.#options;
    const simulated: Simulated[] = [];
    const hopeless = this.#hopeless();
    for (const point of this.#points) {
      const known = hopeless.get(point);
      if (known) {
        simulated.push(known);
        continue;
      }
      const { outcome, result } = simulatePoint(this.#server, goal, point, { requests, seed });
      simulated.push({
        point,
        at: coordinates(point, meanBatch(result.batches)),
        simulated: outcome,
      });
      yield;
    }
    this.#simulated = simulated;
    this.#fine.clear();
    this.#correction = null;
    this.#isStale = false;
  }

  /** Points that can't become the best under another cost model: their predictions stay. */
  #hopeless(): ReadonlyMap<Point, Simulated> {
    const { length } = this.#trials;
    if (length < MIN_TO_EXCLUDE || this.#slowdown === "assumed") return new Map();
    const change = length < MIN_TRIALS ? EARLY_COST_CHANGE : COST_CHANGE;
    const correction = this.#correct();
    const measured = correction.candidates.filter(({ point }) => this.#isMeasured(point));
    const incumbent = Math.max(...measured.map((each) => correction.value(each)));
    return new Map(
      correction.candidates
        .filter((each) => !measured.includes(each))
        .filter((each) => correction.optimistic(each, 3, change) < incumbent)
        .map((each) => [each.point, each]),
    );
  }

  /** Simulates measured points, and those that may be the best, again. */
  *#refine(): Steps<void> {
    const { goal, requests = SIMULATED_REQUESTS, seed } = this.#options;
    for (let round = 0; round < FINE_ROUNDS; round++) {
      const correction = this.#correct();
      const promising = correction.candidates
        .map((each) => ({ point: each.point, most: correction.optimistic(each, 1) }))
        .filter(({ most }) => most > -Infinity)
        .toSorted((a, b) => b.most - a.most)
        .slice(0, FINE_POINTS)
        .map(({ point }) => point);
      const wanted = new Set(
        [...promising, ...this.#measuredPoints()].filter((point) => !this.#fine.has(point)),
      );
      if (wanted.size === 0) return;
      const fine = new Map<Point, Pick<Simulated, "simulated" | "effects">>();
      for (const point of wanted) {
        this.#fine.add(point);
        const runs: Outcome[] = [];
        for (let run = 0; run < FINE_RUNS; run++) {
          runs.push(predict(this.#server, goal, point, { requests, seed: seed + run }));
          yield;
        }
        fine.set(point, {
          simulated: meanOutcome(runs),
          effects: yield* this.#effects(point, runs),
        });
      }
      this.#simulated = this.#simulated.map((each) => ({ ...each, ...fine.get(each.point) }));
      this.#correction = null;
    }
  }

  /** `runs`: of the fitted model. */
  *#effects(point: Point, runs: readonly Outcome[]): Steps<readonly LogOutcome[]> {
    const { goal, requests = SIMULATED_REQUESTS, seed } = this.#options;
    const { values = [], steps = [], modelAt = null } = this.#fitted ?? {};
    const { serialNs = 0 } = this.#server;
    const here = meanOutcome(runs.slice(0, EFFECT_RUNS));
    const effects: LogOutcome[] = [];
    for (const [i, step] of steps.entries()) {
      const other = values.with(i, (values[i] as number) + step);
      const model = { ...(modelAt as FittedServer["modelAt"])(other), serialNs };
      const changed: Outcome[] = [];
      for (let run = 0; run < EFFECT_RUNS; run++) {
        changed.push(predict(model, goal, point, { requests, seed: seed + run }));
        yield;
      }
      const there = meanOutcome(changed);
      effects.push({
        throughput: Math.log(there.throughput / here.throughput) / step,
        p99: Math.log(there.p99Ms / here.p99Ms) / step,
      });
    }
    return effects;
  }

  /** Measured points of the grid. */
  #measuredPoints(): Point[] {
    return this.#points.filter((point) => this.#isMeasured(point));
  }

  #atPresentSpeed(): readonly Measured[] {
    const { goal, noise = USUAL_NOISE } = this.#options;
    return withoutDrift(this.#trials, goal, noise);
  }

  #correct(): Correction {
    const isOut = (point: Point) => this.findViolation(point) !== null;
    this.#correction ??= new Correction(
      this.#simulated,
      this.#atPresentSpeed(),
      this.#options.goal,
      { isOut, unknowns: this.#fitted },
    );
    return this.#correction;
  }
}

interface KnownViolation {
  readonly point: Point;
  readonly violation: ConstraintViolation;
}

/** Memory grows with batches and instances; the impact on other models grows with the load of one configuration. */
function isAlsoViolated(
  { settings, clients }: Point,
  { point, violation }: KnownViolation,
): boolean {
  return violation.kind === "memory"
    ? settings.instances >= point.settings.instances &&
        settings.maxBatchSize >= point.settings.maxBatchSize
    : sameSettings(settings, point.settings) && (clients ?? 0) >= (point.clients ?? 0);
}

/** Noise of a mean time of executions: of the measurement, and of single executions. */
const executionNoise = ({ count }: BatchSample, noise: number) =>
  Math.hypot(noise, ASSUMED_VARIATION / Math.sqrt(count));

/** Mean items of a batch, from counts by size. */
function meanBatch(batches: ReadonlyMap<number, number>): number {
  let [items, count] = [0, 0];
  for (const [size, each] of batches) {
    items += size * each;
    count += each;
  }
  return count > 0 ? items / count : 1;
}

/** Measured time of batches over the cost model's; 1 without a sample. */
function timeFactor({ times, slowdown }: CostModel, samples: readonly BatchSample[]): number {
  let [took, expected] = [0, 0];
  for (const { size, count, ns, busy } of samples) {
    took += count * ns;
    expected += count * meanTime(times, size) * (1 + slowdown * (busy - 1));
  }
  return expected > 0 ? took / expected : 1;
}

/** Whether both predict nearly the same; smaller differences are corrected by the measurements anyway. */
function isAlike(before: ServerModel, after: ServerModel): boolean {
  const isClose = (a: number, b: number) => Math.max(a / b, b / a) <= 1 + ALIKE;
  const sizes = [...before.cost.times, ...after.cost.times].map(({ size }) => size);
  return (
    Math.abs(after.cost.slowdown - before.cost.slowdown) <= ALIKE &&
    sizes.every((size) =>
      isClose(meanTime(after.cost.times, size), meanTime(before.cost.times, size)),
    ) &&
    isNear(after.serialNs ?? 0, before.serialNs ?? 0, after) &&
    isNear(after.overheadNs, before.overheadNs, after) &&
    isNear(64 * (after.clientNs ?? 0), 64 * (before.clientNs ?? 0), after) &&
    [...(after.threadFactors ?? [])].every(([threads, factor]) =>
      isClose(factor, before.threadFactors?.get(threads) ?? 1),
    )
  );
}

/** Whether two times differ by a small share of a single item's time. */
const isNear = (
  a: number,
  b: number,
  { cost: { times }, overheadNs, itemsPerRequest }: ServerModel,
) => Math.abs(a - b) <= ALIKE * (meanTime(times, itemsPerRequest) + overheadNs);

/** The best by the goal; if none is likely to keep the limits, the one most likely to. */
function best(correction: Correction, candidates: readonly Candidate[]): Candidate {
  const likely = candidates.filter(({ meets }) => meets >= LIKELY);
  const key = (each: Candidate) => (likely.length > 0 ? correction.worth(each) : each.meets);
  return (likely.length > 0 ? likely : candidates).reduce((a, b) => (key(b) > key(a) ? b : a));
}

function toTrial({ point, simulated }: Candidate, reason: string): Trial {
  return { point, predicted: simulated, reason };
}

function toFound({ point, throughput, p99, meets }: Candidate): Found {
  const expected = { throughput: Math.exp(throughput.mean), p99Ms: Math.exp(p99.mean) };
  return { point, expected, meets };
}
