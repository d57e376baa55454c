import type { Clock } from "../../../base/clock.ts";

const AT_ONCE = 16;
const SLOW_AT_ONCE = 64;
/** A poll that takes longer makes way for others, ms. */
const SLOW_MS = 1000;

/**
 * Limits concurrent polls: 16, and up to 64 more that have been waiting for a response for more than a second, so that
 * silent servers do not delay others. The rest queue, first come, first served.
 */
export class PollLimiter {
  readonly #clock: Clock;
  readonly #waiting: (() => Promise<void>)[] = [];
  #quick = 0;
  #slow = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of polls under way. */
  get running(): number {
    return this.#quick + this.#slow;
  }

  /** `work` never rejects. */
  run(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#next();
  }

  #next(): void {
    while (this.#quick < AT_ONCE) {
      const work = this.#waiting.shift();
      if (!work) return;
      this.#start(work);
    }
  }

  #start(work: () => Promise<void>): void {
    this.#quick += 1;
    let aside = false;
    const timer = this.#clock.after(SLOW_MS, () => {
      if (this.#slow >= SLOW_AT_ONCE) return;
      aside = true;
      this.#quick -= 1;
      this.#slow += 1;
      this.#next();
    });
    void work().finally(() => {
      timer[Symbol.dispose]();
      if (aside) this.#slow -= 1;
      else this.#quick -= 1;
      this.#next();
    });
  }
}
