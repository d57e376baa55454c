import type { EngineClock } from "../scheduling/clock.ts";

/** A clock that advances only on request, and then runs due tasks in order. */
export class VirtualClock implements EngineClock {
  #now = 0;
  #sequence = 0;
  readonly #tasks = new Map<number, { due: number; task: () => void }>();

  now(): number {
    return this.#now;
  }

  /** Active timers. */
  get pending(): number {
    return this.#tasks.size;
  }

  setTimer(delayNs: number, task: () => void): () => void {
    const key = this.#sequence++;
    this.#tasks.set(key, { due: this.#now + Math.max(0, delayNs), task });
    return () => void this.#tasks.delete(key);
  }

  defer(task: () => void): void {
    this.setTimer(0, task);
  }

  /** Runs everything due within the next `ns`, and lets promises settle after each task. */
  async advance(ns: number): Promise<void> {
    const end = this.#now + ns;
    await settle();
    for (;;) {
      const next = [...this.#tasks]
        .filter(([, { due }]) => due <= end)
        .sort(([a, x], [b, y]) => x.due - y.due || a - b)[0];
      if (next === undefined) break;
      const [key, { due, task }] = next;
      this.#tasks.delete(key);
      this.#now = Math.max(this.#now, due);
      task();
      await settle();
    }
    this.#now = end;
  }
}

/** Lets every promise that is ready run its reactions. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
