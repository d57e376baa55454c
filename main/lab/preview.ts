import type { ExperimentPlan, PlanPreview } from "../contract/index.ts";
import { checkChat, isChat } from "./chat/specs.ts";
import { expectedApply, expectedWarmup } from "./expected.ts";
import { expectedProbes, findGoal, mostProbes } from "./goals/index.ts";
import { expectedSeconds, type StepLoad, loadForStep, formatLoad, stepLoads } from "./loads.ts";
import { leastSecondsToKeep } from "./steps/early-end.ts";
import { findWarnings } from "./warnings.ts";

type Steps = PlanPreview["steps"];

/** Max steps drawn in full. */
const MAX_FULL_STEPS = 400;
/** Max seconds of preparing a loaded model. */
const MAX_APPLY_SECONDS = 30;

interface Previewed {
  readonly load: StepLoad;
  readonly label: string;
}

/** Previews a plan. INVALID_ARGUMENT names what is invalid. */
export function previewPlan(plan: ExperimentPlan): PlanPreview {
  findGoal(plan);
  if (isChat(plan)) checkChat(plan, []);
  const planned = plannedSteps(plan);
  const steps: Steps = [];
  const [apply, warmup] = [expectedApply(plan), expectedWarmup(plan)];
  let seconds = 0;
  const add = (phase: Steps[number]["phase"], took: number, { load, label }: Previewed) => {
    if (took <= 0) return;
    const [fromValue, toValue] = ends(phase, load);
    if (steps.length < MAX_FULL_STEPS) {
      steps.push({ phase, from: seconds, seconds: took, fromValue, toValue, label });
    }
    seconds += took;
  };
  for (const step of planned) {
    add("apply", apply, step);
    add("warmup", warmup, step);
    add("measure", expectedSeconds(step.load, plan.requestsPerStep), step);
  }
  seconds += apply;
  return {
    seconds,
    mostSeconds: Math.max(seconds, mostSeconds(plan, planned)),
    requests: estimateRequests(plan, planned),
    measurements: planned.length,
    steps,
    notes: describePlan(plan, planned.length, steps.length),
    warnings: findWarnings(plan),
  };
}

function plannedSteps(plan: ExperimentPlan): Previewed[] {
  const { goal, load } = plan;
  const named = (each: StepLoad): Previewed => ({ load: each, label: formatLoad(each.shown) });
  switch (goal.kind) {
    case "sweep":
      return stepLoads(plan).map(named);
    case "compare": {
      const [only] = stepLoads(plan) as [StepLoad];
      return Array.from({ length: goal.replicates }, (_, replicate) =>
        goal.candidates.map(({ label }) => ({
          load: only,
          label: `${label}, replicate ${replicate + 1}`,
        })),
      ).flat();
    }
    case "search": {
      if (load.kind !== "concurrency" && load.kind !== "rate") return [];
      return Array.from({ length: expectedProbes(plan) }, (_, probe) => {
        const value = Math.min(goal.most, goal.least * 2 ** probe);
        return { load: loadForStep(plan, load, value), label: `probe ${probe + 1}` };
      });
    }
  }
}

/** Null for a closed loop, which depends on the server's speed, and for conversations. */
function estimateRequests(plan: ExperimentPlan, planned: readonly Previewed[]): number | null {
  const isUnknown = ({ load: { shown } }: Previewed) =>
    shown.kind === "concurrency" || shown.of === "conversations";
  if (planned.some(isUnknown)) return null;
  const most = plan.requestsPerStep ?? Number.POSITIVE_INFINITY;
  const of = ({ shown, seconds }: StepLoad) => Math.min(most, shown.value * seconds);
  return Math.round(planned.reduce((sum, { load }) => sum + of(load), 0));
}

/** A profile's warm-up runs at its mean rate. */
function ends(phase: Steps[number]["phase"], { shown, spec }: StepLoad): [number, number] {
  if (phase === "apply") return [0, 0];
  if (phase === "warmup" || spec.kind !== "profile") return [shown.value, shown.value];
  return [spec.parts[0]?.from ?? 0, spec.parts.at(-1)?.to ?? 0];
}

function mostSeconds(plan: ExperimentPlan, planned: readonly Previewed[]): number {
  const { warmup, goal } = plan;
  const mostWarmup = warmup.kind === "auto" ? warmup.mostSeconds : expectedWarmup(plan);
  const apply = goal.kind === "compare" ? MAX_APPLY_SECONDS : 0;
  const count = goal.kind === "search" ? mostProbes(plan) : planned.length;
  const each = planned.map(({ load }) => expectedSeconds(load, plan.requestsPerStep));
  const all =
    goal.kind === "search"
      ? count * Math.max(0, ...each)
      : each.reduce((sum, seconds) => sum + seconds, 0);
  return all + count * (mostWarmup + apply) + apply;
}

function describePlan(plan: ExperimentPlan, planned: number, drawn: number): string[] {
  const { warmup, goal, stopWhenCertified } = plan;
  return [
    ...(warmup.kind === "auto"
      ? [
          `Each warm-up ends when the server has settled: usually after ${expectedWarmup(plan)} s, after ${warmup.mostSeconds} s at the latest.`,
        ]
      : []),
    ...(goal.kind === "search"
      ? [
          `A search is expected to take ${planned} probes and takes at most ${mostProbes(plan)}, without repeats of invalid ones; each ends as soon as the objective is certified${untilQueueShows(plan)}.`,
        ]
      : []),
    ...(goal.kind === "compare"
      ? [
          `Before each measurement a configuration is loaded, which takes about ${expectedApply(plan)} s; the active configuration is restored at the end.`,
        ]
      : []),
    ...(stopWhenCertified && goal.kind !== "search" ? [earlyEnd(plan)] : []),
    ...(drawn >= MAX_FULL_STEPS ? ["Not all steps are drawn."] : []),
  ];
}

function earlyEnd(plan: ExperimentPlan): string {
  return plan.load.kind === "concurrency" || plan.load.kind === "rate"
    ? `Each step may end earlier: as soon as the objective is certified${untilQueueShows(plan)}.`
    : "Steps run to their end, because their load varies over time.";
}

/** A rate is observed for longer than its first requests take to meet the objective. */
function untilQueueShows({ load, objective }: ExperimentPlan): string {
  if (load.kind !== "rate" || !objective) return "";
  const seconds = leastSecondsToKeep(load, objective.boundMs);
  return `, as kept not before ${Number(seconds.toPrecision(3))} s, so that a rate beyond the server's capacity shows`;
}
