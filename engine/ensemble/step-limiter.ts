/** Limits a step's concurrent requests; others wait in order of arrival (rule ENSEMBLE-8). */
export class StepLimiter {
  readonly #limit: number;
  /** A Set keeps the order and removes its first element in constant time. */
  readonly #waiting = new Set<() => boolean>();
  #inside = 0;
  #filling = false;

  /** A `limit` of 0 means no limit. */
  constructor(limit: number) {
    this.#limit = limit || Number.POSITIVE_INFINITY;
  }

  /**
   * Calls `enter` when the request may run, possibly at once. It returns whether the request runs, which must then call
   * {@link release} when it has ended; false lets the next one run.
   */
  acquire(enter: () => boolean): void {
    this.#waiting.add(enter);
    this.#fill();
  }

  release(): void {
    this.#inside -= 1;
    this.#fill();
  }

  /** A request may end before its `enter` returns: with recursion, thousands of them would overflow the stack. */
  #fill(): void {
    if (this.#filling) return;
    this.#filling = true;
    try {
      for (const next of this.#waiting) {
        if (this.#inside >= this.#limit) break;
        this.#waiting.delete(next);
        this.#inside += 1;
        if (!next()) this.#inside -= 1;
      }
    } finally {
      this.#filling = false;
    }
  }
}
