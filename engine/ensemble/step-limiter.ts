/** Lets a number of requests at a time into a step, the others in order of arrival (rule ENSEMBLE-8). */
export class StepLimiter {
  readonly #limit: number;
  /** A Set keeps the order and gives up its first member cheaply, however many wait. */
  readonly #waiting = new Set<() => boolean>();
  #inside = 0;
  #filling = false;

  /** A `limit` of 0 lets everything pass. */
  constructor(limit: number) {
    this.#limit = limit || Number.POSITIVE_INFINITY;
  }

  /**
   * Calls `enter` when it is its turn, which may be now. It returns whether the request goes in, to call
   * {@link release} when it is through; false passes the turn on.
   */
  acquire(enter: () => boolean): void {
    this.#waiting.add(enter);
    this.#fill();
  }

  release(): void {
    this.#inside -= 1;
    this.#fill();
  }

  /** A request may be through before its `enter` returns: a loop, where thousands of them would fill the stack. */
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
