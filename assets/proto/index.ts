import protobuf from "protobufjs/minimal.js";

export { batchdeck, grpc, inference } from "./generated/messages.js";

/**
 * Reads a message as the generated types say: 64-bit integers are numbers. One that a number cannot hold
 * exactly comes as a bigint, so that no tensor element and no sequence id is ever rounded. `bytes` fields
 * are views of `buffer`.
 */
export class WireReader extends protobuf.BufferReader {
  constructor(buffer: Uint8Array) {
    super(Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength));
    this.discardUnknown = true;
  }

  // The declared types are protobufjs' Long, its own answer to 64 bits.
  override int64(): never {
    return (this.#oneByte() ?? exact(super.int64())) as never;
  }

  override uint64(): never {
    return (this.#oneByte() ?? exact(super.uint64())) as never;
  }

  #oneByte(): number | undefined {
    const byte = this.buf[this.pos];
    if (byte === undefined || byte > 127 || this.pos >= this.len) return undefined;
    this.pos += 1;
    return byte;
  }
}

function exact(long: unknown): number | bigint {
  const value = (long as { toNumber(): number }).toNumber();
  return Number.isSafeInteger(value) ? value : BigInt(String(long));
}
