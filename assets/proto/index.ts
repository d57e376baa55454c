import protobuf from "protobufjs/minimal.js";

export { batchdeck, grpc, inference } from "./generated/messages.js";

/** What a message of a stranger may hold; each costs far more time and memory than its bytes. */
export interface MessageLimits {
  /** Fields, those of nested messages included. */
  readonly fields: number;
  /** Bytes of all `string` fields together. */
  readonly textBytes: number;
}

const NO_LIMITS: MessageLimits = { fields: Infinity, textBytes: Infinity };

/**
 * Reads a message as the generated types say: 64-bit integers are numbers. One that a number cannot hold
 * exactly comes as a bigint, so that no tensor element and no sequence id is ever rounded. `bytes` fields
 * are views of `buffer`. Throws where the message is over a limit.
 */
export class WireReader extends protobuf.BufferReader {
  readonly #limits: MessageLimits;
  #fields = 0;
  #textBytes = 0;

  constructor(buffer: Uint8Array, limits = NO_LIMITS) {
    super(Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength));
    this.discardUnknown = true;
    this.#limits = limits;
  }

  override tag(): number {
    this.#fields += 1;
    if (this.#fields > this.#limits.fields) {
      throw new Error(`it has more than ${this.#limits.fields} fields`);
    }
    return super.tag();
  }

  override stringVerify(): string {
    const start = this.pos;
    const length = this.size();
    this.#textBytes += length;
    if (this.#textBytes > this.#limits.textBytes) {
      throw new Error(`its texts have more than ${this.#limits.textBytes} bytes`);
    }
    this.pos = start;
    return super.stringVerify();
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
