import type { Span } from "../charts/samples.ts";
import type { RANGES } from "../search.ts";

export type Range = (typeof RANGES)[number];

const MINUTE = 60_000;

export const rangeMs: Record<Range, number> = {
  "1m": MINUTE,
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "30m": 30 * MINUTE,
};

export const rangeWords: Record<Range, string> = {
  "1m": "last minute",
  "5m": "last 5 minutes",
  "15m": "last 15 minutes",
  "30m": "last 30 minutes",
};

/** What the charts look at: the last `range` up to now, or a fixed span. */
export interface Viewport {
  readonly range: Range;
  readonly fixed: Span | null;
}

/** A viewport from an address; a span that ends before it begins is no span. */
export function viewportOf(search: {
  range: Range;
  from?: number | undefined;
  to?: number | undefined;
}): Viewport {
  const { range, from, to } = search;
  const fixed = from !== undefined && to !== undefined && to > from ? ([from, to] as const) : null;
  return { range, fixed };
}
