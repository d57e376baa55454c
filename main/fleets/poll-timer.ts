import type { Clock } from "../../base/clock.ts";

/** Calls `work` soon after `nudge`, but at most once per `ms`. */
export class PollTimer implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #work: () => void;
  #timer: Disposable | null = null;
  #last = Number.NEGATIVE_INFINITY;
  #ended = false;

  constructor(clock: Clock, ms: number, work: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#work = work;
  }

  nudge(): void {
    if (this.#timer || this.#ended) return;
    const wait = Math.max(0, this.#last + this.#ms - this.#clock.monotonic());
    this.#timer = this.#clock.after(wait, () => {
      this.#timer = null;
      this.#last = this.#clock.monotonic();
      this.#work();
    });
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    this.#timer?.[Symbol.dispose]();
  }
}
