import type { Exported } from "../json.ts";
import { reasonsOf } from "../verdict-words.ts";
import { figure, instant } from "./figures.ts";
import { type Html, html } from "./html.ts";
import { facts, nameOfStep, table, verdictCell } from "./tables.ts";

/** Outcomes, reasons, events and what does not add up, step by step. */
export function stepNotes(experiment: Exported): Html {
  return html`${experiment.steps.map((step, i) => {
    const lines = [
      ...step.verdict.reasons.map(
        ({ id, severity, text }) => `${severity === "invalid" ? "INVALID" : "Note"} ${id}: ${text}`,
      ),
      ...step.failures.map(({ status, message, count }) => `${count} × ${status}: ${message}`),
      ...step.reconciliation.flatMap(({ difference }) => difference ?? []),
      ...step.events.map(({ words }) => `Server: ${words}`),
      ...experiment.annotations.flatMap((each) =>
        each.step === i ? `Annotation: ${each.text}` : [],
      ),
      ...(step.jsonTensors
        ? ["JSON tensors: the server does not say that it takes binary ones."]
        : []),
      `Warm-up ${figure(step.warmup.seconds)} s: ${step.warmup.words}.`,
      ...(step.certificate ? [`Certificate: ${step.certificate.words}`] : []),
    ];
    return html`<h3>${nameOfStep(experiment, step)} ${verdictCell(step)}</h3><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
`;
  })}`;
}

export function comparisons({ comparisons: all, plan }: Exported): Html | null {
  if (all.length === 0) return null;
  const label = (index: number) =>
    plan.goal.kind === "compare" ? plan.goal.candidates[index]?.label : undefined;
  const percent = (value: number) => `${value > 0 ? "+" : ""}${figure(value * 100)} %`;
  return html`<h2>Comparisons</h2>${all.map(
    (
      each,
    ) => html`<h3>${label(each.candidate) ?? `Candidate ${each.candidate + 1}`} against ${label(0) ?? "the baseline"}</h3>
<p>${each.words}${each.invalid && html` <strong class="invalid">INVALID measurements are among them.</strong>`}</p>${each.unlike.length > 0 && html`<ul>${each.unlike.map((words) => html`<li>${words}</li>`)}</ul>`}
${table(
  "Differences with 95 % intervals",
  ["Figure", "Unit", "Before", "After", "Difference", "Verdict", "Basis"],
  each.figures.map((one) => [
    one.figure,
    one.unit,
    figure(one.before),
    figure(one.after),
    one.share &&
      `${percent(one.share.value)} (${percent(one.share.low)} to ${percent(one.share.high)})`,
    one.verdict === "none" ? "no difference shown" : one.verdict,
    one.basis,
  ]),
)}`,
  )}`;
}

/** Whether any step must not be relied on, and why, at the head of the report. */
export function verdictBanner(experiment: Exported): Html {
  const { steps } = experiment;
  const bad = steps.filter(({ verdict }) => verdict.verdict === "invalid");
  if (steps.length === 0) return html`<p class="banner">Nothing was measured.</p>`;
  if (bad.length === 0) {
    return html`<p class="banner">Valid: ${steps.length} of ${steps.length} measurements.</p>`;
  }
  return html`<div class="banner invalid"><p><strong>INVALID: ${bad.length} of ${steps.length} measurements. Do not rely on their figures.</strong></p><ul>${bad.map(
    (step) => html`<li>${nameOfStep(experiment, step)}: ${reasonsOf(step.verdict).join(" ")}</li>`,
  )}</ul></div>
`;
}

export function summaryFacts(experiment: Exported): Html {
  const { state, reason, createdAt, finishedAt, search, tags, importedFrom, note } = experiment;
  return facts([
    ["Model", experiment.plan.traffic.map(({ model }) => model).join(", ")],
    [
      "Server",
      [experiment.environment.server, experiment.environment.serverVersion].join(" ").trim(),
    ],
    ["State", reason === null ? state : `${state}: ${reason}`],
    ["Begun", instant(createdAt)],
    ["Ended", instant(finishedAt)],
    ...(search ? [["Search", search.words] as const] : []),
    ...(tags.length > 0 ? [["Tags", tags.join(", ")] as const] : []),
    ...(importedFrom === null ? [] : [["Imported from", importedFrom] as const]),
    ...(note === "" ? [] : [["Note", note] as const]),
  ]);
}
