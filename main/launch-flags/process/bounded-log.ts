import type { Readable } from "node:stream";
import { LogLines } from "../../log-lines.ts";

/** Lines that are kept while a server runs: a traceback of several processes has some hundred. */
const MAX_LINES = 1000;
/** Of a line, characters. */
const MAX_LENGTH = 1000;

/** The last lines of a process, of both of its outputs in the order in which they came. */
export class BoundedLog {
  readonly #lines: string[] = [];

  get lines(): readonly string[] {
    return this.#lines;
  }

  read(output: Readable): void {
    const parts = new LogLines();
    output.on("data", (bytes: Buffer) => this.#add(parts.push(bytes)));
    output.once("end", () => this.#add(parts.rest()));
    // The process's end is reported by the process.
    output.on("error", () => {});
  }

  #add(lines: readonly string[]): void {
    for (const line of lines)
      this.#lines.push(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line);
    if (this.#lines.length > MAX_LINES) this.#lines.splice(0, this.#lines.length - MAX_LINES);
  }
}
