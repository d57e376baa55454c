import { FIGURE_IDS } from "../../main/contract/index.ts";
import { failureFigures, modelOutcomes } from "./failure-figures.ts";
import type { FigureTable } from "./observed-figures.ts";

export const SORT_KEYS = ["name", ...FIGURE_IDS] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface ModelsOrder {
  /** Part of the name; "": all. */
  readonly filter: string;
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** Clicking the same column again reverses the order; figures start with the largest. */
export function orderBy<T extends ModelsOrder>(order: T, key: SortKey): T {
  const descending = key === order.sort ? !order.descending : key !== "name";
  return { ...order, sort: key, descending };
}

/** Models whose name contains the filter, sorted; those without the figure are always last. Failures are sorted by their share. */
export function sortModels<T extends { readonly name: string }>(
  models: readonly T[],
  table: FigureTable,
  { filter, sort, descending }: ModelsOrder,
): readonly T[] {
  const wanted = filter.trim().toLowerCase();
  const sign = descending ? -1 : 1;
  const byName = (a: T, b: T) => a.name.localeCompare(b.name);
  const value = ({ name }: T) => {
    if (sort === "name") return null;
    if (sort === "failuresPerSecond") return failureFigures(modelOutcomes(table, name)).share;
    return table.value(name, sort);
  };
  return models
    .filter((model) => model.name.toLowerCase().includes(wanted))
    .sort((a, b) => {
      if (sort === "name") return sign * byName(a, b);
      const [left, right] = [value(a), value(b)];
      if (left === null || right === null) {
        return Number(left === null) - Number(right === null) || byName(a, b);
      }
      return sign * (left - right) || byName(a, b);
    });
}
