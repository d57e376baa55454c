import { StatusError } from "../../base/status-error.ts";
import { MAX_PIECE_BYTES, notOnnx, type Window } from "./window.ts";

/** A field of a protobuf message; its content is at `from` to `to` in the file. */
export interface Field {
  readonly number: number;
  /** The value of a varint as an int64, rounded beyond 2^53; 0 for other types. */
  readonly value: number;
  /** Whether it is length-delimited: a string, bytes, or a message. */
  readonly delimited: boolean;
  readonly from: number;
  readonly to: number;
}

type Span = Pick<Field, "from" | "to">;

/** A tag of 5 bytes with a length of 10. */
const MAX_HEADER_BYTES = 15;
/** Protobuf's limit. */
const MAX_FIELD_NUMBER = 2 ** 29 - 1;
/**
 * Limit far beyond any real model: a file of tiny fields is rejected instead of read for minutes.
 */
const MAX_FIELDS = 10_000_000;

/** Iterates over the fields of messages in a file; content is skipped unless requested. */
export class Walker {
  readonly #window: Window;
  #fields = 0;

  constructor(window: Window) {
    this.#window = window;
  }

  /** INVALID_ARGUMENT for an invalid message. */
  async walk({ from, to }: Span, visit: (field: Field) => unknown): Promise<void> {
    for (let at = from; at < to; ) {
      this.#fields += 1;
      if (this.#fields > MAX_FIELDS) {
        const limit = MAX_FIELDS.toLocaleString("en");
        throw new StatusError(
          "RESOURCE_EXHAUSTED",
          `The file has more than ${limit} fields, more than any model is expected to have.`,
        );
      }
      const view = await this.#window.view(at, Math.min(to, at + MAX_HEADER_BYTES));
      const field = fieldAt(view, at, to);
      const work = visit(field);
      if (work instanceof Promise) await work;
      at = field.to;
    }
  }

  /** A string, truncated at `max` bytes. */
  async text({ from, to }: Span, max = 1024): Promise<string> {
    const view = await this.#window.view(from, Math.min(to, from + Math.min(max, MAX_PIECE_BYTES)));
    return Buffer.from(view).toString("utf8");
  }

  /** A copy of at most 16 KiB. */
  async bytes({ from, to }: Span): Promise<Uint8Array> {
    return Uint8Array.from(await this.#window.view(from, to));
  }

  /** The values of a repeated integer field, packed or not; empty if there are more than `max`. */
  async integers(field: Field, max: number): Promise<number[]> {
    if (!field.delimited) return [field.value];
    if (field.to - field.from > max * 10) return [];
    const view = await this.bytes(field);
    const numbers: number[] = [];
    for (let at = 0; at < view.length && numbers.length < max; ) {
      const { value, next } = varint(view, at);
      numbers.push(value);
      at = next;
    }
    return numbers;
  }
}

function fieldAt(view: Uint8Array, at: number, end: number): Field {
  const tag = varint(view, 0);
  const number = Math.floor(tag.value / 8);
  if (number < 1) throw notOnnx("a field has no number");
  // Protobuf would drop the upper bits, and read another field than the one checked here.
  if (number > MAX_FIELD_NUMBER) throw notOnnx(`a field has a number above ${MAX_FIELD_NUMBER}`);
  const start = at + tag.next;
  const inside = (from: number, to: number): Span => {
    if (to > end) throw notOnnx("it ends in the middle of a field");
    return { from, to };
  };
  switch (tag.value % 8) {
    case 0: {
      const { value, next } = varint(view, tag.next);
      return { number, value, delimited: false, ...inside(start, at + next) };
    }
    case 1:
      return { number, value: 0, delimited: false, ...inside(start, start + 8) };
    case 2: {
      const length = varint(view, tag.next);
      const from = at + length.next;
      if (length.value < 0) throw notOnnx("a field has a negative length");
      return { number, value: 0, delimited: true, ...inside(from, from + length.value) };
    }
    case 5:
      return { number, value: 0, delimited: false, ...inside(start, start + 4) };
    default:
      throw notOnnx(`a field has the unknown wire type ${tag.value % 8}`);
  }
}

function varint(view: Uint8Array, start: number): { value: number; next: number } {
  let short = 0;
  for (let index = 0; index < 4; index += 1) {
    const byte = view[start + index];
    if (byte === undefined) break;
    short |= (byte & 127) << (index * 7);
    if (byte < 128) return { value: short, next: start + index + 1 };
  }
  return longVarint(view, start);
}

function longVarint(view: Uint8Array, start: number): { value: number; next: number } {
  let value = 0n;
  for (let index = 0; index < 10; index += 1) {
    const byte = view[start + index];
    if (byte === undefined) throw notOnnx("it ends in the middle of a number");
    value |= BigInt(byte & 127) << BigInt(index * 7);
    if (byte < 128) return { value: Number(BigInt.asIntN(64, value)), next: start + index + 1 };
  }
  throw notOnnx("a number has more than ten bytes");
}
