import { StatusError } from "../../base/status-error.ts";
import type {
  Candidate,
  Experiment,
  ExperimentPlan,
  Proposal,
  TuningSession,
  TuningStep,
} from "../contract/index.ts";
import { chooseAdvice } from "./advice.ts";

/** A configuration to try. */
export type StepChoice = Pick<Proposal, "knob" | "title" | "reason" | "configText">;

/** Label of the current configuration in comparisons. */
export const CURRENT = "Current configuration";

/** A session before its baseline is measured; its configurations are still empty. */
export function newSession(
  plan: ExperimentPlan,
  { name, ...more }: Pick<TuningSession, "name" | "replicates" | "createdAt">,
): Omit<TuningSession, "id"> {
  const model = plan.traffic[0]?.model ?? "";
  return {
    ...more,
    name: name.trim() || `Tuning ${model}`,
    finishedAt: null,
    state: "baseline",
    serverId: plan.serverId,
    model,
    plan: { ...plan, goal: { kind: "sweep" } },
    baseline: null,
    running: null,
    baselineConfig: "",
    currentConfig: "",
    steps: [],
    gain: null,
    problem: null,
  };
}

export const isOpen = ({ state }: TuningSession) => state !== "finished" && state !== "abandoned";

/** Whether a change was kept. */
export const hasChanged = ({ steps }: TuningSession) => steps.some(({ state }) => state === "kept");

/** The session, if it is in the state; else FAILED_PRECONDITION. */
export function requireState(session: TuningSession, state: TuningSession["state"]): TuningSession {
  if (session.state === state) return session;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Tuning session ${session.id} is ${session.state}, not ${state}.`,
  );
}

/** FAILED_PRECONDITION during a measurement. `remedy`: what to do about it. */
export function requireIdle({ id, running }: TuningSession, remedy: string): void {
  if (running === null) return;
  throw new StatusError("FAILED_PRECONDITION", `Tuning session ${id} is measuring; ${remedy}.`);
}

/** The session's plan as a comparison of candidates. */
export const comparisonPlan = (
  { plan, replicates }: TuningSession,
  candidates: Candidate[],
): ExperimentPlan => ({ ...plan, goal: { kind: "compare", candidates, replicates } });

/** The latest measurement of the current configuration: the experiment, and its candidate in a comparison. */
export function latestMeasurement({
  steps,
  baseline,
}: TuningSession): { readonly experiment: number; readonly candidate: number | null } | null {
  const kept = steps.findLast(({ state }) => state === "kept")?.experiment ?? null;
  if (kept !== null && kept > (baseline ?? 0)) return { experiment: kept, candidate: 1 };
  return baseline === null ? null : { experiment: baseline, candidate: null };
}

/** The session with one more step, which is to be measured. */
export function addStep(session: TuningSession, choice: StepChoice, at: number): TuningSession {
  const step: TuningStep = {
    id: Math.max(0, ...session.steps.map(({ id }) => id)) + 1,
    proposal: { ...choice, possible: true },
    experiment: null,
    state: "measuring",
    comparison: null,
    advice: null,
    at,
  };
  return { ...session, steps: [...session.steps, step] };
}

/** The session while its last step is measured. */
export function beginStep(session: TuningSession, experiment: number): TuningSession {
  const step: TuningStep = {
    ...undecided(session),
    experiment,
    state: "measuring",
    comparison: null,
    advice: null,
  };
  return {
    ...session,
    state: "measuring",
    problem: null,
    steps: session.steps.with(-1, step),
  };
}

/** The session after its measurement was interrupted. */
export function brokenOff(session: TuningSession, problem: string): TuningSession {
  return {
    ...session,
    state: "choosing",
    running: null,
    problem,
    steps: session.steps.map((step) =>
      step.state === "measuring" ? { ...step, state: "failed" } : step,
    ),
  };
}

/** The session after a step was measured. */
export function endStep(session: TuningSession, stepId: number, result: Experiment): TuningSession {
  const comparison = result.comparisons.find(({ candidate }) => candidate === 1) ?? null;
  const problem = invalidReason(result);
  const bound = session.plan.objective?.boundMs ?? null;
  const update = (step: TuningStep): TuningStep =>
    problem === null && comparison
      ? {
          ...step,
          state: "measured",
          comparison,
          advice: chooseAdvice(comparison, step.proposal.knob, bound),
        }
      : { ...step, state: "failed", comparison };
  return {
    ...session,
    state: problem === null && comparison ? "deciding" : "choosing",
    problem: problem ?? (comparison ? null : "The measurement has nothing to compare."),
    steps: session.steps.map((step) => (step.id === stepId ? update(step) : step)),
  };
}

/** The session after comparing the original configuration with the current one. */
export function confirmed(session: TuningSession, result: Experiment): TuningSession {
  return {
    ...session,
    state: "choosing",
    problem: invalidReason(result),
    gain: result.comparisons.find(({ candidate }) => candidate === 1) ?? null,
  };
}

/** Why an experiment doesn't count; null if it does. */
export function invalidReason({ id, state, reason }: Experiment): string | null {
  if (state === "done") return null;
  return state === "paused"
    ? `Experiment ${id} was paused; measure it again.`
    : (reason ?? `Experiment ${id} is ${state}.`);
}

/** The last step, which awaits a measurement or a decision. */
export function undecided({ id, steps }: TuningSession): TuningStep {
  const step = steps.at(-1);
  if (step) return step;
  throw new StatusError("INTERNAL", `Tuning session ${id} has no step to decide on.`);
}
