import { invalid } from "../../sources/invalid.ts";
import { parseJsonAt } from "./trace-fields.ts";

/** Max bytes of one entry. */
const MAX_ENTRY_BYTES = 32 * 1024 * 1024;

const SPACES: ReadonlySet<number> = new Set([9, 10, 13, 32]);
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [
  34, 44, 91, 92, 93, 123, 125,
];

/** Parses a JSON list of objects entry by entry, as its bytes arrive, and never holds more than one of them. */
export class JsonListReader {
  readonly #path: string;
  readonly #onEntry: (entry: unknown, number: number) => void;
  #state: "before" | "first" | "entry" | "between" | "next" | "after" = "before";
  #number = 0;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** `onEntry` gets each entry with its number from 1. */
  constructor(path: string, onEntry: (entry: unknown, number: number) => void) {
    this.#path = path;
    this.#onEntry = onEntry;
  }

  /** INVALID_ARGUMENT names the entry that is wrong. */
  push(piece: Buffer): void {
    let from = 0;
    while (from < piece.length) {
      if (this.#state === "entry") {
        const end = this.#endOf(piece, from);
        this.#keep(piece.subarray(from, end ?? piece.length));
        if (end === null) return;
        this.#complete();
        from = end;
      } else {
        if (this.#between(piece[from] as number)) this.#state = "entry";
        else from += 1;
      }
    }
  }

  /** The file is over. */
  end(): void {
    if (this.#state === "after") return;
    throw invalid(
      `'${this.#path}'`,
      this.#state === "before"
        ? "it is empty."
        : `the list is not closed; the file ends ${this.#state === "entry" ? "within" : "after"} entry ${this.#state === "entry" ? this.#number + 1 : this.#number}.`,
    );
  }

  /** Whether an entry begins with the byte. */
  #between(byte: number): boolean {
    if (SPACES.has(byte)) return false;
    switch (this.#state) {
      case "before":
        if (byte !== OPEN_LIST)
          throw invalid(`'${this.#path}'`, "it must be a list of conversations.");
        this.#state = "first";
        return false;
      case "first":
      case "next":
        if (byte === OPEN) return true;
        if (byte === CLOSE_LIST && this.#state === "first") break;
        throw this.#wrong("it must be a JSON object");
      case "between":
        if (byte === COMMA) {
          this.#state = "next";
          return false;
        }
        if (byte === CLOSE_LIST) break;
        throw this.#wrong("a comma or the end of the list must precede it");
      default:
        throw invalid(`'${this.#path}'`, "text follows the end of the list.");
    }
    this.#state = "after";
    return false;
  }

  /** Index after the entry's last byte; null: it goes on. */
  #endOf(piece: Buffer, from: number): number | null {
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === QUOTE) this.#inText = true;
      else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1;
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      }
    }
    return null;
  }

  #keep(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_ENTRY_BYTES)
      throw this.#wrong(`it has more than ${MAX_ENTRY_BYTES} bytes`);
    this.#pieces.push(bytes);
  }

  #complete(): void {
    const text = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#bytes = 0;
    this.#number += 1;
    this.#state = "between";
    this.#onEntry(parseJsonAt(text, `'${this.#path}', entry ${this.#number}`), this.#number);
  }

  #wrong(why: string) {
    return invalid(`'${this.#path}', entry ${this.#number + 1}`, `${why}.`);
  }
}
