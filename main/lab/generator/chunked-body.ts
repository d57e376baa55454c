import { MOST_HEAD_BYTES, ResponseError } from "./response-error.ts";

/** The chunked transfer coding; trailers are skipped. */
export class ChunkedBody {
  #state: "size" | "data" | "after" | "trailer" = "size";
  #line = "";
  #left = 0;

  /** Calls `data` with each piece of content; true after the last chunk and its trailers. */
  push(bytes: Buffer, from: number, data: (start: number, end: number) => void): boolean {
    let at = from;
    while (at < bytes.length) {
      if (this.#state === "data") {
        const end = Math.min(bytes.length, at + this.#left);
        data(at, end);
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#state = "after";
        continue;
      }
      const newline = bytes.indexOf(0x0a, at);
      this.#line += bytes.toString("latin1", at, newline === -1 ? bytes.length : newline);
      if (this.#line.length > MOST_HEAD_BYTES)
        throw new ResponseError("a chunk's head is too long");
      if (newline === -1) return false;
      at = newline + 1;
      if (this.#endOfLine(this.#line.trimEnd())) return true;
    }
    return false;
  }

  #endOfLine(line: string): boolean {
    this.#line = "";
    if (this.#state === "trailer") return line === "";
    if (this.#state === "after") {
      this.#state = "size";
      return false;
    }
    if (!/^[0-9a-f]+/i.test(line)) throw new ResponseError("a chunk has no size");
    this.#left = Number.parseInt(line, 16);
    this.#state = this.#left === 0 ? "trailer" : "data";
    return false;
  }
}
