import { stripVTControlCharacters } from "node:util";

/** Of a line, characters. */
export const LONGEST_LINE = 8192;
/** Of a line that has not ended yet, characters: what a progress bar writes over itself is part of it. */
const MAX_PENDING = 16 * LONGEST_LINE;

/** A log's bytes as lines, as a terminal shows them: without colours, and of what is written over the last. */
export class LogLines {
  readonly #decoder = new TextDecoder();
  #pending = "";
  /** Characters of the pending line that were not kept. */
  #skipped = 0;

  /** Lines that ended. */
  push(bytes: Uint8Array): string[] {
    const parts = this.#decoder.decode(bytes, { stream: true }).split("\n");
    const last = parts.pop() ?? "";
    const lines = parts.map((part) => {
      this.#append(part);
      return this.#take();
    });
    this.#append(last);
    return lines;
  }

  /** What came after the last line's end. */
  rest(): string[] {
    this.#append(this.#decoder.decode());
    return this.#pending === "" ? [] : [this.#take()];
  }

  #append(text: string): void {
    const all = this.#pending + text;
    this.#pending = all;
    if (all.length <= MAX_PENDING) return;
    const { from, to } = lastWritten(all);
    const line = all.slice(from, to);
    // What was not kept is written over as well.
    if (from > 0) this.#skipped = 0;
    this.#skipped += Math.max(0, line.length - MAX_PENDING);
    this.#pending = line.slice(0, MAX_PENDING) + (to < all.length ? "\r" : "");
  }

  #take(): string {
    const { from, to } = lastWritten(this.#pending);
    const line = stripVTControlCharacters(this.#pending.slice(from, to));
    const more = Math.max(0, line.length - LONGEST_LINE) + this.#skipped;
    this.#pending = "";
    this.#skipped = 0;
    return more === 0 ? line : `${line.slice(0, LONGEST_LINE)}… (${more} more characters)`;
  }
}

/** Where what stands after the last return to the line's beginning is, if anything does. */
function lastWritten(line: string): { from: number; to: number } {
  let to = line.length;
  while (to > 0 && line[to - 1] === "\r") to--;
  return { from: to === 0 ? 0 : line.lastIndexOf("\r", to - 1) + 1, to };
}
