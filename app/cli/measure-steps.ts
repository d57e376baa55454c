import { StatusError } from "../../base/status-error.ts";
import { systemClock } from "../../base/clock.ts";
import type { Experiment, ExperimentStep } from "../../main/contract/index.ts";
import {
  endedInFailures,
  goalOf,
  type LoadGenerator,
  loadWords,
  measureStep,
  measureUndisturbed,
  type PlannedStep,
  type StepRun,
  type Subject,
} from "../../main/lab/measuring.ts";
import { connectionLossReason } from "./exit-code.ts";
import { latencyFigure } from "./measure-figures.ts";
import type { MeasureFlags } from "./measure-flags.ts";
import { ProgressLine } from "./measure-progress.ts";
import { type Pass, StabilityWatch } from "./measure-stability.ts";

export interface MeasuredStep {
  readonly step: ExperimentStep;
  /** Null where its length was given. */
  readonly isStable: boolean | null;
}

export interface StepListener {
  began(planned: PlannedStep): void;
  passed(pass: Pass, index: number): void;
  measured(measured: MeasuredStep): void;
}

export interface Measured {
  readonly steps: readonly MeasuredStep[];
  readonly search: Experiment["search"];
  /** Why it ended before its time, with what was measured until then; null where it did not. */
  readonly failure: string | null;
  /** Why the server answered no more, so that further loads were left out; null where it did. */
  readonly gone: string | null;
}

/**
 * Measures what the flags ask for, one step after the other, until it is done, the server is gone and does not answer
 * `ask`, or an abort ends it. Rejects as a step does where none was measured before.
 */
export async function measureSteps(
  flags: MeasureFlags,
  subject: Subject,
  generator: LoadGenerator,
  listener: StepListener,
  signal: AbortSignal,
  ask: () => Promise<unknown>,
): Promise<Measured> {
  const goal = goalOf(subject.plan);
  const steps: MeasuredStep[] = [];
  let failure: string | null = null;
  let gone: string | null = null;
  try {
    for (let planned = goal.next(); planned && !signal.aborted; planned = goal.next()) {
      listener.began(planned);
      const measured = await measureOne(flags, subject, planned, generator, listener, signal);
      if (!measured) break;
      steps.push(measured);
      listener.measured(measured);
      goal.add(planned.position, measured.step);
      if (!measured.step.complete || isOverThreshold(flags, measured.step)) break;
      if (endedInFailures(measured.step)) gone = await connectionLossReason({ gone, steps }, ask);
      if (gone !== null || isHopeless(steps)) break;
    }
  } catch (error) {
    if (steps.length === 0) throw error;
    failure = StatusError.from(error).message;
  }
  return { steps, search: goal.result, failure, gone };
}

/** All requests so far failed, and the next ones would. */
function isHopeless(steps: readonly MeasuredStep[]): boolean {
  const sent = steps.some(({ step }) => step.failures.length > 0);
  return sent && steps.every(({ step }) => step.successes === 0);
}

async function measureOne(
  { stability, percentile }: MeasureFlags,
  subject: Subject,
  planned: PlannedStep,
  generator: LoadGenerator,
  listener: StepListener,
  signal: AbortSignal,
): Promise<MeasuredStep | null> {
  const watch = stability && new StabilityWatch(stability, percentile);
  const line = new ProgressLine(process.stderr);
  const look = (step: ExperimentStep, isLast = false) => {
    const pass = watch?.see(step, isLast);
    if (!pass) return;
    line.clear();
    listener.passed(pass, watch?.passes.length ?? 0);
    if (watch?.isDone) run.finish();
  };
  // Windows until they are alike are one course.
  const measure = watch ? measureStep : measureUndisturbed;
  const run: StepRun = measure(subject, planned, {
    generator,
    clock: systemClock,
    signal,
    onProgress: (progress) =>
      line.show(loadWords(planned.load.shown), progress, planned.load.seconds),
    onSnapshot: (step) => look(step),
  });
  const step = await run.step.finally(() => line.clear());
  if (!step) return null;
  look(step, true);
  return { step, isStable: watch && watch.isStable };
}

/** perf_analyzer's linear search ends with the first load that is over the threshold. */
function isOverThreshold({ plan, wholeRange }: MeasureFlags, step: ExperimentStep): boolean {
  const { objective, goal } = plan;
  if (!objective || wholeRange || goal.kind !== "sweep") return false;
  const latency = latencyFigure(step, objective.percentile, objective.of);
  return step.certificate?.result === "missed" || (latency ?? 0) > objective.boundMs;
}
