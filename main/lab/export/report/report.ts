import { type Html, html, instant, machineFacts, reportPage } from "../../../reports/index.ts";
import { type Exported, experimentJson } from "../json.ts";
import { charts, latencyOverThroughput } from "./charts.ts";
import { chatTable } from "./chat-tables.ts";
import { comparisonChart, comparisonTables } from "./comparisons.ts";
import { dataElement } from "./data-element.ts";
import { activeConfigurations } from "./configurations.ts";
import { headline } from "./headline.ts";
import { gpuTable, machineTable } from "./machine-tables.ts";
import { stepNotes, summaryFacts } from "./notes.ts";
import { candidateTexts, planFacts } from "./plan-facts.ts";
import { resultsTable, serverTable, serviceTable } from "./tables.ts";
import { verdictBanner } from "./verdict.ts";

/**
 * An experiment as one HTML page that opens without network and is read without script: the result with its chart and the
 * machine first, then figures, notes, plan and configuration. It holds the JSON document where no reader sees it, so that
 * it can be imported.
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
  html`<h2>Results</h2>${resultsTable(experiment)}${chatTable(experiment)}${comparisonTables(experiment)}
<h2>Details</h2><div class="charts">${charts(experiment)}</div>
${serverTable(experiment)}${machineTable(experiment)}${gpuTable(experiment)}${serviceTable(experiment)}
<h2>Notes by step</h2>${stepNotes(experiment)}`
}${general.length > 0 && html`<h2>Annotations</h2><ul>${general.map(({ time, text }) => html`<li>${instant(time)}: ${text}</li>`)}</ul>`}
<h2>Experiment</h2>${summaryFacts(experiment)}
<h2>Plan</h2>${planFacts(plan)}${candidateTexts(plan)}
<h2>Configuration</h2>${activeConfigurations(experiment)}</main>`,
    data: dataElement(experimentJson(experiment)),
  });
}

/** What shows the result at a glance. */
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
