import { randomUUID } from "node:crypto";

/** A whole number with more digits than a number holds exactly. */
const LONG_INTEGER = /[[,:\s]-?\d{16,}\s*[,\]}]/;

/**
 * Parses JSON; integers too large for a number become bigints. Throws a SyntaxError. Time and memory are proportional
 * to the text: a reviver would cost a hundred times as much (LAB-INPUT-28).
 */
export function parseJson(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  const mark = `${randomUUID()}:`;
  return withBigInts(JSON.parse(withMarkedIntegers(text, mark)), mark);
}

/** The text with each long integer as a string that begins with `mark`. */
function withMarkedIntegers(text: string, mark: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      const number = end - at >= 16 ? text.slice(at, end) : "";
      if (/^-?[1-9]\d*$/.test(number) && !Number.isSafeInteger(Number(number))) {
        parts.push(text.slice(kept, at), `"${mark}${number}"`);
        kept = end;
      }
      at = end;
    } else at += 1;
  }
  return parts.join("") + text.slice(kept);
}

/** Position after a string that begins at `from`; the end of the text for an unclosed one. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfNumber(text: string, from: number): number {
  let at = from + 1;
  while (isNumberPart(text.charCodeAt(at))) at += 1;
  return at;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
/** Digits, `+ - . E e`; false at the end. */
const isNumberPart = (code: number) =>
  isDigit(code) || code === 0x2b || code === MINUS || code === 0x2e || (code | 0x20) === 0x65;

function withBigInts(parsed: unknown, mark: string): unknown {
  const root = { value: parsed };
  const open: object[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const fields = holder as Record<PropertyKey, unknown>;
    const see = (key: PropertyKey) => {
      const value = fields[key];
      if (typeof value === "object" && value !== null) open.push(value);
      else if (typeof value === "string" && value.startsWith(mark))
        fields[key] = BigInt(value.slice(mark.length));
    };
    if (Array.isArray(holder)) for (let i = 0; i < holder.length; i++) see(i);
    else for (const key of Object.keys(holder)) see(key);
  }
  return root.value;
}
