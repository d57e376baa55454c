/** Longest line that is kept together, characters. */
const MAX_LINE = 8192;

/** Makes lines of text that comes in pieces; empty ones are left out. */
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
