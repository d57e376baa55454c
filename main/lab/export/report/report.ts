import {
  facts,
  figure,
  type Html,
  html,
  instant,
  machineFacts,
  reportPage,
} from "../../../reports/index.ts";
import { experimentJson, type Exported } from "../json.ts";
import { charts, latencyOverThroughput } from "./charts.ts";
import { chatTable, prefixTable, textTable, turnTables } from "./chat-tables.ts";
import { candidateName, comparisonChart, comparisonTables } from "./comparisons.ts";
import { costTable } from "./cost-table.ts";
import { dataElement } from "./data-element.ts";
import { gpuTable, machineTable } from "./machine-tables.ts";
import { candidateTexts, planFacts } from "./plan-facts.ts";
import { resultsTable, serverTable, serviceTable } from "./tables.ts";
import type { ExperimentStep } from "../../../contract/index.ts";
import { loadText } from "./format-figures.ts";
import { isInvalid, nameOfStep } from "./step-cells.ts";

/**
 * An experiment as an HTML page that opens without network and reads without script: the result with its chart and the
 * machine first, then figures, notes, plan and configuration. It embeds the JSON document invisibly, so that it can be
 * imported.
 */
export function experimentReport(experiment: Exported): string {
  const { name, plan, annotations, steps, environment, createdAt } = experiment;
  const models = plan.traffic.map(({ model }) => model).join(", ");
  const general = annotations.filter(({ step }) => step === null);
  return reportPage({
    title: `${name} – experiment`,
    body: html`<header><h1>${name}</h1><p class="sub">${[models, environment.server, instant(createdAt)].filter((part) => part !== "").join(" · ")}</p>
${verdictBanner(experiment)}${headline(experiment)}</header>
<main><div class="lead"><div>${leadCharts(experiment)}</div><section><h2>Machine</h2>${machineFacts(environment)}</section></div>
${
  steps.length > 0 &&
  html`<h2>Results</h2>${resultsTable(experiment)}${chatTable(experiment)}${turnTables(experiment)}${prefixTable(experiment)}${textTable(experiment)}${comparisonTables(experiment)}
<h2>Details</h2><div class="charts">${charts(experiment)}</div>
${costTable(experiment)}${serverTable(experiment)}${machineTable(experiment)}${gpuTable(experiment)}${serviceTable(experiment)}
<h2>Notes by step</h2>${stepNotes(experiment)}`
}${general.length > 0 && html`<h2>Annotations</h2><ul>${general.map(({ time, text }) => html`<li>${instant(time)}: ${text}</li>`)}</ul>`}
<h2>Experiment</h2>${summaryFacts(experiment)}
<h2>Plan</h2>${planFacts(plan)}${candidateTexts(plan)}
<h2>Configuration</h2>${activeConfigurations(experiment)}</main>`,
    data: dataElement(experimentJson(experiment)),
  });
}

/** The result at a glance. */
function leadCharts(experiment: Exported): Html | string {
  const { comparisons, steps } = experiment;
  const drawn =
    comparisons.length > 0
      ? comparisons.flatMap((each) => comparisonChart(experiment, each) ?? [])
      : [latencyOverThroughput(steps)].flatMap((chart) => chart ?? []);
  return drawn.length > 0
    ? html`${drawn}`
    : html`<figure><figcaption>Latency against throughput<small>No data</small></figcaption></figure>`;
}

/** The result in a sentence or two; null without a valid one. */
function headline(experiment: Exported): Html | null {
  const { search, comparisons, steps } = experiment;
  if (comparisons.length > 0) {
    return html`${comparisons.map(
      ({ candidate, words }) =>
        html`<p class="headline">${comparisons.length > 1 && `${candidateName(experiment, candidate)}: `}${words}</p>`,
    )}`;
  }
  if (search) return html`<p class="headline">${search.words}</p>`;
  const best = findBestStep(steps);
  if (!best) return null;
  return html`<p class="headline">Best: <strong>${formatThroughput(best)}</strong> at ${loadText(best)}${formatTail(best)}</p>`;
}

const readRate = ({ chat, inferencesPerSecond }: ExperimentStep) =>
  chat?.outputTokensPerSecond ?? inferencesPerSecond;

const findBestStep = (steps: readonly ExperimentStep[]): ExperimentStep | undefined =>
  steps.filter((step) => !isInvalid(step)).toSorted((a, b) => readRate(b) - readRate(a))[0];

const formatThroughput = (step: ExperimentStep) =>
  `${figure(readRate(step))} ${step.chat ? "output tokens/s" : "inf/s"}`;

/** The highest percentile that the sample supports. */
function formatTail({ response, chat }: ExperimentStep): string {
  const first = chat?.firstToken.p99 ?? chat?.firstToken.p50;
  if (first) {
    return `, time to first token ${chat?.firstToken.p99 ? "p99" : "p50"} ${figure(first.value)} ms`;
  }
  for (const name of ["p99", "p95", "p90", "p50"] as const) {
    const known = response[name];
    if (known) return `, ${name} ${figure(known.value)} ms`;
  }
  return "";
}

/** The banner on invalid results, which is the only place that explains them. */
function verdictBanner(experiment: Exported): Html {
  const { steps } = experiment;
  const bad = steps.filter(isInvalid);
  if (steps.length === 0) return html`<div class="banner none"><p>No measurements.</p></div>`;
  if (bad.length === 0) {
    return html`<div class="banner"><p><strong class="valid">Valid</strong>: all ${steps.length} measurements are within the limits.</p></div>`;
  }
  const title =
    bad.length === steps.length
      ? "Invalid: don't rely on these results"
      : `Invalid: don't rely on ${bad.length} of ${steps.length} measurements`;
  return html`<div class="banner invalid"><p class="invalid"><strong>${title}</strong></p><ul>${reasonsByStep(
    experiment,
  ).map(
    ({ text, steps: [first, ...others] }) =>
      html`<li>${first}: ${text}${others.length > 0 && ` Also at ${others.join(", ")}.`}</li>`,
  )}</ul></div>
`;
}

interface Found {
  /** With the figures of the first step it applies to. */
  readonly text: string;
  readonly steps: string[];
}

/** Each broken rule once, in order of occurrence. */
function reasonsByStep(experiment: Exported): Found[] {
  const found = new Map<string, Found>();
  for (const step of experiment.steps) {
    for (const { id, severity, text } of step.verdict.reasons) {
      if (severity !== "invalid") continue;
      // Imported experiments name no rule: only equal texts are the same reason.
      const key = experiment.importedFrom === null ? id : text;
      const known = found.get(key);
      const name = nameOfStep(experiment, step);
      if (known) known.steps.push(name);
      else found.set(key, { text, steps: [name] });
    }
  }
  return [...found.values()];
}

/** The active configurations during the measurement. */
function activeConfigurations({ environment }: Exported): Html {
  const { configText, otherConfigs = {} } = environment;
  return html`<h3>Active configuration</h3><pre>${configText || "unknown"}</pre>${Object.entries(
    otherConfigs,
  ).map(([model, text]) => html`<h3>Active configuration of ${model}</h3><pre>${text}</pre>`)}`;
}

/** Reasons, failures, events and inconsistencies, step by step. */
function stepNotes(experiment: Exported): Html {
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

/** The other facts of the experiment. */
function summaryFacts(experiment: Exported): Html {
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
