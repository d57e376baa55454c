import { inSlices } from "../../../base/steps.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { MeasuredTrial } from "../../contract/index.ts";
import type { Cutoff } from "./early-stop.ts";
import { type Confirmation, judgeConfirmation, measureInTurn } from "./confirm.ts";
import type { Measurement } from "./measurement.ts";
import {
  ConfigurationSearch,
  type Found,
  type SearchOptions,
  type Trial,
  USUAL_NOISE,
} from "./search.ts";
import { type Point, samePoint, sameSettings, type Settings } from "./settings.ts";

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
  /** `runnerUp`: measured in the same pairs, since noise could change its order with the best; null: none is. */
  confirming(pair: number, pairs: number, runnerUp: Point | null): void;
}

export interface TuneOptions extends SearchOptions {
  /** Pairs of baseline and best configuration, one after the other. */
  readonly pairs: number;
  /** Trials of the same search before it was interrupted, in order: the next one follows them. */
  readonly earlier?: readonly EarlierTrial[];
  /** Only confirms this point, a result of the earlier trials. */
  readonly confirm?: Found;
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
    if (first && (options.confirm || options.isOver?.())) break;
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
  if (!options.confirm) listener.updated?.(search);
  const found = options.confirm ?? search.best();
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
  const { pairs } = options;
  const runnerUp = search.runnerUp(found, pairs);
  const contestants = runnerUp ? [found.point, runnerUp] : [found.point];
  const measured = await measureInTurn([former, ...contestants], pairs, {
    measure,
    began: (pair) => listener.confirming(pair, pairs, runnerUp),
  });
  const of = (point: Point) => ({ point, measurements: measured.get(point) ?? [] });
  if (runnerUp) {
    for (const point of contestants) {
      for (const each of of(point).measurements) add(point, each);
    }
  }
  const best = (runnerUp && search.best(contestants)) ?? found;
  const winner = contestants.find((point) => samePoint(point, best.point)) ?? found.point;
  const second = contestants.find((point) => point !== winner);
  const confirmation = judgeConfirmation({
    goal,
    baseline: of(former),
    mayBaselineStay: search.findViolation(former) === null,
    winner: of(winner),
    ...(second && { runnerUp: of(second) }),
  });
  return { ...ended, found: best, confirmation, conclusion: conclusionFrom(confirmation) };
}

function conclusionFrom(confirmation: Confirmation): TuneResult["conclusion"] {
  const { meets: isWithin, verdict, invalidReason, violation } = confirmation;
  if (invalidReason !== null || violation !== null) return "unconfirmed";
  if (!isWithin) return "out of reach";
  return verdict === "better" ? "confirmed" : "unconfirmed";
}

function requireGoing(signal: AbortSignal): void {
  if (signal.aborted) throw new StatusError("ABORTED", String(signal.reason ?? "Stopped."));
}

/** Whether the server went away, rather than rejecting these settings. */
function isGone(error: unknown): boolean {
  return StatusError.from(error).code === "UNAVAILABLE";
}
