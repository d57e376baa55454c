import type { Clock } from "./clock.ts";

/**
 * A timer that is only ever moved forward: asked to ring later than it is set for, it rings as it was set, and who
 * hears it asks again. So a queue whose earliest deadline moves with every batch sets few timers.
 */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #due = Infinity;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
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
    this.#cancel = this.#clock.setTimer(Math.max(0, due - this.#clock.now()), () => {
      this.clear();
      this.#ring();
    });
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#due = Infinity;
  }
}
