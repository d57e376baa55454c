import {
  type Experiment,
  formatChangeInterval,
  formatRelativeChange,
} from "../../../contract/index.ts";
import {
  figure,
  type Html,
  html,
  intervalChart,
  table,
  VERDICTS,
  withRange,
} from "../../../reports/index.ts";
import type { Exported } from "../json.ts";

type Compared = Experiment["comparisons"][number];

export function candidateName({ plan: { goal } }: Exported, index: number): string {
  const label = goal.kind === "compare" ? goal.candidates[index]?.label : undefined;
  return label || (index === 0 ? "the baseline" : `Candidate ${index + 1}`);
}

/** How much each figure changed against the baseline, as a chart; null if no change has an interval. */
export function comparisonChart(experiment: Exported, compared: Compared): Html | null {
  const rows = compared.figures.flatMap(({ figure: name, share, verdict }) =>
    share
      ? [
          {
            name: figureName(name),
            share,
            verdict: compared.invalid ? ("unknown" as const) : verdict,
          },
        ]
      : [],
  );
  if (rows.length === 0) return null;
  return intervalChart(
    `${candidateName(experiment, compared.candidate)} compared with ${candidateName(experiment, 0)}`,
    "Bars are 95 % confidence intervals; crossing zero means no significant difference.",
    rows,
  );
}

/** Each candidate against the baseline in figures; null without any. */
export function comparisonTables(experiment: Exported): Html | null {
  const { comparisons } = experiment;
  if (comparisons.length === 0) return null;
  return html`<h2>Comparison</h2>${comparisons.map(
    (
      each,
    ) => html`<h3>${candidateName(experiment, each.candidate)} compared with ${candidateName(experiment, 0)}</h3>
<p>${each.words}</p>${each.unlike.length > 0 && html`<ul>${each.unlike.map((text) => html`<li>${text}</li>`)}</ul>`}
${table(
  "Differences with 95 % intervals",
  ["Figure", "Before", "After", "Difference", "Verdict", "Basis"],
  each.figures.map(({ figure: name, unit, currency, before, after, share, verdict, basis }) => [
    unit === "share" ? figureName(name) : `${figureName(name)} (${currency ?? unit})`,
    figure(before),
    figure(after),
    share ? withRange(formatRelativeChange(share.value), formatChangeInterval(share)) : "–",
    html`<strong class="${verdict}">${VERDICTS[verdict]}</strong>`,
    basis,
  ]),
)}`,
  )}`;
}

/** "firstTokenP99" is "First token p99". */
const figureName = (name: string) => {
  const spaced = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return /^p\d/.test(spaced) ? spaced : `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};
