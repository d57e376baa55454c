import { StatusError } from "../../../../base/status-error.ts";
import type { ByteBudget } from "../../byte-budget.ts";
import { PREFIX_BYTES } from "./frame.ts";
import { MessageParts } from "./message-parts.ts";

export interface ReceiveLimits {
  /** Largest message; larger ones are rejected when their length is announced. */
  readonly maxMessageBytes: number;
  /** Memory for messages that arrive in several pieces, shared by all calls. */
  readonly budget: ByteBudget;
}

/** The receiver returns `held` bytes to the budget. */
export type OnMessage = (message: Buffer, compressed: boolean, held: number) => void;

/** The same for an uncompressed message that spans several chunks. */
export type OnParts = (parts: readonly Buffer[], held: number) => void;

/**
 * Memory allocated before a message's first byte arrives, at most. Later allocations are four times
 * what has arrived: a 1 MiB tensor with its description fits the first one.
 */
const FIRST_BYTES = (1 << 20) + (64 << 10);
const GROWTH = 4;

/**
 * Splits the chunks of one direction of a call into messages. A message within one chunk is a view
 * of it; one that spans several is joined once, in memory from the budget, or passed on in parts where the receiver
 * takes them.
 */
export class MessageReader {
  readonly #limits: ReceiveLimits;
  readonly #onMessage: OnMessage;
  readonly #onParts: OnParts | undefined;
  #parts: MessageParts | undefined;
  #prefix: Buffer | undefined;
  #prefixLength = 0;
  #body: Buffer | undefined;
  #filled = 0;
  #announced = 0;
  #compressed = false;

  constructor(limits: ReceiveLimits, onMessage: OnMessage, onParts?: OnParts) {
    this.#limits = limits;
    this.#onMessage = onMessage;
    this.#onParts = onParts;
  }

  /** True while a message or its prefix is incomplete. */
  get partial(): boolean {
    return this.#body !== undefined || this.#parts !== undefined || this.#prefixLength > 0;
  }

  /** Throws RESOURCE_EXHAUSTED for a message over the limit, INTERNAL for malformed framing. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#body !== undefined) at = this.#fill(this.#body, chunk, at);
      else if (this.#parts !== undefined) at = this.#add(this.#parts, chunk, at);
      else if (this.#prefixLength > 0 || chunk.length - at < PREFIX_BYTES) {
        at = this.#collectPrefix(chunk, at);
      } else {
        this.#begin(chunk, at);
        at += PREFIX_BYTES;
        const end = at + this.#announced;
        if (end <= chunk.length) {
          this.#onMessage(chunk.subarray(at, end), this.#compressed, 0);
          at = end;
        } else this.#expectBody();
      }
    }
  }

  /** Drops an incomplete message. */
  drop(): void {
    if (this.#body !== undefined) this.#limits.budget.give(this.#body.length);
    this.#body = undefined;
    this.#parts?.release();
    this.#parts = undefined;
    this.#prefixLength = 0;
  }

  #expectBody(): void {
    if (this.#onParts !== undefined && !this.#compressed) {
      this.#parts = new MessageParts(this.#announced, this.#limits.budget);
    } else this.#body = this.#allocate(Math.min(this.#announced, FIRST_BYTES));
  }

  #add(message: MessageParts, chunk: Buffer, from: number): number {
    const end = message.add(chunk, from);
    if (end < 0) throw this.#outOfMemory();
    if (message.isComplete) {
      this.#parts = undefined;
      const { parts, held } = message;
      const [only] = parts;
      if (parts.length === 1 && only !== undefined) this.#onMessage(only, false, held);
      else this.#onParts?.(parts, held);
    }
    return end;
  }

  #collectPrefix(chunk: Buffer, from: number): number {
    this.#prefix ??= Buffer.alloc(PREFIX_BYTES);
    const end = Math.min(chunk.length, from + PREFIX_BYTES - this.#prefixLength);
    this.#prefixLength += chunk.copy(this.#prefix, this.#prefixLength, from, end);
    if (this.#prefixLength === PREFIX_BYTES) {
      this.#prefixLength = 0;
      this.#begin(this.#prefix, 0);
      if (this.#announced === 0) this.#onMessage(Buffer.alloc(0), this.#compressed, 0);
      else this.#expectBody();
    }
    return end;
  }

  #begin(bytes: Buffer, at: number): void {
    const flag = bytes[at] as number;
    if (flag > 1) {
      throw new StatusError("INTERNAL", `a gRPC message begins with ${flag}: it must be 0 or 1`);
    }
    this.#compressed = flag === 1;
    this.#announced = bytes.readUInt32BE(at + 1);
    this.#filled = 0;
    const { maxMessageBytes } = this.#limits;
    if (this.#announced > maxMessageBytes) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `Received message larger than max (${this.#announced} vs. ${maxMessageBytes})`,
      );
    }
  }

  #fill(body: Buffer, chunk: Buffer, from: number): number {
    const end = Math.min(chunk.length, from + this.#announced - this.#filled);
    const needed = this.#filled + end - from;
    let room = body;
    if (needed > body.length) {
      room = this.#allocate(Math.min(this.#announced, Math.max(needed, body.length * GROWTH)));
      body.copy(room, 0, 0, this.#filled);
      this.#limits.budget.give(body.length);
    }
    this.#filled += chunk.copy(room, this.#filled, from, end);
    this.#body = room;
    if (this.#filled === this.#announced) {
      this.#body = undefined;
      this.#onMessage(room, this.#compressed, room.length);
    }
    return end;
  }

  #allocate(bytes: number): Buffer {
    if (!this.#limits.budget.take(bytes)) throw this.#outOfMemory();
    return Buffer.allocUnsafe(bytes);
  }

  #outOfMemory(): StatusError {
    const { used, limit } = this.#limits.budget;
    return new StatusError(
      "RESOURCE_EXHAUSTED",
      `a message of ${this.#announced} bytes doesn't fit in memory: requests hold ${used} of ${limit} bytes`,
    );
  }
}
