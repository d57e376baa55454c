/** Items are emitted after this time without new ones, and at the latest after the second time. */
const QUIET_MS = 3000;
const LATEST_MS = 15_000;

/** Collects items that arrive in quick succession and emits them together. */
export class Gathering<T> implements Disposable {
  readonly #emit: (all: readonly T[]) => void;
  #held: T[] = [];
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(emit: (all: readonly T[]) => void) {
    this.#emit = emit;
  }

  add(more: readonly T[]): void {
    if (more.length === 0) return;
    const now = performance.now();
    if (this.#held.length === 0) this.#since = now;
    this.#held.push(...more);
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(QUIET_MS, this.#since + LATEST_MS - now));
    this.#timer = setTimeout(() => this.#emit(this.#held.splice(0)), wait);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
