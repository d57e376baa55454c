import { ConnectionError, ERROR, FLAG, FRAME, type FrameHead, HEAD_BYTES } from "./frames.ts";

export const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export interface FrameHandler {
  /** A DATA frame starts; `head.length` bytes count against the windows, padding included. */
  dataBegins(head: FrameHead): void;
  /** Part of its data: a view that is valid as long as its chunk. */
  dataPart(part: Buffer): void;
  dataEnds(): void;
  /** Any other frame: its payload is `bytes` from `start` to `end`. */
  frame(head: FrameHead, bytes: Buffer, start: number, end: number): void;
}

export interface FrameReaderOptions {
  /** Longest payload. */
  readonly maxFrameBytes: number;
  /** The peer is a client. */
  readonly expectsPreface: boolean;
}

/**
 * Parses frames from a socket's chunks. Data is passed on as it arrives; the payload of other
 * frames is passed on complete, and copied only if it spans chunks.
 */
export class FrameReader {
  readonly #handler: FrameHandler;
  readonly #maxFrameBytes: number;
  #prefaceRead = 0;
  readonly #headBytes = Buffer.alloc(HEAD_BYTES);
  #headFilled = 0;
  readonly #head = { length: 0, type: 0, flags: 0, streamId: 0 };
  /** Bytes of the current payload that haven't arrived. */
  #left = 0;
  #inFrame = false;
  #payload: Buffer | undefined;
  /** Of a DATA frame: its first byte, the padding length, hasn't arrived. */
  #padLengthNext = false;
  #padding = 0;

  constructor(handler: FrameHandler, { maxFrameBytes, expectsPreface }: FrameReaderOptions) {
    this.#handler = handler;
    this.#maxFrameBytes = maxFrameBytes;
    if (!expectsPreface) this.#prefaceRead = PREFACE.length;
  }

  push(chunk: Buffer): void {
    let at = this.#prefaceRead < PREFACE.length ? this.#preface(chunk) : 0;
    while (at < chunk.length) {
      if (!this.#inFrame) at = this.#readHead(chunk, at);
      else if (this.#head.type === FRAME.data) at = this.#data(chunk, at);
      else at = this.#whole(chunk, at);
    }
  }

  #preface(chunk: Buffer): number {
    const length = Math.min(chunk.length, PREFACE.length - this.#prefaceRead);
    const end = this.#prefaceRead + length;
    if (chunk.compare(PREFACE, this.#prefaceRead, end, 0, length) !== 0) {
      throw new ConnectionError(
        ERROR.protocol,
        "the connection does not begin with HTTP/2's preface",
      );
    }
    this.#prefaceRead = end;
    return length;
  }

  #readHead(chunk: Buffer, from: number): number {
    let bytes = chunk;
    let start = from;
    let end = from + HEAD_BYTES;
    if (this.#headFilled > 0 || end > chunk.length) {
      end = Math.min(chunk.length, from + HEAD_BYTES - this.#headFilled);
      this.#headFilled += chunk.copy(this.#headBytes, this.#headFilled, from, end);
      if (this.#headFilled < HEAD_BYTES) return end;
      this.#headFilled = 0;
      bytes = this.#headBytes;
      start = 0;
    }
    const head = this.#head;
    head.length = bytes.readUIntBE(start, 3);
    head.type = bytes[start + 3] as number;
    head.flags = bytes[start + 4] as number;
    head.streamId = bytes.readUInt32BE(start + 5) & 0x7fff_ffff;
    this.#begin(head);
    return end;
  }

  #begin(head: FrameHead): void {
    if (head.length > this.#maxFrameBytes) {
      const most = this.#maxFrameBytes;
      throw new ConnectionError(
        ERROR.frameSize,
        `a frame of ${head.length} bytes: at most ${most}`,
      );
    }
    this.#inFrame = true;
    this.#left = head.length;
    if (head.type !== FRAME.data) {
      if (head.length === 0) this.#whole(this.#headBytes, 0);
      return;
    }
    this.#padding = 0;
    this.#padLengthNext = (head.flags & FLAG.padded) !== 0;
    if (this.#padLengthNext && head.length === 0) {
      throw new ConnectionError(ERROR.frameSize, "a padded frame has no padding length");
    }
    this.#handler.dataBegins(head);
    if (head.length === 0) this.#endData();
  }

  #data(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#padLengthNext) {
      this.#padLengthNext = false;
      this.#padding = chunk[at++] as number;
      this.#left -= 1;
      if (this.#padding > this.#left) {
        throw new ConnectionError(ERROR.protocol, "a frame has more padding than payload");
      }
    }
    const data = Math.min(this.#left - this.#padding, chunk.length - at);
    if (data > 0) {
      this.#handler.dataPart(chunk.subarray(at, at + data));
      this.#left -= data;
      at += data;
    }
    if (this.#left <= this.#padding) {
      const skipped = Math.min(this.#left, chunk.length - at);
      this.#left -= skipped;
      this.#padding -= skipped;
      at += skipped;
      if (this.#left === 0) this.#endData();
    }
    return at;
  }

  #endData(): void {
    this.#inFrame = false;
    this.#handler.dataEnds();
  }

  #whole(chunk: Buffer, at: number): number {
    const { length } = this.#head;
    const end = Math.min(chunk.length, at + this.#left);
    if (this.#left === length && end - at === length) {
      this.#inFrame = false;
      this.#handler.frame(this.#head, chunk, at, end);
      return end;
    }
    this.#payload ??= Buffer.allocUnsafe(length);
    chunk.copy(this.#payload, length - this.#left, at, end);
    this.#left -= end - at;
    if (this.#left > 0) return end;
    const payload = this.#payload;
    this.#payload = undefined;
    this.#inFrame = false;
    this.#handler.frame(this.#head, payload, 0, length);
    return end;
  }
}
