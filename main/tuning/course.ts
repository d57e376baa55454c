import { StatusError } from "../../base/status-error.ts";
import type { Experiment, TuningSession, TuningStep } from "../contract/index.ts";
import { chooseAdvice } from "./advice.ts";

export const isOpen = ({ state }: TuningSession) => state !== "finished" && state !== "abandoned";

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

/** The session after an attempt ended. */
export function measured(
  session: TuningSession,
  stepId: number,
  result: Experiment,
): TuningSession {
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

/** The attempt that awaits a decision. */
export function undecided({ id, steps }: TuningSession): TuningStep {
  const step = steps.at(-1);
  if (step) return step;
  throw new StatusError("INTERNAL", `Tuning session ${id} has no attempt to decide on.`);
}
