import { FIGURE_SECONDS, type FigureId, type TrendInterval } from "../../contract/index.ts";
import type { Delta } from "../delta/delta.ts";
import type { Observer } from "../polling/observer.ts";
import { newestInterval, toSeries } from "./series.ts";

const MAX_POINTS = 60;

/** One figure of every model in the last minute, oldest first (SPEC.md, OBSERVE-26). */
export function lastMinute(observer: Observer, figure: FigureId): TrendInterval[] {
  const newest = observer.latest();
  if (!newest) return [];
  const models = modelsWith(newest.delta, figure);
  const rows = observer.recent.between(newest.t - FIGURE_SECONDS * 1000, newest.t);
  const names = models.map((model) => ({ figure, model }));
  return toSeries(rows, names, MAX_POINTS).map(({ t, values }) => ({
    t,
    values: reported(models, values),
  }));
}

/** The same of an interval that ends at `t`. */
export function newestTrend(delta: Delta, figure: FigureId, t: number): TrendInterval {
  const models = modelsWith(delta, figure);
  const names = models.map((model) => ({ figure, model }));
  return { t, values: reported(models, newestInterval(delta, names, t).values) };
}

function modelsWith({ parts }: Delta, figure: FigureId): string[] {
  return parts.flatMap((part) =>
    part.form === "rate" && part.figure === figure ? part.model : [],
  );
}

function reported(
  models: readonly string[],
  values: readonly { readonly value: number | null }[],
): TrendInterval["values"] {
  return models.flatMap((model, at): [string, number][] => {
    const value = values[at]?.value ?? null;
    return value === null ? [] : [[model, value]];
  });
}
