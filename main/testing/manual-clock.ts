import type { Clock } from "../../base/clock.ts";

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { due: number; work: () => void }[] = [];

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): Disposable {
    const timer = { due: this.#now + ms, work };
    this.#timers.push(timer);
    return {
      [Symbol.dispose]: () => void (this.#timers = this.#timers.filter((t) => t !== timer)),
    };
  }

  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves on, calls what fell due, and lets promises settle. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#timers.filter((timer) => timer.due <= this.#now);
    this.#timers = this.#timers.filter((timer) => timer.due > this.#now);
    for (const { work } of due.sort((a, b) => a.due - b.due)) work();
    await new Promise(setImmediate);
  }
}
