import type { Findings, Range } from "./findings.ts";
import type { Finding } from "./types.ts";

type TokenKind =
  | "identifier"
  | "integer"
  | "float"
  | "string"
  | "symbol"
  /** Characters that start no token, or a malformed number. */
  | "invalid"
  | "end";

/** A token with the space and comments before it: all tokens together are the text. */
export interface Token extends Range {
  readonly kind: TokenKind;
  readonly leading: string;
  readonly text: string;
}

/** Cuts its strings out of the text on demand, since most are never read. */
class SourceToken implements Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  readonly #source: string;
  readonly #start: number;

  /** `start` is where the space and comments before the token begin. */
  constructor(kind: TokenKind, source: string, start: number, range: Range) {
    this.kind = kind;
    this.from = range.from;
    this.to = range.to;
    this.#source = source;
    this.#start = start;
  }

  get leading(): string {
    return this.#source.slice(this.#start, this.from);
  }

  get text(): string {
    return this.#source.slice(this.from, this.to);
  }
}

const NUMBER = /(?:\.[0-9]|[0-9])(?:[eE][+-]|[A-Za-z0-9_.])*/y;
const OTHER = /[^A-Za-z0-9_{}<>[\]:;,./\-"'# \t\r\n\v\f]+/y;

const INTEGER = /^(?:0|[1-9][0-9]*|0[0-7]+|0[xX][0-9a-fA-F]+)$/;
const FLOAT = /^(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fF]?$/;

/** Kind of token that each character code starts; codes beyond the table start none. */
const BEGINS = new Uint8Array(128);
const SPACE = 1;
const COMMENT = 2;
const WORD = 3;
const DIGIT = 4;
const QUOTE = 5;
const SYMBOL = 6;
for (const [characters, kind] of [
  [" \t\r\n\v\f", SPACE],
  ["#", COMMENT],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", WORD],
  ["0123456789", DIGIT],
  ["\"'", QUOTE],
  ["{}<>[]:;,./-", SYMBOL],
] as const) {
  for (const character of characters) BEGINS[character.charCodeAt(0)] = kind;
}

const NEWLINE = 10;
const BACKSLASH = 92;

/**
 * Splits protobuf text into tokens, the last one of kind "end". Follows protoc's tokenizer: `#` comments, strings within
 * one line, a space between a number and a name.
 */
export function tokenize(text: string, findings: Findings): Token[] {
  return new Tokenizer(text, findings).tokens();
}

class Tokenizer {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #tokens: Token[] = [];
  /** End of the previous token. */
  #start = 0;
  #at = 0;

  constructor(text: string, findings: Findings) {
    this.#text = text;
    this.#findings = findings;
  }

  tokens(): Token[] {
    this.#skipByteOrderMark();
    for (;;) {
      this.#skipLeading();
      if (this.#at >= this.#text.length) break;
      const begins = BEGINS[this.#text.charCodeAt(this.#at)];
      if (begins === WORD) this.#add("identifier", this.#endOfWord());
      else if (begins === QUOTE) this.#string();
      else if (begins === DIGIT || this.#text[this.#at] === ".") this.#number();
      else if (begins === SYMBOL) this.#add("symbol", this.#at + 1);
      else this.#add("invalid", this.#at + (this.#match(OTHER)?.length ?? 1));
    }
    this.#add("end", this.#at);
    return this.#tokens;
  }

  #add(kind: TokenKind, to: number): Token {
    const token = new SourceToken(kind, this.#text, this.#start, { from: this.#at, to });
    this.#tokens.push(token);
    this.#start = to;
    this.#at = to;
    return token;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  /** protoc rejects a byte order mark in this format, so a server would reject the file. */
  #skipByteOrderMark(): void {
    if (!this.#text.startsWith("\ufeff")) return;
    this.#at = 1;
    const message = "The text begins with a byte order mark, which the format does not allow.";
    const mark = { from: 0, to: 1 };
    const fix = { title: "Remove the byte order mark", edits: [{ ...mark, insert: "" }] };
    this.#findings.add("byte-order-mark", message, mark, { fix });
  }

  /** Skips space and comments. A comment ends with its line or at a NUL, which is invalid anywhere. */
  #skipLeading(): void {
    const text = this.#text;
    let at = this.#at;
    for (;;) {
      const begins = BEGINS[text.charCodeAt(at)];
      if (begins === COMMENT) {
        while (at < text.length && text.charCodeAt(at) !== NEWLINE && text.charCodeAt(at) !== 0) {
          at += 1;
        }
      } else if (begins === SPACE) at += 1;
      else break;
    }
    this.#at = at;
  }

  #endOfWord(): number {
    let at = this.#at + 1;
    for (;;) {
      const begins = BEGINS[this.#text.charCodeAt(at)];
      if (begins !== WORD && begins !== DIGIT) return at;
      at += 1;
    }
  }

  /** Reads up to the closing quote, or to the end of the line or text, or a NUL. */
  #string(): void {
    const text = this.#text;
    const quote = text.charCodeAt(this.#at);
    for (let at = this.#at + 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.#add("string", at + 1);
        return;
      }
      const escape = code === BACKSLASH;
      const content = escape ? text.charCodeAt(at + 1) : code;
      if (content === NEWLINE || content === 0 || at >= text.length) {
        const token = this.#add("string", Math.min(at, text.length));
        const message = `This string has no closing ${token.text[0]} in its line.`;
        this.#findings.add("open-string", message, token, closeString(token, code));
        return;
      }
      if (escape) at += 1;
    }
  }

  #number(): void {
    const lexeme = this.#match(NUMBER);
    if (lexeme === undefined) {
      this.#add("symbol", this.#at + 1);
      return;
    }
    const end = this.#at + lexeme.length;
    if (INTEGER.test(lexeme)) this.#add("integer", end);
    else if (FLOAT.test(lexeme)) this.#add("float", end);
    else {
      const hint = /^0[0-9]/.test(lexeme) ? "; a leading 0 means octal digits" : "";
      const message = `"${shorten(lexeme)}" is not a number${hint}.`;
      this.#findings.add("bad-number", message, this.#add("invalid", end));
    }
  }
}

/** What probably follows a string in its line: a bracket, a comment, the next field. */
const AFTER_STRING = /\s*(?:$|[}>\],;]|#)|\s+\w+\s*[:{]/;

/** A fix for a string that ends with the line or text; none after a backslash or NUL. */
function closeString({ from, text }: Token, ends: number): Pick<Finding, "fix"> {
  if (ends === BACKSLASH || ends === 0) return {};
  const quote = text.slice(0, 1);
  const at = from + 1 + (AFTER_STRING.exec(text.slice(1))?.index ?? text.length - 1);
  return { fix: { title: `Insert ${quote}`, edits: [{ from: at, to: at, insert: quote }] } };
}

/** Shortens text for a message to at most 40 characters. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
