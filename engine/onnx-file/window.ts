import type { FileHandle } from "node:fs/promises";
import { StatusError } from "../../base/status-error.ts";

/** Random access to bytes. */
export interface ByteSource {
  readonly size: number;
  /** Up to `length` bytes, fewer only at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export function fromFile(file: FileHandle, size: number): ByteSource {
  const buffer = Buffer.alloc(WINDOW_BYTES);
  return {
    size,
    async read(position, length) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(length, WINDOW_BYTES), position);
      return buffer.subarray(0, bytesRead);
    },
  };
}

export function fromBytes(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
  };
}

const WINDOW_BYTES = 64 * 1024;

/** Largest range that may be requested. */
export const MAX_PIECE_BYTES = 16 * 1024;

export function notOnnx(reason: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", `The file is no whole ONNX model: ${reason}.`);
}

/** A moving view into a file: skipped content is never read. */
export class Window {
  readonly #source: ByteSource;
  #bytes: Uint8Array = new Uint8Array();
  #start = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get size(): number {
    return this.#source.size;
  }

  /** The bytes from `from` to `to`, or to the end; valid until the next call. */
  async view(from: number, to: number): Promise<Uint8Array> {
    const end = Math.min(to, from + MAX_PIECE_BYTES, this.size);
    const held = this.#start + this.#bytes.length;
    if (from < this.#start || end > held) {
      this.#bytes = await this.#source.read(from, WINDOW_BYTES);
      this.#start = from;
      if (this.#bytes.length < end - from) throw notOnnx("it became shorter while it was read");
    }
    return this.#bytes.subarray(from - this.#start, end - this.#start);
  }
}
