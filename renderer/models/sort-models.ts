import type { ModelOverview } from "../../main/contract/index.ts";
import { failureFigures } from "../figures/failure-figures.ts";

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

const figure: Record<Exclude<SortKey, "name">, (model: ModelOverview) => number | null> = {
  throughput: (model) => model.latest?.inferencesPerSecond ?? null,
  requests: (model) => model.latest?.requestsPerSecond ?? null,
  failures: (model) => failureFigures(model).share,
  p99: (model) => model.latest?.p99Ms ?? null,
  queue: (model) => model.latest?.queueDepth ?? null,
  batch: (model) => model.latest?.meanBatch ?? null,
  cache: (model) => model.latest?.cacheHitRate ?? null,
};

/** Models whose names hold `filter`, in order; those without the figure come last either way. */
export function sortModels(
  models: readonly ModelOverview[],
  filter: string,
  key: SortKey,
  descending: boolean,
): readonly ModelOverview[] {
  const wanted = filter.trim().toLowerCase();
  const sign = descending ? -1 : 1;
  const byName = (a: ModelOverview, b: ModelOverview) => a.name.localeCompare(b.name);
  return models
    .filter((model) => model.name.toLowerCase().includes(wanted))
    .sort((a, b) => {
      if (key === "name") return sign * byName(a, b);
      const [left, right] = [figure[key](a), figure[key](b)];
      if (left === null || right === null) {
        return Number(left === null) - Number(right === null) || byName(a, b);
      }
      return sign * (left - right) || byName(a, b);
    });
}
