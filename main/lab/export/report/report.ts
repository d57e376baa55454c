import { type Exported, experimentJson } from "../json.ts";
import { chatTable } from "./chat-tables.ts";
import { charts } from "./charts.ts";
import { dataElement } from "./data-element.ts";
import { instant } from "./figures.ts";
import { html, raw } from "./html.ts";
import { candidateTexts, environmentFacts, planFacts } from "./plan-facts.ts";
import { style } from "./style.ts";
import { comparisons, stepNotes, summaryFacts, verdictBanner } from "./notes.ts";
import { gpuTable, machineTable } from "./machine-tables.ts";
import { resultsTable, serverTable, serviceTable } from "./tables.ts";

/** Nothing is fetched and nothing runs, whatever the experiment's texts say. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * An experiment as one HTML page that opens without network and is read without script: verdicts, charts, tables, plan,
 * environment and configuration. It holds the JSON document, so that it can be imported.
 */
export function experimentReport(experiment: Exported): string {
  const { name, plan, annotations } = experiment;
  const general = annotations.filter(({ step }) => step === null);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${name} – experiment</title>${style}</head><body>
<header><h1>${name}</h1>${verdictBanner(experiment)}${summaryFacts(experiment)}</header>
<main>${
    experiment.steps.length > 0 &&
    html`<h2>Results</h2>${resultsTable(experiment)}${chatTable(experiment)}<div class="charts">${charts(experiment)}</div>
${serverTable(experiment)}${machineTable(experiment)}${gpuTable(experiment)}${serviceTable(experiment)}`
  }${comparisons(experiment)}
${general.length > 0 && html`<h2>Annotations</h2><ul>${general.map(({ time, text }) => html`<li>${instant(time)}: ${text}</li>`)}</ul>`}
${experiment.steps.length > 0 && html`<h2>Verdicts and outcomes</h2>${stepNotes(experiment)}`}
<h2>Plan</h2>${planFacts(plan)}${candidateTexts(plan)}
<h2>Environment</h2>${environmentFacts(experiment)}</main>
${raw(dataElement(experimentJson(experiment)))}</body></html>
`.text;
}
