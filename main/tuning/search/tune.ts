import { inSlices } from "../../../base/steps.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { ConstraintViolation, MeasuredTrial } from "../../contract/index.ts";
import { differenceOfPairs } from "../../lab/measuring.ts";
import type { BatchSample, SingleBatch } from "../../simulation/index.ts";
import type { Cutoff } from "./early-stop.ts";
import { meanOutcome, meets, type Outcome, type TuningGoal } from "./goal.ts";
import {
  ConfigurationSearch,
  type Found,
  type SearchOptions,
  type Trial,
  USUAL_NOISE,
} from "./search.ts";
import { type Point, sameSettings, type Settings } from "./settings.ts";

export interface Measurement {
  readonly outcome: Outcome;
  /** Its executions; empty if the server doesn't report them. */
  readonly batches: readonly BatchSample[];
  /** Single executions of a moment; absent if the server doesn't report them. */
  readonly singles?: readonly SingleBatch[];
  /** Why the figures are invalid; null if they are valid. */
  readonly invalidReason: string | null;
  /** By which an invalid measurement may be off; null or absent: unknown (V18). */
  readonly errorFactor?: number | null;
  /** Absent: no constraint was broken. */
  readonly violation?: ConstraintViolation | null;
  /** Why it ended early, as a sentence; null or absent if it didn't. */
  readonly endedEarly?: string | null;
  /** The model's memory as reported by the server; null or absent if not reported. */
  readonly memoryBytes?: number | null;
}

/** A server whose model can be measured with other settings. Calls reject with StatusErrors. */
export interface TunableServer {
  /** Makes the settings active. */
  apply(settings: Settings, signal: AbortSignal): Promise<void>;
  /** Restores exactly what was active before the first `apply`; does nothing if nothing was applied. */
  restore(): Promise<void>;
  /**
   * With a cutoff, it may end once that is passed. INVALID_ARGUMENT or UNAVAILABLE if no request succeeds with the active
   * settings.
   */
  measure(point: Point, signal: AbortSignal, cutoff?: Cutoff | null): Promise<Measurement>;
}

export interface TuneListener {
  /** `number` from 1. */
  began(trial: Trial, number: number): void;
  measured(point: Point, measurement: Measurement, number: number): void;
  /** A trial without figures, and the reason. */
  failed(point: Point, reason: string): void;
  /** Before the first trial and after each: the current state of the search. */
  updated?(search: Pick<ConfigurationSearch, "predictions" | "best">): void;
  confirming(pair: number, pairs: number): void;
}

export interface TuneOptions extends SearchOptions {
  /** Pairs of baseline and winner, one after the other. */
  readonly pairs: number;
  /** Trials of the same search before it was interrupted, in order: the next one follows them. */
  readonly earlier?: readonly EarlierTrial[];
  /** True: no further trial begins, and confirmation follows. */
  readonly isOver?: () => boolean;
}

/** `measurement` null: it failed. */
export interface EarlierTrial {
  readonly point: Point;
  readonly measurement: Measurement | null;
}

/** A stored trial in the form of a new one. */
export function earlierTrial(trial: MeasuredTrial): EarlierTrial {
  const { point, outcome, problem: invalidReason, batches = [], violation, endedEarly } = trial;
  const more = { violation: violation ?? null, endedEarly: endedEarly ?? null };
  return { point, measurement: outcome && { outcome, batches, invalidReason, ...more } };
}

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
}

export interface TuneResult {
  /** "confirmed": better than the baseline, and within the limits. */
  readonly conclusion: "confirmed" | "unconfirmed" | "baseline is best" | "out of reach";
  readonly found: Found;
  readonly confirmation: Confirmation | null;
  readonly endReason: string;
  readonly trials: number;
}

/** Invalid measurements still count, with this multiple of the noise. */
const INVALID_NOISE = 3;
/** As do those that ended early. */
const EARLY_NOISE = 2;

/**
 * Searches and confirms. However it ends, it restores the former settings. Rejects with ABORTED on an abort, with the
 * server's error if the baseline can't be measured, and with DATA_LOSS if the former settings can't be restored.
 */
export async function tune(
  server: TunableServer,
  options: TuneOptions,
  listener: TuneListener,
  signal: AbortSignal,
): Promise<TuneResult> {
  try {
    return await run(server, options, listener, signal);
  } catch (error) {
    requireGoing(signal);
    throw error;
  } finally {
    await restore(server);
  }
}

async function restore(server: TunableServer): Promise<void> {
  try {
    await server.restore();
  } catch (error) {
    throw new StatusError(
      "DATA_LOSS",
      `Can't restore the former configuration: ${StatusError.from(error).message} Load the model again.`,
      { cause: error },
    );
  }
}

