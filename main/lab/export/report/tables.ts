import { type ExperimentStep, timeOfLoad } from "../../../contract/index.ts";
import type { Exported } from "../json.ts";
import { verdictWord } from "../verdict-words.ts";
import { figure, loadWords, share, withInterval } from "./figures.ts";
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

export const verdictCell = (step: ExperimentStep) =>
  html`<strong class="${step.verdict.verdict}">${verdictWord(step)}</strong>`;

export function nameOfStep(experiment: Exported, step: ExperimentStep): string {
  const { goal } = experiment.plan;
  if (goal.kind !== "compare" || step.candidate === null) {
    const time = timeOfLoad(experiment.steps, step);
    return time === 1 ? loadWords(step) : `${loadWords(step)} #${time}`;
  }
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
        nameOfStep(experiment, step),
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
      nameOfStep(experiment, step),
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
      nameOfStep(experiment, step),
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
