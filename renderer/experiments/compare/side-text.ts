import type { Experiment } from "../../../main/contract/index.ts";
import type { ExperimentSide } from "../../search.ts";
import { candidateName, stepName } from "../../figures/experiment-text.ts";

/** The name of a side of a comparison: the experiment and its part. */
export function sideLabel(experiment: Experiment, { step, candidate }: ExperimentSide): string {
  const { name, plan, steps } = experiment;
  if (step !== undefined && steps[step]) return `${name}: ${stepName(experiment, steps[step])}`;
  return candidate === undefined ? name : `${name}: ${candidateName(plan, candidate)}`;
}

/** The configuration that a side ran with. */
export function sideConfig(experiment: Experiment, { step, candidate }: ExperimentSide): string {
  const { plan, steps, environment } = experiment;
  const index = candidate ?? (step === undefined ? undefined : steps[step]?.candidate);
  const { goal } = plan;
  const own =
    goal.kind === "compare" && index !== undefined && index !== null
      ? goal.candidates[index]?.configText
      : null;
  return own ?? environment.configText;
}
