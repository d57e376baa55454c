import type { EngineClock } from "./clock.ts";

/**
 * A timer that is only ever moved to an earlier time: asked to fire later than it is set for, it fires as set, and its
 * listener sets it again. So a queue whose earliest deadline moves with every batch sets few timers.
 */
export class Alarm {
  readonly #clock: EngineClock;
  readonly #onDue: () => void;
  readonly #coarse: boolean;
  #due = Infinity;
  #cancel: (() => void) | undefined;

  /** A coarse one may fire a millisecond late. */
  constructor(clock: EngineClock, ring: () => void, coarse = false) {
    this.#clock = clock;
    this.#onDue = () => {
      this.clear();
      ring();
    };
    this.#coarse = coarse;
  }

  /** Stamp at which it fires; Infinity while it is not set. */
  get due(): number {
    return this.#due;
  }

  /** Fires at this stamp (ns) or earlier; Infinity sets nothing. */
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
