import {
  confirmationText,
  aimText,
  describeExcluded,
  describeSearchResult,
  pointText,
  type SearchConfirmation,
  type SearchOutcome,
  type SearchPoint,
  settingsText,
  type TuningSearch,
} from "../../contract/index.ts";
import {
  figure,
  type Html,
  html,
  linearScale,
  lineChart,
  machineFacts,
  PLOT,
  type Point,
  reportPage,
  table,
  withRange,
} from "../../reports/index.ts";
import { describePlace, describeProtocol } from "./report-text.ts";

/** The report as a self-contained document that begins with the result, the map and the machine. */
export function searchHtml(search: TuningSearch): string {
  const { name, goal, result, measured, foundConfig, baselineConfig, environment } = search;
  const { title, text } = describeSearchResult(search);
  const place = describePlace(search);
  const confirmation = result?.confirmation ?? null;
  return reportPage({
    title: `${name} – search`,
    body: html`<header><h1>${name}</h1><p class="sub">${aimText(search)}. ${describeProtocol(search)}</p>
${banner(search)}<p class="headline">${title}. ${text}</p></header>
<main><div class="lead"><div class="charts">${map(search)}</div><section><h2>Machine</h2>${environment ? machineFacts(environment) : html`<p>No data</p>`}</section></div>
${
  confirmation &&
  html`<h2>Confirmation</h2>${table(
    "Means of the pairs",
    ["", "Throughput (requests/s)", "p99 (ms)"],
    [
      [
        "Active configuration",
        figure(confirmation.baseline.throughput),
        figure(confirmation.baseline.p99Ms),
      ],
      [
        "Best configuration",
        figure(confirmation.winner.throughput),
        figure(confirmation.winner.p99Ms),
      ],
      ...(confirmation.runnerUp ? [secondBest(confirmation.runnerUp)] : []),
    ],
  )}<p>${confirmationText(goal, confirmation)}</p>`
}
<h2>Measurements</h2>${measured.length === 0 ? html`<p>Nothing was measured.</p>` : trials(search)}
${(search.excluded ?? []).map((each) => html`<p>${describeExcluded(each)}</p>`)}
<h2>Configuration</h2>${place !== null && html`<p>${place}</p>`}${foundConfig !== null && html`<pre>${foundConfig}</pre>`}
<h3>Former configuration</h3><p>${settingsText(search.baseline)}</p><pre>${baselineConfig}</pre></main>`,
  });
}

const secondBest = ({ point, outcome }: NonNullable<SearchConfirmation["runnerUp"]>) => [
  `Second best: ${pointText(point)}`,
  figure(outcome.throughput),
  figure(outcome.p99Ms),
];

/** Lists invalid measurements. */
function banner({ measured, result }: TuningSearch): Html {
  const bad = measured.filter(({ problem }) => problem !== null).map(({ number }) => number);
  const invalid = result?.confirmation?.invalidReason ?? null;
  if (measured.length === 0) return html`<div class="banner none"><p>No measurements.</p></div>`;
  if (invalid !== null) {
    return html`<div class="banner invalid"><p class="invalid"><strong>Invalid: don't rely on the confirmation</strong></p><p>${invalid}</p></div>`;
  }
  if (bad.length === 0) {
    return html`<div class="banner"><p><strong class="valid">Valid</strong>: all ${measured.length} measurements.</p></div>`;
  }
  return html`<div class="banner"><p>${measured.length - bad.length} of ${measured.length} measurements are valid; number ${bad.join(", ")} failed or counts less.</p></div>`;
}

/** Throughput, or instances at a rate, against p99: predicted points hollow, measured ones filled. */
function map({ map: predictions, measured, goal }: TuningSearch): Html {
  const isAtRate = goal.kind !== "throughput";
  const toMapPoint = (
    point: SearchPoint,
    { throughput, p99Ms }: SearchOutcome,
    more: Partial<Point> & { readonly number?: number } = {},
  ): Point => ({
    x: isAtRate ? point.settings.instances : throughput,
    y: p99Ms,
    title: `${more.number === undefined ? "" : `${more.number}. `}${pointText(point)}: ${figure(throughput)} requests/s, p99 ${figure(p99Ms)} ms`,
    ...more,
  });
  const filled = measured.flatMap(({ number, outcome, point }) =>
    outcome ? [toMapPoint(point, outcome, { number, label: String(number) }), null] : [],
  );
  const limit = goal.kind === "latency" ? null : goal.p99Ms;
  const drawn = filled.flatMap((each) => each ?? []);
  const most = Math.max(limit ?? 0, ...drawn.map(({ y }) => y)) * 1.5 || 1;
  const hollow = predictions
    .filter(({ expected }) => expected.p99Ms <= most)
    .flatMap(({ point, expected }) => [toMapPoint(point, expected, { hollow: true }), null]);
  const widest = Math.max(1, ...[...drawn, ...hollow].map((point) => point?.x ?? 0));
  return lineChart(
    {
      title: `${isAtRate ? "Instances" : "Throughput"} and p99 of every configuration`,
      note: "Filled points were measured, with their number; rings are predicted.",
      xLabel: isAtRate ? "Instances" : "Throughput (requests/s)",
      yLabel: "p99 (ms)",
      x: linearScale(widest, PLOT.left, PLOT.right),
      y: linearScale(most, PLOT.bottom, PLOT.top),
      bound: limit === null ? null : { y: limit, name: `p99 ≤ ${figure(limit)} ms` },
    },
    [
      { name: "measured", dots: true, points: filled },
      { name: "predicted", dots: true, points: hollow },
    ],
  );
}

function trials({ measured }: TuningSearch): Html {
  return table(
    "Measurements in order",
    ["", "Configuration and load", "Throughput (requests/s)", "p99 (ms)"],
    measured.map(
      ({ number, point, predicted, outcome, problem, reason, violation, endedEarly }) => [
        String(number),
        withRange(
          pointText(point),
          [reason, endedEarly, problem, violation && `Not offered: ${violation.text}`]
            .filter(Boolean)
            .join(" "),
        ),
        withRange(figure(outcome?.throughput), `predicted ${figure(predicted.throughput)}`),
        withRange(figure(outcome?.p99Ms), `predicted ${figure(predicted.p99Ms)}`),
      ],
    ),
    { words: 2 },
  );
}
