import { facts, figure, type Html, html, instant } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { nameOfStep } from "./step-cells.ts";

/** Reasons, failures, events and what does not add up, step by step. */
export function stepNotes(experiment: Exported): Html {
  return html`${experiment.steps.map((step, i) => {
    const lines = [
      ...step.verdict.reasons.map(({ id, text }) => `${text} (${id})`),
      ...step.failures.map(({ status, message, count }) => `${count} × ${status}: ${message}`),
      ...step.reconciliation.flatMap(({ difference }) => difference ?? []),
      ...step.events.map(({ words }) => `Server: ${words}`),
      ...experiment.annotations.flatMap((each) =>
        each.step === i ? `Annotation: ${each.text}` : [],
      ),
      ...(step.jsonTensors
        ? ["JSON tensors: the server does not declare support for binary tensors."]
        : []),
      `Warm-up ${figure(step.warmup.seconds)} s: ${step.warmup.words}.`,
      ...(step.certificate ? [`Certificate: ${step.certificate.words}`] : []),
    ];
    return html`<h3>${nameOfStep(experiment, step)}</h3><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
`;
  })}`;
}

/** The rest of what the experiment says of itself. */
export function summaryFacts(experiment: Exported): Html {
  const { state, reason, createdAt, finishedAt, tags, importedFrom, note } = experiment;
  return facts([
    ["State", reason === null ? state : `${state}: ${reason}`],
    ["Started", instant(createdAt)],
    ["Finished", instant(finishedAt)],
    ...(tags.length > 0 ? [["Tags", tags.join(", ")] as const] : []),
    ...(importedFrom === null ? [] : [["Imported from", importedFrom] as const]),
    ...(note === "" ? [] : [["Note", note] as const]),
  ]);
}
