import type { Steps } from "../../../base/steps.ts";
import type { RawJson } from "./json-cursor.ts";

/** Characters per step; a multiple of four, which encode three bytes. */
const STEP_CHARS = 256 * 1024;

const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

/** Whether a byte is one of base64's 64 characters. */
const IS_BASE64 = new Uint8Array(256);
for (const char of Buffer.from(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
)) {
  IS_BASE64[char] = 1;
}

/**
 * Decodes base64 in a JSON string in steps; whitespace is ignored. Undefined if it isn't base64.
 */
export function* bytesFromBase64({ bytes, start, end }: RawJson): Steps<Buffer | undefined> {
  const text = bytes.subarray(start, end);
  const last = text.lastIndexOf('"');
  if (text[0] !== 0x22 || last < 1) return undefined;
  const chars = Buffer.allocUnsafe(last);
  let count = 0;
  let padding = 0;
  for (let at = 1; at < last; at++) {
    if (at % STEP_CHARS === 0) yield;
    let char = text[at] as number;
    if (char === BACKSLASH) char = unescaped(text[++at]);
    if (char === 0x20 || (char >= 0x09 && char <= 0x0d)) continue;
    if (char === EQUALS) padding += 1;
    else if (padding > 0 || IS_BASE64[char] !== 1) return undefined;
    else chars[count++] = char;
  }
  if (padding > 2) return undefined;
  const decoded = Buffer.allocUnsafe(Math.ceil((count / 4) * 3));
  let length = 0;
  for (let at = 0; at < count; at += STEP_CHARS) {
    const piece = chars.toString("latin1", at, Math.min(count, at + STEP_CHARS));
    length += decoded.write(piece, length, "base64");
    yield;
  }
  return decoded.subarray(0, length);
}

/** The character of an escape that base64 can contain (a slash or whitespace), else 0. */
function unescaped(char: number | undefined): number {
  if (char === 0x2f) return char;
  return char === 0x6e || char === 0x72 || char === 0x74 ? 0x20 : 0;
}
