const FIRST_MS = 1000;
const CAP_MS = 60_000;
const JITTER = 0.2;

/** Delay before the next attempt to reach a server: doubled each time, up to a minute. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  /** `random`: 0..1, so that servers that were lost together are not polled together. */
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
