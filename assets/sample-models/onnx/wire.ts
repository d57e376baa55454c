/** Just enough of the protobuf wire format to write ONNX files: varints, floats, bytes and nested messages. */
export class MessageWriter {
  readonly #parts: Uint8Array[] = [];

  int(field: number, value: number | bigint): this {
    this.#varint((BigInt(field) << 3n) | 0n);
    this.#varint(BigInt.asUintN(64, BigInt(value)));
    return this;
  }

  float(field: number, value: number): this {
    this.#varint((BigInt(field) << 3n) | 5n);
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#parts.push(bytes);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#varint((BigInt(field) << 3n) | 2n);
    this.#varint(BigInt(value.byteLength));
    this.#parts.push(value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: MessageWriter): this {
    return this.bytes(field, value.finish());
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  #varint(value: bigint): void {
    const bytes: number[] = [];
    let rest = value;
    while (rest > 0x7fn) {
      bytes.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    this.#parts.push(Uint8Array.from(bytes));
  }
}
