/** Lets so many requests at a time into a step, the others in order of arrival (rule E8). */
export class StepLimiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  /** A `limit` of 0 lets everything pass. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Calls `enter` now or when it is its turn; each call of it is to be followed by one of {@link release}. */
  acquire(enter: () => void): void {
    if (this.#limit > 0 && this.#inside >= this.#limit) {
      this.#waiting.push(enter);
      return;
    }
    this.#inside += 1;
    enter();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    else next();
  }
}
