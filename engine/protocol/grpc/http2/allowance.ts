/** A token bucket: holds up to `burst` tokens and refills by `perSecond`. */
export class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(burst: number, perSecond: number, now: () => number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** False if the tokens have run out. */
  take(): boolean {
    if (this.#left < 1) {
      const now = this.#now();
      this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) * this.#perSecond) / 1000);
      this.#at = now;
    }
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  earn(count: number): void {
    this.#left = Math.min(this.#burst, this.#left + count);
  }
}
