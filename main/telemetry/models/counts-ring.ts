import type { ModelCounts } from "./counts.ts";
import { mergeCounts } from "./merge-counts.ts";

/** The newest intervals of one model, oldest first. */
export class CountsRing {
  readonly #kept: ModelCounts[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(counts: ModelCounts): void {
    this.#kept.push(counts);
    if (this.#kept.length > this.#limit) this.#kept.shift();
  }

  /** Those that end after `from` and not after `to`, ms since the epoch. */
  between(from: number, to: number): ModelCounts[] {
    return this.#kept.filter(({ t }) => t > from && t <= to);
  }

  newest(count: number): ModelCounts[] {
    return this.#kept.slice(-count);
  }
}

/**
 * At most `maxPoints` intervals out of many. The grid of seconds they are merged on starts at the epoch, so
 * that a window that moves on does not make the points before it dance.
 */
export function condense(intervals: readonly ModelCounts[], maxPoints: number): ModelCounts[] {
  if (intervals.length <= maxPoints) return [...intervals];
  if (maxPoints === 1) return [mergeCounts(intervals)];
  const span = (intervals.at(-1)?.t ?? 0) - (intervals[0]?.t ?? 0);
  // Wherever a window of this span begins, it touches at most `maxPoints` slots of this width.
  const width = Math.ceil(span / (maxPoints - 1) / 1000) * 1000;
  const slots = Map.groupBy(intervals, ({ t }) => Math.floor(t / width));
  return [...slots.values()].map(mergeCounts);
}
