/** What a process's resident set grows by while a model is loaded (rule STATS-12). */
export class LoadMemory {
  readonly #residentBytes: () => number;
  /** Loads under way, and how many began so far. */
  #under = 0;
  #begun = 0;

  constructor(residentBytes: () => number) {
    this.#residentBytes = residentBytes;
  }

  /**
   * Call what it returns once, when the load has ended: bytes, or null where another load went on meanwhile or the
   * resident set didn't grow.
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

/** Of this process. */
export const loadMemory = new LoadMemory(() => process.memoryUsage.rss());
