import { StatusError } from "../../../base/status-error.ts";

/**
 * Reads the fields of a protobuf message one by one. Throws INVALID_ARGUMENT for malformed bytes.
 */
export class FieldReader {
  readonly bytes: Buffer;
  at = 0;
  /** Number and wire type of the field that `next` read. */
  number = 0;
  type = 0;
  /** Number of fields read. */
  count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Reads the tag of the next field; false at the end of the message. The caller must read or skip
   * the content.
   */
  next(): boolean {
    if (this.at >= this.bytes.length) return false;
    const tag = this.#varint();
    this.number = Math.floor(tag / 8);
    this.type = tag % 8;
    this.count += 1;
    return true;
  }

  /** Reads a length and returns where the content ends. */
  blockEnd(): number {
    const length = this.#varint();
    if (this.at + length > this.bytes.length) throw truncated();
    return this.at + length;
  }

  /** Skips the field and returns the length of its content. */
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

  /** As a number. Beyond its range only "too large" matters, not the exact value. */
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
