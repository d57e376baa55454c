/** Longer lines are split; characters. */
const MAX_LINE = 8192;

/** Splits text that comes in pieces into lines; empty lines are dropped. */
export class LineSplitter {
  readonly #take: (line: string) => void;
  #rest = "";

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#emit(line);
    while (this.#rest.length > MAX_LINE) {
      this.#emit(this.#rest.slice(0, MAX_LINE));
      this.#rest = this.#rest.slice(MAX_LINE);
    }
  }

  end(): void {
    this.#emit(this.#rest);
    this.#rest = "";
  }

  #emit(line: string): void {
    if (line.trim() !== "") this.#take(line);
  }
}
