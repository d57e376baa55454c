import { MAX_TEXT_ELEMENTS, tooManyTexts } from "../../requests/bytes-elements.ts";
import type { WireDatatype } from "../../types.ts";
import type { Segments } from "../bytes-tensor.ts";
import { MAX_RANK } from "../request-limits.ts";
import type { Steps } from "../../../base/steps.ts";
import { CHAR, JsonCursor, type RawJson } from "./json-cursor.ts";
import { type AnyArray, arrayFor, misfit, notTheShape, put } from "./json-tensor.ts";

/** Elements, or bytes of strings, per step. */
const STEP_ELEMENTS = 8192;
const STEP_TEXT_BYTES = 256 * 1024;

/**
 * Converts unparsed JSON data to a tensor's bytes, allocating for `count` elements and no more.
 * INVALID_ARGUMENT if type or number of elements differ.
 */
export function* elementsFromRaw(
  input: string,
  datatype: WireDatatype,
  count: number,
  raw: RawJson,
): Steps<Segments> {
  const bytes = raw.end - raw.start;
  // Every element has at least one character, and a comma after it.
  if (!(count <= (bytes + 1) / 2)) throw notTheShape();
  if (datatype === "BYTES" && count > MAX_TEXT_ELEMENTS) throw tooManyTexts(input, count);
  const target =
    datatype === "BYTES"
      ? new TextTarget(input, count, bytes)
      : new NumberTarget(input, datatype, count);
  const elements = new Elements(raw, count, target);
  while (!elements.read()) yield;
  return target.segments();
}

interface Target {
  /** Reads the next element, which starts with `char`. */
  take(cursor: JsonCursor, char: number): void;
  segments(): Segments;
}

/** Walks the elements of an array, however deeply nested, or reads a single value. */
class Elements {
  readonly #cursor: JsonCursor;
  readonly #count: number;
  readonly #target: Target;
  #taken = 0;
  #depth = 0;
  /** What may follow: an element, an element or the array's end, or a comma or the array's end. */
  #next: "element" | "first" | "after" = "element";

  constructor(raw: RawJson, count: number, target: Target) {
    this.#cursor = new JsonCursor(raw);
    this.#count = count;
    this.#target = target;
  }

  /** True at the end. */
  read(): boolean {
    const cursor = this.#cursor;
    const until = cursor.at + STEP_TEXT_BYTES;
    for (let i = 0; i < STEP_ELEMENTS && cursor.at < until; i++) {
      const char = cursor.peek();
      if (this.#next === "after") {
        if (this.#depth === 0) {
          if (cursor.at < cursor.end) throw cursor.unexpected();
          if (this.#taken !== this.#count) throw notTheShape();
          return true;
        }
        if (char === CHAR.comma) this.#next = "element";
        else if (char === CHAR.closeArray) this.#depth -= 1;
        else throw cursor.unexpected();
        cursor.at += 1;
      } else if (char === CHAR.openArray) {
        if (this.#depth === MAX_RANK) throw notTheShape();
        this.#depth += 1;
        this.#next = "first";
        cursor.at += 1;
      } else if (char === CHAR.closeArray && this.#next === "first") {
        this.#depth -= 1;
        this.#next = "after";
        cursor.at += 1;
      } else {
        if (this.#taken === this.#count) throw notTheShape();
        this.#target.take(cursor, char);
        this.#taken += 1;
        this.#next = "after";
      }
    }
    return false;
  }
}

class NumberTarget implements Target {
  readonly #input: string;
  readonly #datatype: WireDatatype;
  readonly #array: AnyArray;
  /** The low and high halves of 64-bit integers; avoids a bigint where a double is exact. */
  readonly #words: Uint32Array | undefined;
  readonly #least: number;
  #at = 0;

  constructor(input: string, datatype: WireDatatype, count: number) {
    this.#input = input;
    this.#datatype = datatype;
    this.#array = new (arrayFor(datatype, "receiving", `input '${input}'`))(count);
    this.#words =
      this.#array.BYTES_PER_ELEMENT === 8 && datatype !== "FP64"
        ? new Uint32Array(this.#array.buffer)
        : undefined;
    this.#least = datatype === "UINT64" ? 0 : -Number.MAX_SAFE_INTEGER;
  }

  take(cursor: JsonCursor, char: number): void {
    if (char === CHAR.quote || char === CHAR.openObject) throw this.#misfit(cursor, char);
    const value = cursor.scalar();
    if (
      this.#words !== undefined &&
      Number.isSafeInteger(value) &&
      (value as number) >= this.#least
    ) {
      const integer = value as number;
      this.#words[this.#at * 2] = integer;
      this.#words[this.#at * 2 + 1] = Math.floor(integer / 2 ** 32);
      this.#at += 1;
      return;
    }
    const bit = this.#datatype === "BOOL" && typeof value === "boolean" ? Number(value) : value;
    if (!put(this.#array, this.#at, bit)) throw misfit(this.#input, this.#datatype, value);
    this.#at += 1;
  }

  segments(): Segments {
    const { buffer, byteLength } = this.#array;
    return { segments: [new Uint8Array(buffer)], byteLength };
  }

  #misfit(cursor: JsonCursor, char: number): Error {
    return misfit(this.#input, this.#datatype, char === CHAR.quote ? cursor.text() : {});
  }
}

/** A BYTES tensor in one buffer: each string is preceded by its length (u32). */
class TextTarget implements Target {
  readonly #input: string;
  readonly #bytes: Buffer;
  #at = 0;

  constructor(input: string, count: number, jsonBytes: number) {
    this.#input = input;
    // A string has at most as many bytes as its JSON.
    this.#bytes = Buffer.allocUnsafe(jsonBytes + count * 4);
  }

  take(cursor: JsonCursor, char: number): void {
    if (char !== CHAR.quote) {
      throw misfit(this.#input, "BYTES", char === CHAR.openObject ? {} : cursor.scalar());
    }
    const start = cursor.at;
    const end = cursor.skipText();
    const at = this.#at + 4;
    let length = end - start - 1;
    if (cursor.escaped) {
      cursor.at = start;
      length = this.#bytes.write(cursor.text(), at);
    } else cursor.bytes.copy(this.#bytes, at, start + 1, end);
    this.#bytes.writeUInt32LE(length, this.#at);
    this.#at = at + length;
  }

  segments(): Segments {
    return { segments: [this.#bytes.subarray(0, this.#at)], byteLength: this.#at };
  }
}
