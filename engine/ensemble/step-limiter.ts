/** Lets so many requests at a time into a step, the others in order of arrival (rule E8). */
export class StepLimiter {
  readonly #limit: number;
  /** A Set keeps the order and gives up its first member cheaply, however many wait. */
  readonly #waiting = new Set<() => boolean>();
  #inside = 0;

  /** A `limit` of 0 lets everything pass. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Calls `enter` now or when it is its turn. It returns whether the request goes in, to call {@link release} when it
   * is through; false passes the turn on.
   */
  acquire(enter: () => boolean): void {
    if (this.#limit > 0 && this.#inside >= this.#limit) {
      this.#waiting.add(enter);
      return;
    }
    this.#inside += 1;
    if (!enter()) this.release();
  }

  release(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      if (next()) return;
    }
    this.#inside -= 1;
  }
}
