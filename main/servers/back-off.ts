const FIRST_MS = 1000;
const CAP_MS = 60_000;
const JITTER = 0.2;

/** How long to wait before a server that did not answer is asked again: doubled each time, up to a minute. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  /** `random`: 0..1, so that many servers that went together are not asked together. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** ms */
  next(): number {
    const wait = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(this.#failures, 16));
    this.#failures += 1;
    return Math.round(wait * (1 - JITTER + 2 * JITTER * this.#random()));
  }

  reset(): void {
    this.#failures = 0;
  }
}
