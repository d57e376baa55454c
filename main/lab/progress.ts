import type { Experiment, ExperimentPlan, ExperimentProgress } from "../contract/index.ts";
import type { RunProgress } from "./generator/messages.ts";

/** Where a running experiment is. `run` is null before the generator said anything about the step. */
export function progressOf(
  id: number,
  plan: ExperimentPlan,
  stepIndex: number,
  run: RunProgress | null,
): ExperimentProgress {
  const perStep = plan.warmupSeconds + plan.secondsPerStep;
  const total = perStep * plan.concurrencies.length;
  const done = Math.min(total, stepIndex * perStep + secondsInStep(plan, run));
  return {
    id,
    state: "running",
    reason: null,
    stepIndex,
    stepCount: plan.concurrencies.length,
    phase: run?.phase ?? "preparing",
    secondsDone: done,
    secondsLeft: total - done,
    live: run && {
      concurrency: plan.concurrencies[stepIndex] ?? 0,
      requestsPerSecond: run.secondsDone > 0 ? run.successes / run.secondsDone : 0,
      p50Ms: run.latency.p50 === null ? null : run.latency.p50 / 1000,
      p99Ms: run.latency.p99 === null ? null : run.latency.p99 / 1000,
      failures: run.failures,
    },
  };
}

function secondsInStep(plan: ExperimentPlan, run: RunProgress | null): number {
  if (!run) return 0;
  const before = run.phase === "measuring" ? plan.warmupSeconds : 0;
  return before + run.secondsDone;
}

/** The last word on an experiment that runs no more. */
export function finishedProgress(experiment: Experiment): ExperimentProgress {
  const { id, state, reason, plan, steps } = experiment;
  return {
    id,
    state,
    reason,
    stepIndex: Math.max(0, steps.length - 1),
    stepCount: plan.concurrencies.length,
    phase: "finished",
    secondsDone: steps.reduce((sum, step) => sum + plan.warmupSeconds + step.seconds, 0),
    secondsLeft: 0,
    live: null,
  };
}
