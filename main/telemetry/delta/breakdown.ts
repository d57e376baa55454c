import type { Breakdown } from "../../servers/index.ts";

/** Adds breakdowns, each times its weight; nothing if none is given. */
export function addBreakdowns(
  all: readonly { readonly by?: Breakdown | undefined; readonly weight?: number }[],
): { by?: Breakdown } {
  if (all.every(({ by }) => by === undefined)) return {};
  const totals = new Map<number, number>();
  for (const { by = [], weight = 1 } of all)
    for (const [key, value] of by) totals.set(key, (totals.get(key) ?? 0) + value * weight);
  return withBreakdown([...totals].sort(([a], [b]) => a - b));
}

/** The growth between two counts of a breakdown; a key that went down is left out. */
export function breakdownGrowth(before: Breakdown, now: Breakdown): { by?: Breakdown } {
  const earlier = new Map(before);
  const grown = now.map(([key, count]) => [key, count - (earlier.get(key) ?? 0)] as const);
  return withBreakdown(grown.filter(([, count]) => count > 0));
}

function withBreakdown(by: Breakdown): { by?: Breakdown } {
  return by.length === 0 ? {} : { by };
}
