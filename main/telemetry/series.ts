import { type ModelCounts, mergeCounts } from "./counts.ts";

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
  const first = intervals[0]?.t ?? 0;
  const last = intervals.at(-1)?.t ?? 0;
  const width = widthFor(first, last, maxPoints);
  const groups = new Map<number, ModelCounts[]>();
  for (const counts of intervals) {
    const slot = Math.floor(counts.t / width);
    const group = groups.get(slot);
    if (group) group.push(counts);
    else groups.set(slot, [counts]);
  }
  return [...groups.values()].map(mergeCounts);
}

/** The smallest whole number of seconds, in ms, whose grid has at most `maxPoints` slots from first to last. */
function widthFor(first: number, last: number, maxPoints: number): number {
  let seconds = Math.max(1, Math.ceil((last - first) / maxPoints / 1000));
  const slots = () =>
    Math.floor(last / (seconds * 1000)) - Math.floor(first / (seconds * 1000)) + 1;
  while (slots() > maxPoints) seconds += 1;
  return seconds * 1000;
}
