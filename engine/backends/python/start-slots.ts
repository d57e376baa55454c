import { availableParallelism } from "node:os";

/**
 * Limits concurrent interpreter starts to the number of cores: more would only make all of them
 * late.
 */
export class StartSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots = availableParallelism()) {
    this.#free = Math.max(1, slots);
  }

  /** Resolves with the function that returns the slot, which may be called more than once. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}
