/** Measures how much a process's resident set grows while a model loads (STATS-12). */
export class LoadMemory {
  readonly #residentBytes: () => number;
  /** Current loads, and the number started so far. */
  #under = 0;
  #begun = 0;

  constructor(residentBytes: () => number) {
    this.#residentBytes = residentBytes;
  }

  /**
   * Starts a measurement. Call the returned function once, when the load has ended: bytes, or null
   * if loads overlapped or the resident set didn't grow.
   */
  begin(): () => number | null {
    const isAlone = this.#under === 0;
    this.#under += 1;
    this.#begun += 1;
    const number = this.#begun;
    const before = this.#residentBytes();
    return () => {
      this.#under -= 1;
      if (!isAlone || this.#begun !== number) return null;
      const grown = this.#residentBytes() - before;
      return grown > 0 ? grown : null;
    };
  }
}

/** The measurement of this process. */
export const loadMemory = new LoadMemory(() => process.memoryUsage.rss());
