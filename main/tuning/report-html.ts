import {
  type Experiment,
  type FigureDifference,
  type TuningSession,
  formatChangeInterval,
  formatChangeWithInterval,
  formatRelativeChange,
  MEASURED_FIGURES,
} from "../contract/index.ts";
import {
  type Cell,
  figure,
  type Html,
  html,
  machineFacts,
  reportPage,
  table,
  withRange,
} from "../reports/index.ts";
import { pathChart, pathFigures } from "./report-path.ts";
import {
  DECISIONS,
  describePlace,
  describeResult,
  describeSession,
  describeStep,
  VERDICTS,
} from "./report-text.ts";

/** The report as a self-contained document that begins with the result, the path to it and the machine. */
export function tuningHtml(
  session: TuningSession,
  environment: Experiment["environment"] | null,
): string {
  const { name, steps, currentConfig, baselineConfig, gain } = session;
  const shown = pathFigures(session);
  const charts = shown.flatMap((each) => pathChart(session, each) ?? []);
  const place = describePlace(session);
  return reportPage({
    title: `${name} – tuning`,
    body: html`<header><h1>${name}</h1><p class="sub">${describeSession(session)}</p>
${verdictBanner(session)}<p class="headline">${gain ? gain.words : describeResult(session)}</p></header>
<main><div class="lead"><div class="charts">${
      charts.length > 0
        ? charts
        : html`<figure><figcaption>From baseline to result<small>No data</small></figcaption></figure>`
    }</div><section><h2>Machine</h2>${environment ? machineFacts(environment) : html`<p>No data</p>`}</section></div>
<h2>Steps</h2>${steps.length === 0 ? html`<p>No changes were tried.</p>` : stepsTable(session, shown)}
${gain && html`<h2>Result in figures</h2>${figuresTable(gain.figures)}`}
${steps.map(
  (step, index) =>
    html`<h3>${index + 1}. ${step.proposal.title}</h3><p>${describeStep(step)}</p>${step.comparison && figuresTable(step.comparison.figures)}`,
)}
<h2>Configuration</h2>${place !== null && html`<p>${place}</p>`}<pre>${currentConfig}</pre>${
      currentConfig !== baselineConfig &&
      html`<h3>Original configuration</h3><pre>${baselineConfig}</pre>`
    }</main>`,
  });
}

/** Lists invalid comparisons; the only place that explains them. */
function verdictBanner({ steps, gain }: TuningSession): Html | null {
  const measured = [
    ...steps.map(({ comparison }, index) => ({ comparison, name: `step ${index + 1}` })),
    { comparison: gain, name: "the result" },
  ].filter(({ comparison }) => comparison !== null);
  const bad = measured.filter(({ comparison }) => comparison?.invalid);
  if (measured.length === 0) return html`<div class="banner none"><p>No measurements.</p></div>`;
  if (bad.length === 0) {
    return html`<div class="banner"><p><strong class="valid">Valid</strong>: all ${measured.length} comparisons.</p></div>`;
  }
  return html`<div class="banner invalid"><p class="invalid"><strong>Invalid: don't rely on ${bad.length === measured.length ? "these results" : `${bad.length} of ${measured.length} comparisons`}</strong></p><p>Invalid measurements are part of ${bad.map(({ name }) => name).join(", ")}. Open the experiments to see why.</p></div>`;
}

function stepsTable({ steps }: TuningSession, shown: readonly FigureDifference["figure"][]): Html {
  const units = new Map(
    steps.flatMap(({ comparison }) =>
      (comparison?.figures ?? []).map(({ figure: name, unit }) => [name, unit] as const),
    ),
  );
  return table(
    "Changes tried, with 95 % intervals",
    [
      "",
      "Change",
      ...shown.map((name) => `${MEASURED_FIGURES[name].label} (${units.get(name) ?? ""})`),
      "Decision",
    ],
    steps.map(({ proposal, comparison, state }, index) => [
      String(index + 1),
      proposal.title,
      ...shown.map((name) => figureCell(comparison?.figures.find((each) => each.figure === name))),
      html`${DECISIONS[state]}${comparison?.invalid && html` <strong class="invalid">Invalid</strong>`}`,
    ]),
    { words: 2 },
  );
}

function figureCell(difference: FigureDifference | undefined): Cell {
  if (!difference) return "–";
  const { before, after, share, verdict } = difference;
  return withRange(
    `${figure(before)} → ${figure(after)}`,
    share ? `${formatChangeWithInterval(share)}, ${VERDICTS[verdict]}` : VERDICTS[verdict],
  );
}

function figuresTable(figures: readonly FigureDifference[]): Html {
  return table(
    "Before and after, with 95 % intervals",
    ["Figure", "Before", "After", "Difference", "Verdict"],
    figures.map(({ figure: name, unit, before, after, share, verdict }) => [
      unit === "share" ? MEASURED_FIGURES[name].label : `${MEASURED_FIGURES[name].label} (${unit})`,
      figure(before),
      figure(after),
      share ? withRange(formatRelativeChange(share.value), formatChangeInterval(share)) : "–",
      html`<strong class="${verdict}">${VERDICTS[verdict]}</strong>`,
    ]),
  );
}
