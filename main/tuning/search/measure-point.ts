import type { Clock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { ModelStatistics } from "../../../engine/types.ts";
import type { ExperimentPlan, SearchConstraints, StepRepeat } from "../../contract/index.ts";
import {
  errorFactor,
  hopelessReason,
  type LoadGenerator,
  measureUndisturbed,
  stepLoads,
  type Subject,
  worseFactor,
} from "../../lab/measuring.ts";
import { busyDuring, executionsBetween } from "../../simulation/index.ts";
import { checkConstraints } from "./constraints.ts";
import { type Cutoff, EarlyStop } from "./early-stop.ts";
import { SingleBatches, type WatchBatches } from "./single-batches.ts";
import type { OtherModels } from "./other-models.ts";
import type { Point } from "./settings.ts";
import type { Measurement } from "./measurement.ts";

export interface PointMeasuring {
  /** The request and its protocol; its load is replaced by the point's. */
  readonly subject: Subject;
  /** Rate of the load, requests/s, if points have no clients. */
  readonly rate: number | null;
  readonly generator: LoadGenerator;
  readonly clock: Clock;
  /** Current statistics of the model. */
  readonly statistics: (signal: AbortSignal) => Promise<readonly ModelStatistics[]>;
  /** Rejects if the server doesn't answer. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** The measurement starts again, since it was disturbed. */
  readonly onRepeat?: ((repeat: StepRepeat) => void) | undefined;
  /** Absent: the server doesn't report single batches. */
  readonly watchBatches?: WatchBatches | undefined;
  /** Absent: none. */
  readonly constraints?: SearchConstraints | undefined;
  /** Current counters of all the server's models, to check their objectives. */
  readonly otherModels?: (signal: AbortSignal) => Promise<OtherModels>;
}

export interface PointRun {
  /** Seeds the requests, so that each measurement has different ones. */
  readonly position: number;
  /** Absent: from the plan. */
  readonly seconds?: number;
  readonly signal: AbortSignal;
  /** It ends early once the point can't become the best; null or absent: never early. */
  readonly cutoff?: Cutoff | null;
}

/**
 * Measures a point whose settings are active, with the generator and the verdicts of an experiment. Rejects with ABORTED on
 * an abort, UNAVAILABLE if the server is gone, and FAILED_PRECONDITION if no request succeeds.
 */
export async function measurePoint(
  measuring: PointMeasuring,
  point: Point,
  { position, seconds, signal, cutoff = null }: PointRun,
): Promise<Measurement> {
  const { generator, clock, statistics, onRepeat } = measuring;
  const subject = subjectAt(measuring, point, { seconds, cutoff });
  const [load] = stepLoads(subject.plan);
  if (!load) throw new StatusError("INTERNAL", "The plan has no load.");
  const othersBefore = await readOthers(measuring, signal);
  const before = await statistics(signal);
  using singles = new SingleBatches(measuring.watchBatches);
  const startedMs = clock.monotonic();
  const earlyStop = cutoff && new EarlyStop(cutoff, load.spec);
  let endedEarly: string | null = null;
  let hopeless: string | null = null;
  const ending = new AbortController();
  const run = measureUndisturbed(
    subject,
    {
      position,
      load,
      candidate: null,
      replicate: null,
      seed: subject.plan.seed + position,
      stopWhenCertified: false,
    },
    {
      generator,
      clock,
      signal: AbortSignal.any([signal, ending.signal]),
      onRepeat,
      onProgress: (progress, certificate) => {
        if (progress.phase !== "warmup") singles[Symbol.dispose]();
        hopeless ??= hopelessReason(progress);
        if (hopeless !== null) ending.abort();
        if (!earlyStop || endedEarly !== null) return;
        endedEarly = earlyStop.reasonToEnd(progress, certificate);
        if (endedEarly !== null) run.finish();
      },
    },
  );
  const step = await run.step;
  if (signal.aborted) throw new StatusError("ABORTED", String(signal.reason));
  if (!step || step.successes === 0) {
    const failure =
      hopeless ??
      step?.failures[0]?.message ??
      `no response came within ${subject.plan.secondsPerStep} s. Measure longer.`;
    throw await describeFailure(measuring, failure, signal);
  }
  const after = await statistics(signal);
  const batches = executionsBetween(before, after);
  const spanNs = (clock.monotonic() - startedMs) * 1e6;
  const { instances } = point.settings;
  const items = subject.plan.traffic[0]?.batchSize ?? 1;
  const maxItems = point.clients === null ? null : point.clients * items;
  const othersAfter = othersBefore && (await readOthers(measuring, signal));
  const { constraints } = measuring;
  const checked = constraints
    ? checkConstraints(constraints, {
        settings: point.settings,
        statistics: after,
        others: othersBefore && othersAfter && { before: othersBefore, after: othersAfter },
      })
    : null;
  const busy = busyDuring(batches, { instances, maxItems, spanNs });
  return {
    outcome: {
      throughput: step.requestsPerSecond,
      // With too few requests for a p99, the maximum takes its place.
      p99Ms: step.response.p99?.value ?? step.response.max ?? Number.POSITIVE_INFINITY,
    },
    batches: batches.map((each) => ({ ...each, busy })),
    singles: singles.warm,
    invalidReason:
      step.verdict.reasons.find(({ severity }) => severity === "invalid")?.text ?? null,
    errorFactor: errorFactor(step.verdict),
    worseFactor: worseFactor(step.verdict),
    endedEarly,
    ...checked,
  };
}

/** Null if no other model's objective counts. */
async function readOthers(
  { constraints, otherModels }: PointMeasuring,
  signal: AbortSignal,
): Promise<OtherModels | null> {
  if (!otherModels || !constraints || constraints.objectives.length === 0) return null;
  return await otherModels(signal);
}

function subjectAt(
  { subject, rate }: PointMeasuring,
  { clients }: Point,
  {
    seconds = subject.plan.secondsPerStep,
    cutoff,
  }: { readonly seconds: number | undefined; readonly cutoff: Cutoff | null },
): Subject {
  const load: ExperimentPlan["load"] =
    clients === null
      ? { kind: "rate", rates: [rate ?? 1], arrivals: { kind: "poisson" } }
      : { kind: "concurrency", levels: [clients], thinkMs: 0 };
  const objective: ExperimentPlan["objective"] =
    cutoff === null || cutoff.p99Ms === null ? null : { percentile: 99, boundMs: cutoff.p99Ms };
  return { ...subject, plan: { ...subject.plan, load, objective, secondsPerStep: seconds } };
}

async function describeFailure(
  { ask }: PointMeasuring,
  failure: string,
  signal: AbortSignal,
): Promise<StatusError> {
  try {
    await ask(signal);
  } catch (error) {
    return new StatusError("UNAVAILABLE", StatusError.from(error).message);
  }
  return new StatusError("FAILED_PRECONDITION", `No request succeeded: ${failure}`);
}
