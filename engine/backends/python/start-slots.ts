import { availableParallelism } from "node:os";

/** Lets as many interpreters start at once as there are cores: all at once would only be late together. */
export class StartSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots = availableParallelism()) {
    this.#free = Math.max(1, slots);
  }

  /** Resolves with what gives the slot back, to be called once or more. */
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
