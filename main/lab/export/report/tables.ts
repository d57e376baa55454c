import type { ExperimentStep } from "../../../contract/index.ts";
import type { Exported } from "../json.ts";
import { reasonsOf, verdictWord } from "../verdict-words.ts";
import { figure, instant, loadWords, share, withInterval } from "./figures.ts";
import { type Html, html } from "./html.ts";

type Cell = Html | string | number | null;

export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
) {
  return html`<div class="scroll"><table><caption>${caption}</caption><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([
      first,
      ...cells
    ]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>
`;
}

/** Name and value, one below the other. */
export function facts(rows: readonly (readonly [name: string, value: Cell])[]): Html {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`;
}

const verdictCell = (step: ExperimentStep) =>
  html`<strong class="${step.verdict.verdict}">${verdictWord(step)}</strong>`;

function first(experiment: Exported, step: ExperimentStep): string {
  const { goal } = experiment.plan;
  if (goal.kind !== "compare" || step.candidate === null) return loadWords(step);
  return `${goal.candidates[step.candidate]?.label ?? step.candidate + 1}, ${(step.replicate ?? 0) + 1}`;
}

export function resultsTable(experiment: Exported): Html {
  const head = ["Load", "Verdict", "inf/s", "Goodput", "p50", "p90", "p95", "p99", "p99.9", "Mean"];
  return table(
    "Response time in ms, from the scheduled instant, with 95 % intervals; – where the sample is too small",
    [...head, "Successes", "Not successful", "Seconds"],
    experiment.steps.map((step) => {
      const { response, outcomes } = step;
      return [
        first(experiment, step),
        verdictCell(step),
        figure(step.inferencesPerSecond),
        figure(step.goodput),
        withInterval(response.p50),
        withInterval(response.p90),
        withInterval(response.p95),
        withInterval(response.p99),
        withInterval(response.p999),
        figure(response.mean),
        step.successes,
        Object.values(outcomes).reduce((sum, count) => sum + count, 0),
        `${figure(step.seconds)}${step.complete ? "" : ", ended early"}`,
      ];
    }),
  );
}

/** From sending: what tools that do not keep to a schedule would have seen. */
export function serviceTable(experiment: Exported): Html {
  return table(
    "Service time in ms, from sending, and what the load generator says of itself",
    [
      "Load",
      "p50",
      "p99",
      "Mean",
      "Sends",
      "Late sends",
      "Lag p99, ms",
      "Offered/s",
      "Achieved/s",
      "Generator CPU",
      "Other CPU",
    ],
    experiment.steps.map((step) => [
      first(experiment, step),
      withInterval(step.service.p50),
      withInterval(step.service.p99),
      figure(step.service.mean),
      step.generator.sends,
      step.generator.lateSends,
      figure(step.generator.lagP99Ms),
      figure(step.generator.offeredRate),
      figure(step.generator.achievedRate),
      share(step.generator.cpu),
      share(step.otherCpu),
    ]),
  );
}

export function serverTable(experiment: Exported): Html | null {
  const steps = experiment.steps.filter(({ server }) => server !== null);
  if (steps.length === 0) return null;
  return table(
    "The server's own statistics over the measured span; means in ms",
    [
      "Load",
      "Requests",
      "Executions",
      "Mean batch",
      "Queue",
      "Compute input",
      "Infer",
      "Output",
      "Request",
      "Cache hits",
      "Cache misses",
    ],
    steps.map((step) => [
      first(experiment, step),
      step.server?.requests ?? null,
      step.server?.executions ?? null,
      figure(step.server?.meanBatch),
      figure(step.server?.queueMs),
      figure(step.server?.computeInputMs),
      figure(step.server?.computeInferMs),
      figure(step.server?.computeOutputMs),
      figure(step.server?.requestMs),
      step.server?.cacheHits ?? null,
      step.server?.cacheMisses ?? null,
    ]),
  );
}

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
      `Warm-up ${figure(step.warmup.seconds)} s: ${step.warmup.words}.`,
      ...(step.certificate ? [`Certificate: ${step.certificate.words}`] : []),
    ];
    return html`<h3>${first(experiment, step)} ${verdictCell(step)}</h3><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
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
export function verdictBanner({ steps }: Exported): Html {
  const bad = steps.filter(({ verdict }) => verdict.verdict === "invalid");
  if (steps.length === 0) return html`<p class="banner">Nothing was measured.</p>`;
  if (bad.length === 0) {
    return html`<p class="banner">Valid: ${steps.length} of ${steps.length} measurements.</p>`;
  }
  return html`<div class="banner invalid"><p><strong>INVALID: ${bad.length} of ${steps.length} measurements. Do not rely on their figures.</strong></p><ul>${bad.map(
    (step) => html`<li>${loadWords(step)}: ${reasonsOf(step.verdict).join(" ")}</li>`,
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
