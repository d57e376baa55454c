import { StatusError } from "../../../base/status-error.ts";

/** Longest string in JSON; longer elements must be sent as binary data. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** Longest number; no sensible number has more characters. */
const MAX_NUMBER_BYTES = 1024;

/** The powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

export const CHAR = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Literals of JSON and of Triton's parser (PROTO-16), with what may follow a minus. */
const WORDS: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["Inf", Number.POSITIVE_INFINITY],
];

/** An unparsed member value: `start` to `end` of `bytes`. */
export class RawJson {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
}

/** A tokenizer for JSON in UTF-8. Throws INVALID_ARGUMENT with the position of a syntax error. */
export class JsonCursor {
  readonly bytes: Buffer;
  readonly end: number;
  at: number;
  /** Whether the last string has escapes. */
  escaped = false;

  constructor({ bytes, start, end }: RawJson) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Peeks at the next character after whitespace; 0 at the end. */
  peek(): number {
    const { bytes, end } = this;
    let { at } = this;
    while (at < end) {
      const char = bytes[at] as number;
      if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) {
        this.at = at;
        return char;
      }
      at += 1;
    }
    this.at = at;
    return 0;
  }

  /** A number or a literal. Integers beyond a double's precision become bigints. */
  scalar(): unknown {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let char = bytes[at] as number;
    const negative = char === CHAR.minus;
    if (negative) char = bytes[++at] as number;
    if (!isDigit(char)) return this.#word(negative);
    let mantissa = 0;
    const first = at;
    if (char === CHAR.zero) char = bytes[++at] as number;
    else {
      while (char >= CHAR.zero && char <= CHAR.nine) {
        mantissa = mantissa * 10 + (char - CHAR.zero);
        char = bytes[++at] as number;
      }
    }
    let digits = at - first;
    let isInteger = true;
    let exponent = 0;
    if (char === CHAR.point) {
      isInteger = false;
      const point = at;
      char = bytes[++at] as number;
      while (char >= CHAR.zero && char <= CHAR.nine) {
        mantissa = mantissa * 10 + (char - CHAR.zero);
        char = bytes[++at] as number;
      }
      exponent = point + 1 - at;
      if (exponent === 0) throw this.#unexpected(at);
      digits -= exponent;
    }
    if (char === 0x65 || char === 0x45) {
      isInteger = false;
      char = bytes[++at] as number;
      const down = char === CHAR.minus;
      if (down || char === 0x2b) char = bytes[++at] as number;
      if (!isDigit(char)) throw this.#unexpected(at);
      let power = 0;
      while (char >= CHAR.zero && char <= CHAR.nine) {
        power = Math.min(power * 10 + (char - CHAR.zero), 1e6);
        char = bytes[++at] as number;
      }
      exponent += down ? -power : power;
    }
    if (at > this.end) throw this.#unexpected(this.end);
    this.at = at;
    if (at - start > MAX_NUMBER_BYTES) {
      throw notJson(`the number at position ${start} has more than ${MAX_NUMBER_BYTES} characters`);
    }
    if (isInteger) {
      if (digits <= 16 && mantissa <= Number.MAX_SAFE_INTEGER) {
        return negative ? -mantissa : mantissa;
      }
      return BigInt(bytes.toString("latin1", start, at));
    }
    // Both factors are exact: the product or quotient is rounded once, correctly.
    if (digits <= 15 && exponent >= -22 && exponent <= 22) {
      const value =
        exponent < 0
          ? mantissa / (POWERS[-exponent] as number)
          : mantissa * (POWERS[exponent] as number);
      return negative ? -value : value;
    }
    return Number(bytes.toString("latin1", start, at));
  }

  #word(negative: boolean): unknown {
    const start = this.at + (negative ? 1 : 0);
    for (const [word, value] of WORDS) {
      const end = start + word.length;
      if (end > this.end || this.bytes.toString("latin1", start, end) !== word) continue;
      if (negative && typeof value !== "number") break;
      this.at = end;
      return negative ? -(value as number) : value;
    }
    throw this.#unexpected(this.at);
  }

  /** A string, starting at its quote. */
  text(): string {
    const start = this.at;
    const end = this.skipText();
    if (this.escaped) return this.#unescaped(start, end + 1);
    return this.bytes.toString("utf8", start + 1, end);
  }

  /** Skips a string, starting at its quote; returns the position of its closing quote. */
  skipText(): number {
    const { bytes } = this;
    const start = this.at + 1;
    const limit = Math.min(this.end, start + MAX_TEXT_BYTES + 1);
    let escaped = false;
    let at = start;
    for (; at < limit; at++) {
      const char = bytes[at] as number;
      if (char === CHAR.quote) {
        this.escaped = escaped;
        this.at = at + 1;
        return at;
      }
      if (char === CHAR.backslash) {
        escaped = true;
        at += 1;
      } else if (char < 0x20) throw this.#unexpected(at);
    }
    if (at >= this.end) throw this.#unexpected(this.end);
    throw new StatusError(
      "RESOURCE_EXHAUSTED",
      `the text at position ${start} of the request's JSON has more than ${MAX_TEXT_BYTES} bytes: send it as binary data`,
    );
  }

  /** The string between two quotes, both included. */
  #unescaped(start: number, end: number): string {
    try {
      return JSON.parse(this.bytes.toString("utf8", start, end)) as string;
    } catch {
      throw notJson(`the text at position ${start} has an escape that JSON does not know`);
    }
  }

  /** The error for an unexpected next character. */
  unexpected(): StatusError {
    this.peek();
    return this.#unexpected(this.at);
  }

  #unexpected(at: number): StatusError {
    if (at >= this.end) return notJson("unexpected end of JSON");
    const char = String.fromCodePoint(this.bytes[at] as number);
    return notJson(`unexpected ${JSON.stringify(char)} at position ${at}`);
  }
}

function isDigit(char: number): boolean {
  return char >= CHAR.zero && char <= CHAR.nine;
}

export function notJson(reason: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", `failed to parse the request JSON buffer: ${reason}`);
}