async function run(
  server: TunableServer,
  options: TuneOptions,
  listener: TuneListener,
  signal: AbortSignal,
): Promise<TuneResult> {
  const search = new ConfigurationSearch(options);
  const { baseline, goal } = options;
  const measure = async ({ settings, clients }: Point, cutoff: Cutoff | null = null) => {
    requireGoing(signal);
    await server.apply(settings, signal);
    return await server.measure({ settings, clients }, signal, cutoff);
  };
  const add = (point: Point, { outcome, batches, invalidReason, ...more }: Measurement) => {
    const { violation, endedEarly = null, singles = [] } = more;
    const factor = invalidReason === null ? (endedEarly === null ? 1 : EARLY_NOISE) : INVALID_NOISE;
    const noise = (options.noise ?? USUAL_NOISE) * factor;
    search.add(point, outcome, {
      batches,
      singles,
      noise,
      violation: violation ?? null,
      endedEarly: endedEarly !== null,
    });
  };
  let first: Point | null = null;
  const { earlier = [] } = options;
  for (const { point, measurement } of earlier) {
    if (measurement) {
      first ??= point;
      add(point, measurement);
    } else search.fail(point);
  }
  const next = () => inSlices(search.next());
  for (
    let trial = await next(), number = earlier.length + 1;
    trial;
    trial = await next(), number++
  ) {
    if (first && options.isOver?.()) break;
    listener.updated?.(search);
    const { point } = trial;
    listener.began(trial, number);
    let measurement: Measurement;
    try {
      measurement = await measure(point, search.cutoff(point));
    } catch (error) {
      requireGoing(signal);
      if (!first || isGone(error)) throw error;
      const { message } = StatusError.from(error);
      search.fail(point);
      listener.failed(point, message);
      continue;
    }
    first ??= point;
    add(point, measurement);
    listener.measured(point, measurement, number);
  }
  listener.updated?.(search);
  const found = search.best();
  if (!found || !first) throw new StatusError("INTERNAL", "The search measured nothing.");
  const ended = {
    found,
    endReason: search.endReason ?? "The time is used.",
    trials: search.trials.length,
  };
  if (sameSettings(found.point.settings, baseline)) {
    return {
      ...ended,
      conclusion: found.meets < 0.5 ? "out of reach" : "baseline is best",
      confirmation: null,
    };
  }
  if (search.findViolation(found.point) !== null) {
    return { ...ended, conclusion: "out of reach", confirmation: null };
  }
  // This load may suit it better than the one predicted first.
  const former = search.bestLoad(baseline) ?? first;
  const confirmation = await confirm({
    goal,
    baseline: former,
    mayBaselineStay: search.findViolation(former) === null,
    winner: found.point,
    pairs: options.pairs,
    measure,
    listener,
  });
  return { ...ended, confirmation, conclusion: conclusionFrom(confirmation) };
}

function conclusionFrom(confirmation: Confirmation): TuneResult["conclusion"] {
  const { meets: isWithin, verdict, invalidReason, violation } = confirmation;
  if (invalidReason !== null || violation !== null) return "unconfirmed";
  if (!isWithin) return "out of reach";
  return verdict === "better" ? "confirmed" : "unconfirmed";
}

interface Contest {
  readonly goal: TuningGoal;
  readonly baseline: Point;
  /** False if the baseline breaks a constraint. */
  readonly mayBaselineStay: boolean;
  readonly winner: Point;
  readonly pairs: number;
  readonly measure: (point: Point) => Promise<Measurement>;
  readonly listener: TuneListener;
}

/** Measures both in pairs with alternating order. */
async function confirm(contest: Contest): Promise<Confirmation> {
  const { goal, baseline, winner, pairs, measure, listener, mayBaselineStay } = contest;
  const before: Measurement[] = [];
  const after: Measurement[] = [];
  for (let i = 0; i < pairs; i++) {
    listener.confirming(i + 1, pairs);
    for (const point of i % 2 === 0 ? [baseline, winner] : [winner, baseline]) {
      (point === baseline ? before : after).push(await measure(point));
    }
  }
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
    goal.kind === "instances" && winner.settings.instances < baseline.settings.instances;
  // A baseline that breaks limits or constraints can't win, and fewer instances are an improvement in themselves.
  const isBetter = fewer || !mayBaselineStay || !meets(goal, meanAtBest(before));
  const found: Confirmation = {
    baseline: meanOutcome(before.map(({ outcome }) => outcome)),
    winner: meanOutcome(after.map(({ outcome }) => outcome)),
    verdict: isBetter ? "better" : verdict,
    ratio: ratio && { value: ratio.value, low: ratio.low, high: ratio.high },
    meets: meets(goal, meanOutcome(after.map(({ outcome }) => outcome))),
    invalidReason: null,
    violation: after.find(({ violation }) => violation)?.violation ?? null,
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

const meanAtBest = (measurements: readonly Measurement[]) =>
  meanOutcome(measurements.map((each) => shifted(each.outcome, boundedError(each))));

const meanAtWorst = (measurements: readonly Measurement[]) =>
  meanOutcome(measurements.map((each) => shifted(each.outcome, 1 / boundedError(each))));

/** `factor` over 1: better. */
const shifted = ({ throughput, p99Ms }: Outcome, factor: number): Outcome => ({
  throughput: throughput * factor,
  p99Ms: p99Ms / factor,
});

function requireGoing(signal: AbortSignal): void {
  if (signal.aborted) throw new StatusError("ABORTED", String(signal.reason ?? "Stopped."));
}

/** Whether the server went away, rather than rejecting these settings. */
function isGone(error: unknown): boolean {
  return StatusError.from(error).code === "UNAVAILABLE";
}
