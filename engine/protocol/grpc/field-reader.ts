import { StatusError } from "../../../base/status-error.ts";

/** Reads the fields of a protobuf message one by one. Throws INVALID_ARGUMENT where the bytes are not one. */
export class FieldReader {
  readonly bytes: Buffer;
  at = 0;
  /** The field that `next` found, and its wire type. */
  number = 0;
  type = 0;
  /** Fields so far. */
  count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads the next field's tag; false at the end. What it holds has to be taken or skipped. */
  next(): boolean {
    if (this.at >= this.bytes.length) return false;
    const tag = this.#varint();
    this.number = Math.floor(tag / 8);
    this.type = tag % 8;
    this.count += 1;
    return true;
  }

  /** Where the length-delimited content ends that begins at `at`. */
  blockEnd(): number {
    const length = this.#varint();
    if (this.at + length > this.bytes.length) throw truncated();
    return this.at + length;
  }

  /** Bytes of the field's content, which is left out. */
  skip(): number {
    const start = this.at;
    if (this.type === 0) this.#varint();
    else if (this.type === 1) this.at += 8;
    else if (this.type === 5) this.at += 4;
    else if (this.type === 2) {
      const end = this.blockEnd();
      const length = end - this.at;
      this.at = end;
      return length;
    } else throw truncated();
    if (this.at > this.bytes.length) throw truncated();
    return this.at - start;
  }

  /** As a number; of one that is larger only that it is too large matters. */
  #varint(): number {
    let value = 0;
    for (let i = 0; i < 10; i++) {
      if (this.at >= this.bytes.length) break;
      const byte = this.bytes[this.at++] as number;
      value += (byte & 127) * 128 ** i;
      if (byte < 128) return value;
    }
    throw truncated();
  }
}

export function truncated(): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    "the typed contents of an input are not a valid protobuf message",
  );
}
