import type { EngineClock } from "./clock.ts";

/**
 * How long the serving thread may be blocked in one turn of the event loop, for all models together: so much later, at
 * most, is another connection served (rule SCHED-T4).
 */
export const MAX_BLOCKED_NS = 300_000;

export class TurnBudget {
  readonly #clock: EngineClock;
  #leftNs = MAX_BLOCKED_NS;
  readonly #renew = () => {
    this.#leftNs = MAX_BLOCKED_NS;
  };

  constructor(clock: EngineClock) {
    this.#clock = clock;
  }

  /** What is left of this turn's. */
  get leftNs(): number {
    return this.#leftNs;
  }

  spend(ns: number): void {
    if (this.#leftNs === MAX_BLOCKED_NS) this.#clock.defer(this.#renew);
    // At least 1, so that the budget is renewed once.
    this.#leftNs = Math.max(0, this.#leftNs - Math.max(1, ns));
  }
}
