import {
  describeCostSources,
  formatCost,
  formatEnergy,
  MILLION_LABELS,
  stepCost,
} from "../../../contract/index.ts";
import { type Html, html, table } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { nameOfStep } from "./step-cells.ts";

/** Cost and energy of a million tokens, requests or inferences; null if neither price nor power is known. */
export function costTable(experiment: Exported): Html | null {
  const costs = experiment.steps.flatMap((step) => {
    const cost = stepCost(step, experiment.plan.costs);
    return cost ? [{ name: nameOfStep(experiment, step), cost }] : [];
  });
  if (costs.length === 0) return null;
  const sources = new Set(costs.flatMap(({ cost }) => describeCostSources(cost)));
  return html`${table(
    "Cost and energy of a million; each carries the whole cost",
    ["Step", "A million", "Cost", "Energy"],
    costs.flatMap(({ name, cost: { millions, currency } }) =>
      millions.map(({ of, cost, kWh }) => [
        name,
        MILLION_LABELS[of],
        cost === null ? null : formatCost(cost, currency),
        kWh === null ? null : formatEnergy(kWh),
      ]),
    ),
  )}${[...sources].map((text) => html`<p>${text}</p>`)}`;
}
