/** The newest lines of a process's output. */
export class ProcessLog {
  readonly #lines: string[] = [];
  readonly #limit: number;

  constructor(limit = 500) {
    this.#limit = limit;
  }

  /** Oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#limit) this.#lines.shift();
  }
}
