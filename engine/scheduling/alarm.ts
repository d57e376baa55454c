import type { EngineClock } from "./clock.ts";

/**
 * A timer that is only ever moved forward: asked to ring later than it is set for, it rings as it was set, and who
 * hears it asks again. So a queue whose earliest deadline moves with every batch sets few timers.
 */
export class Alarm {
  readonly #clock: EngineClock;
  readonly #ring: () => void;
  readonly #coarse: boolean;
  #due = Infinity;
  #cancel: (() => void) | undefined;

  /** A coarse one may ring a millisecond late. */
  constructor(clock: EngineClock, ring: () => void, coarse = false) {
    this.#clock = clock;
    this.#ring = ring;
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
    const ring = () => {
      this.clear();
      this.#ring();
    };
    const delayNs = Math.max(0, due - this.#clock.now());
    this.#cancel = this.#clock.setTimer(delayNs, ring, this.#coarse);
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#due = Infinity;
  }
}
