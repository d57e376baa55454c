/** Counts active calls, so that a closing server can wait for the last one. */
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

  /** Resolves when no call is active. */
  async ended(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onNone = resolve));
  }
}
