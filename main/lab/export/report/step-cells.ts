import { type ExperimentStep, timeOfLoad } from "../../../contract/index.ts";
import { type Html, html } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { loadText } from "./format-figures.ts";

export const isInvalid = ({ verdict }: Pick<ExperimentStep, "verdict">) =>
  verdict.verdict === "invalid";

export const verdictCell = (step: ExperimentStep): Html =>
  html`<strong class="${step.verdict.verdict}">${isInvalid(step) ? "Invalid" : "Valid"}</strong>`;

/** What distinguishes a step: its load, or its candidate and replicate. */
export function nameOfStep(experiment: Exported, step: ExperimentStep): string {
  const { goal } = experiment.plan;
  if (goal.kind !== "compare" || step.candidate === null) {
    const time = timeOfLoad(experiment.steps, step);
    return time === 1 ? loadText(step) : `${loadText(step)} #${time}`;
  }
  return `${goal.candidates[step.candidate]?.label ?? step.candidate + 1} #${(step.replicate ?? 0) + 1}`;
}
