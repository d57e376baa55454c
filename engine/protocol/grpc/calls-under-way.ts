/** Counts calls, for a server that closes when the last is answered. */
export class CallsUnderWay {
  #count = 0;
  #onNone = () => {};

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onNone();
  }

  /** Resolves when none is under way. */
  async ended(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onNone = resolve));
  }
}
