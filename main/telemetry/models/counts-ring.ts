import type { ModelCounts } from "./counts.ts";
import { slotsOf } from "../series/slots.ts";
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

  /** When the oldest ends; null where there is none. */
  get since(): number | null {
    return this.#kept[0]?.t ?? null;
  }

  newest(count: number): ModelCounts[] {
    return this.#kept.slice(-count);
  }
}

/** At most `maxPoints` intervals out of many. */
export function condense(intervals: readonly ModelCounts[], maxPoints: number): ModelCounts[] {
  return slotsOf(intervals, maxPoints).map(mergeCounts);
}
