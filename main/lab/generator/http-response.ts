const MAX_HEAD_BYTES = 64 * 1024;

const HEAD_END = "\r\n\r\n";
const MAX_TEXT_BYTES = 4096;

/** How the end of the body is recognised. */
type Framing = "none" | "length" | "chunked" | "close";

/** The server's bytes are not a valid HTTP/1.1 response. */
class ResponseError extends Error {
  override readonly name = "ResponseError";
}

/**
 * Parses one HTTP/1.1 response after another (RFC 9112) from pieces as they arrive, cheaply: bodies of successes are
 * counted and dropped, those of failures kept up to 4 KiB. Pieces are not retained.
 */
export class ResponseReader {
  status = 0;
  /** The connection may be reused. */
  keepAlive = true;
  /** Keeps bodies of successes too; set before a response begins. */
  keepBody = false;
  /** Called with each part of a success's body, to be read at once. */
  readonly onBody: ((bytes: Buffer, from: number, to: number) => void) | null;
  #head: Buffer | null = null;
  #framing: Framing = "none";
  #chunks = new ChunkedBody();
  #left = 0;
  #text = "";
  #body: Buffer[] = [];
  #jsonBytes: number | null = null;

  constructor(onBody: ResponseReader["onBody"] = null) {
    this.onBody = onBody;
  }

  /** The body of a failure. */
  get text(): string {
    return this.#text;
  }

  /** The body of a success, where it is kept. */
  get body(): Buffer {
    return Buffer.concat(this.#body);
  }

  /** Length of the JSON in front of binary tensors; null without any. */
  get jsonBytes(): number | null {
    return this.#jsonBytes;
  }

  /** True when the response is complete. Throws a ResponseError. */
  push(piece: Buffer): boolean {
    if (this.#framing !== "none") return this.#read(piece, 0);
    const bytes = this.#head ? Buffer.concat([this.#head, piece]) : piece;
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) {
      if (bytes.length > MAX_HEAD_BYTES) throw new ResponseError("the response head is too long");
      this.#head = this.#head ? bytes : Buffer.from(piece);
      return false;
    }
    this.#head = null;
    const after = end + HEAD_END.length;
    this.#readHead(bytes.toString("latin1", 0, end));
    if (this.status >= 100 && this.status < 200) {
      this.#framing = "none";
      return after < bytes.length && this.push(bytes.subarray(after));
    }
    return this.#read(bytes, after);
  }

  /** The connection ended: true if that completes the response. */
  end(): boolean {
    if (this.#framing !== "close") return false;
    this.#framing = "none";
    return true;
  }

  #readHead(head: string): void {
    const status = /^HTTP\/1\.([01]) (\d{3})/.exec(head);
    if (!status) throw new ResponseError("the response is not HTTP/1.1");
    this.status = Number(status[2]);
    const connection = /\r\nconnection:[ \t]*([^\r]*)/i.exec(head)?.[1]?.toLowerCase();
    this.keepAlive = status[1] === "1" ? connection !== "close" : connection === "keep-alive";
    this.#text = "";
    this.#body = [];
    this.#left = 0;
    if (this.keepBody) this.#jsonBytes = readJsonLength(head);
    if (/\r\ntransfer-encoding:[^\r]*chunked/i.test(head)) {
      this.#framing = "chunked";
      this.#chunks = new ChunkedBody();
      return;
    }
    const length = /\r\ncontent-length:[ \t]*(\d+)/i.exec(head)?.[1];
    const bodiless = this.status === 204 || this.status === 304;
    this.#framing = length === undefined && !bodiless ? "close" : "length";
    this.#left = bodiless ? 0 : Number(length ?? 0);
    if (this.#framing === "close") this.keepAlive = false;
  }

  #read(bytes: Buffer, from: number): boolean {
    const done =
      this.#framing === "chunked"
        ? this.#chunks.push(bytes, from, (start, end) => this.#keep(bytes, start, end))
        : this.#plain(bytes, from);
    if (done) this.#framing = "none";
    return done;
  }

  #plain(bytes: Buffer, from: number): boolean {
    this.#keep(bytes, from, bytes.length);
    if (this.#framing === "close") return false;
    this.#left -= bytes.length - from;
    if (this.#left < 0) throw new ResponseError("the response is longer than its Content-Length");
    return this.#left === 0;
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    if (this.status < 300) {
      if (this.onBody) this.onBody(bytes, start, end);
      else if (this.keepBody) this.#body.push(Buffer.from(bytes.subarray(start, end)));
      return;
    }
    if (this.#text.length >= MAX_TEXT_BYTES) return;
    this.#text += bytes.toString("utf8", start, end);
  }
}

function readJsonLength(head: string): number | null {
  const length = /\r\ninference-header-content-length:[ \t]*(\d+)/i.exec(head)?.[1];
  return length === undefined ? null : Number(length);
}

/** The chunked transfer coding; trailers are skipped. */
class ChunkedBody {
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
      if (this.#line.length > MAX_HEAD_BYTES) throw new ResponseError("a chunk's head is too long");
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
