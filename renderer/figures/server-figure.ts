import { FIGURES, type FigureId, type FigureUnit } from "../../main/contract/index.ts";
import { type FigureTable, observedHint } from "./observed-figures.ts";

export interface ServerFigure {
  readonly value: number | null;
  /** Its meaning and how it was computed. */
  readonly hint: string;
}

/** Units in which the models' figures add up to the server's. */
const ADDITIVE: ReadonlySet<FigureUnit> = new Set([
  "requests",
  "requests/s",
  "items/s",
  "tokens/s",
  "1/s",
  "executions/s",
  "workers",
]);

/** Means per request, weighted by the models' request rates. */
const MEAN_TIMES: ReadonlySet<FigureId> = new Set<FigureId>([
  "latencyMs",
  "queueMs",
  "computeMs",
  "ttftMs",
]);

/**
 * A figure of a whole server: its own, else that of its only model, else combined from its models. Undefined if it isn't
 * reported, or if it can't be combined, such as a percentile.
 */
export function serverFigure(table: FigureTable, figure: FigureId): ServerFigure | undefined {
  const whole = table.get("", figure);
  if (whole) return { value: whole.value, hint: observedHint(whole) };
  const parts = table.models.flatMap((model) => table.get(model, figure) ?? []);
  const [only] = parts;
  if (!only) return undefined;
  if (parts.length === 1) return { value: only.value, hint: observedHint(only) };
  const { label, unit, meaning } = FIGURES[figure];
  const known = parts.flatMap(({ model, value }) => (value === null ? [] : [{ model, value }]));
  if (ADDITIVE.has(unit)) {
    const sum = known.reduce((total, { value }) => total + value, 0);
    const hint = `${label}. ${meaning}\nDerived: the sum over all models.`;
    return { value: known.length === 0 ? null : sum, hint };
  }
  if (!MEAN_TIMES.has(figure)) return undefined;
  const weighted = known.map(({ model, value }) => ({
    value,
    weight: table.value(model, "requestsPerSecond") ?? 0,
  }));
  const hint = `${label}. ${meaning}\nDerived: the mean over all models, weighted by their requests.`;
  return { value: weightedMean(weighted), hint };
}

/** Null if the weights are unknown. */
function weightedMean(parts: readonly { value: number; weight: number }[]): number | null {
  const [only] = parts;
  if (only && parts.length === 1) return only.value;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return parts.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
}
