import { type ExperimentStep, formatRateUnit, type Percentile } from "../../../contract/index.ts";
import { figure, type Html, withRange } from "../../../reports/index.ts";

/** A percentile with its 95 % interval below it. */
export function percentileCell(percentile: Percentile | undefined): Html | string {
  if (!percentile) return "–";
  const { value, low, high } = percentile;
  return withRange(figure(value), low === high ? null : `${figure(low)} – ${figure(high)}`);
}

/** "8 clients", "240 req/s", "2 conversations/s" */
export function loadText({ load: { kind, value, of } }: Pick<ExperimentStep, "load">): string {
  const text = String(Number(value.toPrecision(4)));
  if (kind === "rate") return `${text} ${formatRateUnit({ of })}`;
  return `${text} ${value === 1 ? "client" : "clients"}`;
}
