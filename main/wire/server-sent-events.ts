const LF = 0x0a;
const CR = 0x0d;
/** No server sends a longer line. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Parses server-sent events (WHATWG HTML, 9.2) from bytes as they arrive, split anywhere, and emits the data of each.
 * Comments and fields other than `data` are skipped; an unfinished event at the end is dropped.
 */
export class ServerSentEvents {
  readonly #emit: (data: string) => void;
  /** The unfinished line. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #data: string[] = [];
  #afterCr = false;
  #isFirst = true;

  constructor(emit: (data: string) => void) {
    this.#emit = emit;
  }

  /** Does not retain the bytes. Throws for an endless line. */
  push(bytes: Buffer, from = 0, to = bytes.length): void {
    let at = from;
    while (at < to) {
      // The second byte of CR LF, which ends no further line.
      if (this.#afterCr && bytes[at] === LF) at += 1;
      this.#afterCr = false;
      const end = lineEnd(bytes, at, to);
      if (end === -1) {
        this.#keep(bytes, at, to);
        return;
      }
      this.#line(this.#text(bytes, at, end));
      this.#afterCr = bytes[end] === CR;
      at = end + 1;
    }
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (from >= to) return;
    this.#bytes += to - from;
    if (this.#bytes > MAX_LINE_BYTES) throw new Error("a line of the stream is too long");
    this.#pieces.push(Buffer.from(bytes.subarray(from, to)));
  }

  #text(bytes: Buffer, from: number, end: number): string {
    if (this.#pieces.length === 0) return bytes.toString("utf8", from, end);
    this.#keep(bytes, from, end);
    const line = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#bytes = 0;
    return line;
  }

  #line(text: string): void {
    const line = this.#isFirst ? text.replace(/^\uFEFF/, "") : text;
    this.#isFirst = false;
    if (line === "") {
      const data = this.#data;
      this.#data = [];
      if (data.length > 0) this.#emit(data.join("\n"));
    } else if (line === "data") this.#data.push("");
    else if (line.startsWith("data:")) this.#data.push(line.slice(line[5] === " " ? 6 : 5));
  }
}

function lineEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) if (bytes[at] === LF || bytes[at] === CR) return at;
  return -1;
}
