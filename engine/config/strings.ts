import type { Token } from "./tokens.ts";

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  "\\": 92,
  "?": 63,
  "'": 39,
  '"': 34,
};

/** Characters of the letter escapes; all of them are ASCII. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([letter, code]) => [letter, String.fromCharCode(code)]),
);
const LETTER_ESCAPES_ONLY = /^(?:[^\\]|\\[abfnrtv\\?'"])*$/;

const ESCAPE =
  /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([abfnrtv\\?'"]))/y;

/**
 * Decodes adjacent string literals. Escapes are bytes, as in protobuf; all bytes together must be valid UTF-8. Throws a
 * SyntaxError whose message completes "This string …".
 */
export function decodeStrings(tokens: readonly Token[]): string {
  const bodies = tokens.map(body);
  if (bodies.every((text) => !text.includes("\\"))) return bodies.join("");
  if (bodies.every((text) => LETTER_ESCAPES_ONLY.test(text))) {
    return bodies.join("").replace(/\\(.)/g, (_, letter: string) => LETTERS[letter] ?? "");
  }
  const bytes = bodies.flatMap(decodeBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    throw new SyntaxError("is not UTF-8 once its escapes are read");
  }
}

/** Removes the quotes; the closing one may be missing. */
function body(token: Token): string {
  const { text } = token;
  const closed = text.length > 1 && text.endsWith(text[0] as string);
  return text.slice(1, closed ? -1 : undefined);
}

function decodeBytes(text: string): number[] {
  const bytes: number[] = [];
  let at = 0;
  while (at < text.length) {
    const backslash = text.indexOf("\\", at);
    const plain = text.slice(at, backslash < 0 ? undefined : backslash);
    for (const byte of utf8(plain)) bytes.push(byte);
    if (backslash < 0) break;
    ESCAPE.lastIndex = backslash;
    const found = ESCAPE.exec(text);
    if (found === null) {
      throw new SyntaxError(
        `has an escape that does not exist: ${text.slice(backslash, backslash + 2)}`,
      );
    }
    at = backslash + found[0].length;
    const [, octal, hex, short, long, letter] = found;
    if (letter !== undefined) bytes.push(ESCAPES[letter] ?? 0);
    else if (octal !== undefined) bytes.push(toByte(Number.parseInt(octal, 8), found[0]));
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else {
      const [code, length] = codePoint(text, at, Number.parseInt(short ?? long ?? "", 16));
      at += length;
      bytes.push(...utf8(String.fromCodePoint(code)));
    }
  }
  return bytes;
}

function toByte(value: number, escape: string): number {
  if (value > 255) throw new SyntaxError(`has an escape beyond one byte: ${escape}`);
  return value;
}

/** Joins a high surrogate with the \\u escape of its low one; returns the code point and the number of characters read. */
function codePoint(text: string, at: number, code: number): [code: number, length: number] {
  if (code > 0x10ffff) throw new SyntaxError("has an escape beyond U+10FFFF");
  if (code < 0xd800 || code > 0xdfff) return [code, 0];
  const low = /^\\u(d[c-f][0-9a-f]{2})/i.exec(text.slice(at, at + 6));
  if (code > 0xdbff || low === null) throw new SyntaxError("has an escape for half a character");
  return [0x10000 + ((code - 0xd800) << 10) + (Number.parseInt(low[1] ?? "", 16) - 0xdc00), 6];
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A string as protobuf text: double quotes, with the fewest escapes. */
export function quoteString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (char) => {
    const octal = `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
    return NAMED_ESCAPES[char] ?? (char < "\x80" ? octal : char);
  });
  return `"${escaped}"`;
}
