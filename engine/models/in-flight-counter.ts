/** Counts requests that were accepted and not answered yet. */
export class InFlightCounter {
  #count = 0;
  #onIdle: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }

  /** Resolves when all are answered, for a version that accepts no more requests. */
  async answered(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }
}
