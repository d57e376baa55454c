import type { ModelCounts } from "./counts.ts";

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
}
