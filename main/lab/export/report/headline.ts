import type { ExperimentStep } from "../../../contract/index.ts";
import { figure, type Html, html } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { candidateName } from "./comparisons.ts";
import { loadText } from "./figures.ts";
import { isInvalid } from "./step-cells.ts";

/** The result in a sentence or two; null where there is no valid one. */
export function headline(experiment: Exported): Html | null {
  const { search, comparisons, steps } = experiment;
  if (comparisons.length > 0) {
    return html`${comparisons.map(
      ({ candidate, words }) =>
        html`<p class="headline">${comparisons.length > 1 && `${candidateName(experiment, candidate)}: `}${words}</p>`,
    )}`;
  }
  if (search) return html`<p class="headline">${search.words}</p>`;
  const best = bestOf(steps);
  if (!best) return null;
  return html`<p class="headline">Best: <strong>${throughputOf(best)}</strong> at ${loadText(best)}${tailOf(best)}</p>`;
}

const rateOf = ({ chat, inferencesPerSecond }: ExperimentStep) =>
  chat?.outputTokensPerSecond ?? inferencesPerSecond;

const bestOf = (steps: readonly ExperimentStep[]): ExperimentStep | undefined =>
  steps.filter((step) => !isInvalid(step)).toSorted((a, b) => rateOf(b) - rateOf(a))[0];

const throughputOf = (step: ExperimentStep) =>
  `${figure(rateOf(step))} ${step.chat ? "output tokens/s" : "inf/s"}`;

/** The highest percentile that the sample supports. */
function tailOf({ response, chat }: ExperimentStep): string {
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
