/** Writes numbers one after the other. */
export class ByteWriter {
  #buffer: Buffer;
  #at = 0;

  constructor(bytes = 1024) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  byte(value: number): void {
    this.#room(1);
    this.#buffer[this.#at++] = value;
  }

  /** Seven digits; whole numbers up to 16 million exactly. */
  number(value: number): void {
    this.#room(4);
    this.#at = this.#buffer.writeFloatLE(value, this.#at);
  }

  /** A whole number from 0, seven bits per byte. */
  whole(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  bytes(more: Uint8Array): void {
    this.#room(more.length);
    this.#buffer.set(more, this.#at);
    this.#at += more.length;
  }

  take(): Uint8Array {
    const bytes = new Uint8Array(this.#at);
    bytes.set(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
    return bytes;
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#at + bytes, this.#buffer.length * 2));
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}

/** Reads what {@link ByteWriter} wrote; RangeError if it is too short. */
export class ByteReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    return this.#view.getUint8(this.#at++);
  }

  number(): number {
    const value = this.#view.getFloat32(this.#at, true);
    this.#at += 4;
    return value;
  }

  whole(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte % 128) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  /** The next `length` bytes, shared with the reader; RangeError if there are fewer. */
  bytes(length: number): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#view;
    if (this.#at + length > byteLength) throw new RangeError("there are fewer bytes than expected");
    const bytes = new Uint8Array(buffer, byteOffset + this.#at, length);
    this.#at += length;
    return bytes;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }
}
