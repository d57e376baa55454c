import { type Html, html } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { isInvalid, nameOfStep } from "./step-cells.ts";

/** Whether the results can be relied on, and why not: the only place of the report that explains it. */
export function verdictBanner(experiment: Exported): Html {
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
  /** With the figures of the first step that it holds for. */
  readonly text: string;
  readonly steps: string[];
}

/** Each rule that was broken once, in the order in which they are met. */
function reasonsByStep(experiment: Exported): Found[] {
  const found = new Map<string, Found>();
  for (const step of experiment.steps) {
    for (const { id, severity, text } of step.verdict.reasons) {
      if (severity !== "invalid") continue;
      // What was imported names no rule: only equal words are the same reason.
      const key = experiment.importedFrom === null ? id : text;
      const known = found.get(key);
      const name = nameOfStep(experiment, step);
      if (known) known.steps.push(name);
      else found.set(key, { text, steps: [name] });
    }
  }
  return [...found.values()];
}
