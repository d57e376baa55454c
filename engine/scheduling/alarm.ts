import type { EngineClock } from "./clock.ts";

/**
 * A timer that is only ever moved forward: asked to ring later than it is set for, it rings as it was set, and who
 * hears it asks again. So a queue whose earliest deadline moves with every batch sets few timers.
 */
export class Alarm {
  readonly #clock: EngineClock;
  readonly #onDue: () => void;
  readonly #coarse: boolean;
  #due = Infinity;
  #cancel: (() => void) | undefined;

  /** A coarse one may ring a millisecond late. */
  constructor(clock: EngineClock, ring: () => void, coarse = false) {
    this.#clock = clock;
    this.#onDue = () => {
      this.clear();
      ring();
    };
    this.#coarse = coarse;
  }

  /** Stamp at which it rings; Infinity while it is not set. */
  get due(): number {
    return this.#due;
  }

  /** Rings at this stamp (ns) or earlier; Infinity asks for nothing. */
  set(due: number): void {
    if (due >= this.#due) return;
    this.#cancel?.();
    this.#due = due;
    const delayNs = Math.max(0, due - this.#clock.now());
    this.#cancel = this.#clock.setTimer(delayNs, this.#onDue, this.#coarse);
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#due = Infinity;
  }
}
