import type { Segments } from "../bytes-tensor.ts";
import { refuseTooMany } from "../request-limits.ts";

/** Tag of `raw_input_contents` in a ModelInferRequest: field 7, length-delimited. */
const RAW_TAG = (7 << 3) | 2;

export interface SplitRequest {
  /** The message without its `raw_input_contents`. */
  readonly head: Buffer;
  readonly raw: readonly Segments[];
}

/**
 * Separates the tensors of a ModelInferRequest that came in several parts from its other fields: tensors are views of
 * the parts. Undefined for a message that protobufjs might not read: the caller joins it and lets it decide.
 */
export function splitRawContents(parts: readonly Uint8Array[]): SplitRequest | undefined {
  const raw: Segments[] = [];
  const head: Uint8Array[] = [];
  const cursor = new Cursor(parts);
  while (!cursor.isAtEnd) {
    const start = cursor.position;
    const tag = cursor.uint32();
    if (tag === RAW_TAG) {
      const byteLength = cursor.uint32();
      const from = cursor.position;
      if (byteLength === undefined || !cursor.skip(byteLength)) return undefined;
      raw.push({ segments: cursor.views(from, byteLength), byteLength });
      refuseTooMany("raw_input_contents", raw.length);
    } else {
      if (tag === undefined || tag >>> 3 === 0 || !skipContent(cursor, tag & 7)) return undefined;
      head.push(...cursor.views(start, cursor.position.read - start.read));
    }
  }
  return { head: Buffer.concat(head), raw };
}

function skipContent(cursor: Cursor, type: number): boolean {
  if (type === 0) return cursor.skipVarint();
  if (type === 1) return cursor.skip(8);
  if (type === 5) return cursor.skip(4);
  if (type !== 2) return false;
  const length = cursor.uint32();
  return length !== undefined && cursor.skip(length);
}

interface Position {
  readonly part: number;
  readonly at: number;
  /** Bytes before it. */
  readonly read: number;
}

/** Walks through the bytes of all parts. */
class Cursor {
  readonly #parts: readonly Uint8Array[];
  readonly #length: number;
  #part = 0;
  #at = 0;
  #read = 0;

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts;
    this.#length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get isAtEnd(): boolean {
    return this.#read === this.#length;
  }

  get position(): Position {
    return { part: this.#part, at: this.#at, read: this.#read };
  }

  /** A tag or length; undefined at the end or beyond 32 bits. */
  uint32(): number | undefined {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.#byte();
      if (byte === undefined || (shift === 28 && byte > 15)) return undefined;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    return undefined;
  }

  skipVarint(): boolean {
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      if (byte === undefined) return false;
      if (byte < 128) return true;
    }
    return false;
  }

  /** False if fewer bytes are left. */
  skip(length: number): boolean {
    if (length > this.#length - this.#read) return false;
    let left = length;
    while (left > 0) {
      const step = Math.min(left, this.#inPart());
      this.#at += step;
      left -= step;
    }
    this.#read += length;
    return true;
  }

  /** The `length` bytes after a position that was passed. */
  views({ part, at }: Position, length: number): Uint8Array[] {
    const views: Uint8Array[] = [];
    let left = length;
    for (let i = part, from = at; left > 0; i++, from = 0) {
      const bytes = this.#parts[i] as Uint8Array;
      const view = bytes.subarray(from, from + left);
      if (view.byteLength > 0) views.push(view);
      left -= view.byteLength;
    }
    return views;
  }

  #byte(): number | undefined {
    if (this.isAtEnd) return undefined;
    this.#inPart();
    this.#read += 1;
    return (this.#parts[this.#part] as Uint8Array)[this.#at++];
  }

  /** Bytes that are left in the part, which is the next one if all were read. */
  #inPart(): number {
    while (this.#at === (this.#parts[this.#part] as Uint8Array).byteLength) {
      this.#part += 1;
      this.#at = 0;
    }
    return (this.#parts[this.#part] as Uint8Array).byteLength - this.#at;
  }
}
