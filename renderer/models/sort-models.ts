import type { FigureId, ModelOverview } from "../../main/contract/index.ts";
import { failureFigures, modelOutcomes } from "../figures/failure-figures.ts";
import type { FigureTable } from "../figures/observed-figures.ts";

export const SORT_KEYS = [
  "name",
  "throughput",
  "requests",
  "failures",
  "p99",
  "queue",
  "batch",
  "cache",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Failures are sorted by their share. */
export const SORTED_FIGURES: Readonly<Record<Exclude<SortKey, "name">, FigureId>> = {
  throughput: "inferencesPerSecond",
  requests: "requestsPerSecond",
  failures: "failuresPerSecond",
  p99: "latencyP99Ms",
  queue: "waiting",
  batch: "meanBatch",
  cache: "cacheHitRate",
};

interface Order {
  readonly filter: string;
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Models whose names hold `filter`, in order; those without the figure come last either way. */
export function sortModels(
  models: readonly ModelOverview[],
  table: FigureTable,
  { filter, key, descending }: Order,
): readonly ModelOverview[] {
  const wanted = filter.trim().toLowerCase();
  const sign = descending ? -1 : 1;
  const byName = (a: ModelOverview, b: ModelOverview) => a.name.localeCompare(b.name);
  const value = ({ name }: ModelOverview) => {
    if (key === "name") return null;
    if (key === "failures") return failureFigures(modelOutcomes(table, name)).share;
    return table.value(name, SORTED_FIGURES[key]);
  };
  return models
    .filter((model) => model.name.toLowerCase().includes(wanted))
    .sort((a, b) => {
      if (key === "name") return sign * byName(a, b);
      const [left, right] = [value(a), value(b)];
      if (left === null || right === null) {
        return Number(left === null) - Number(right === null) || byName(a, b);
      }
      return sign * (left - right) || byName(a, b);
    });
}
