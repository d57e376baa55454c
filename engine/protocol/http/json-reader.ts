import { StatusError } from "../../../base/status-error.ts";
import type { Steps } from "../../../base/steps.ts";
import { CHAR, JsonCursor, notJson, RawJson } from "./json-cursor.ts";

/** Limit of a request's JSON values, tensor data excluded. */
const MAX_VALUES = 256 * 1024;

/** Deeper than any request or tensor. */
const MAX_DEPTH = 128;

/** Values, or bytes of an unparsed value, per step. */
const STEP_VALUES = 4096;
const STEP_BYTES = 256 * 1024;

/** Whether to leave the member at this path (without array indices) unparsed. */
export type IsRaw = (path: readonly string[]) => boolean;

interface Frame {
  readonly container: Record<string, unknown> | unknown[];
  /** Where an object's next value goes. */
  key: string;
}

/**
 * Parses JSON in steps. Integers beyond a double's precision become bigints; members selected by
 * `isRaw` become unchecked RawJson. INVALID_ARGUMENT for syntax errors or too deep nesting,
 * RESOURCE_EXHAUSTED for too many values (BOUND-3).
 */
export function* readJson(bytes: Buffer, isRaw: IsRaw = () => false): Steps<unknown> {
  const cursor = new JsonCursor(new RawJson(bytes, 0, bytes.byteLength));
  const reader = new JsonReader(cursor, isRaw);
  while (!reader.read(STEP_VALUES)) yield;
  return reader.root;
}

class JsonReader {
  root: unknown;
  readonly #cursor: JsonCursor;
  readonly #isRaw: IsRaw;
  readonly #frames: Frame[] = [];
  readonly #path: string[] = [];
  #values = 0;
  #skip: Skip | undefined;

  constructor(cursor: JsonCursor, isRaw: IsRaw) {
    this.#cursor = cursor;
    this.#isRaw = isRaw;
  }

  /** Reads up to `count` values; true at the end. */
  read(count: number): boolean {
    const until = this.#cursor.at + STEP_BYTES;
    for (let i = 0; i < count && this.#cursor.at < until; i++) {
      if (this.#skip !== undefined) {
        const raw = this.#skip.step(STEP_BYTES);
        if (raw === undefined) return false;
        this.#skip = undefined;
        if (this.#put(raw)) return true;
      } else if (this.#value()) return true;
    }
    return false;
  }

  /** Reads a value and the brackets that close after it; true at the end. */
  #value(): boolean {
    const cursor = this.#cursor;
    this.#values += 1;
    if (this.#values > MAX_VALUES) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `the request's JSON has more than ${MAX_VALUES} values apart from its tensors' data`,
      );
    }
    const char = cursor.peek();
    if (char === CHAR.openObject) return this.#open({});
    if (char === CHAR.openArray) return this.#open([]);
    return this.#put(char === CHAR.quote ? cursor.text() : cursor.scalar());
  }

  #open(container: Frame["container"]): boolean {
    const cursor = this.#cursor;
    if (this.#frames.length === MAX_DEPTH) {
      throw notJson(`values are nested deeper than ${MAX_DEPTH} at position ${cursor.at}`);
    }
    cursor.at += 1;
    this.#frames.push({ container, key: "" });
    if (!Array.isArray(container)) {
      this.#path.push("");
      if (cursor.peek() !== CHAR.closeObject) {
        this.#key();
        return false;
      }
    } else if (cursor.peek() !== CHAR.closeArray) return false;
    cursor.at += 1;
    return this.#close();
  }

  /** A member's name and colon. */
  #key(): void {
    const cursor = this.#cursor;
    if (cursor.peek() !== CHAR.quote) throw cursor.unexpected();
    const key = cursor.text();
    if (cursor.peek() !== CHAR.colon) throw cursor.unexpected();
    cursor.at += 1;
    (this.#frames.at(-1) as Frame).key = key;
    this.#path[this.#path.length - 1] = key;
    if (this.#isRaw(this.#path)) this.#skip = new Skip(cursor);
  }

  /**
   * Puts a value into its container and closes the containers that end after it; true at the end.
   */
  #put(value: unknown): boolean {
    const cursor = this.#cursor;
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.root = value;
      cursor.peek();
      if (cursor.at < cursor.end) throw cursor.unexpected();
      return true;
    }
    const { container, key } = frame;
    if (Array.isArray(container)) container.push(value);
    else if (key === "__proto__") {
      Object.defineProperty(container, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else container[key] = value;
    const char = cursor.peek();
    if (char === CHAR.comma) {
      cursor.at += 1;
      if (!Array.isArray(container)) this.#key();
      return false;
    }
    if (char !== (Array.isArray(container) ? CHAR.closeArray : CHAR.closeObject)) {
      throw cursor.unexpected();
    }
    cursor.at += 1;
    return this.#close();
  }

  /** The innermost open container is complete. */
  #close(): boolean {
    const { container } = this.#frames.pop() as Frame;
    if (!Array.isArray(container)) this.#path.pop();
    return this.#put(container);
  }
}

/** Skips a value, looking only at brackets and strings. */
class Skip {
  readonly #cursor: JsonCursor;
  readonly #start: number;
  #depth = 0;
  #inText = false;

  constructor(cursor: JsonCursor) {
    cursor.peek();
    this.#cursor = cursor;
    this.#start = cursor.at;
  }

  /** Undefined if the value continues after `bytes` more bytes. */
  step(bytes: number): RawJson | undefined {
    const cursor = this.#cursor;
    const source = cursor.bytes;
    const limit = Math.min(cursor.end, cursor.at + bytes);
    let { at } = cursor;
    for (; at < limit; at++) {
      const char = source[at] as number;
      if (this.#inText) {
        if (char === CHAR.backslash) at += 1;
        else if (char === CHAR.quote) this.#inText = false;
      } else if (char === CHAR.quote) this.#inText = true;
      else if (char === CHAR.openArray || char === CHAR.openObject) this.#depth += 1;
      else if (char === CHAR.closeArray || char === CHAR.closeObject) {
        if (this.#depth === 0) return this.#end(at);
        this.#depth -= 1;
        if (this.#depth === 0) return this.#end(at + 1);
      } else if (char === CHAR.comma && this.#depth === 0) return this.#end(at);
    }
    cursor.at = at;
    if (at >= cursor.end) throw cursor.unexpected();
    return undefined;
  }

  #end(at: number): RawJson {
    const cursor = this.#cursor;
    if (at === this.#start) throw cursor.unexpected();
    cursor.at = at;
    return new RawJson(cursor.bytes, this.#start, at);
  }
}
