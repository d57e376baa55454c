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

  get last(): string | null {
    return this.#lines.findLast((line) => line.trim() !== "") ?? null;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#limit) this.#lines.shift();
  }
}
