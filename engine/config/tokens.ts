import type { Findings, Range } from "./findings.ts";

type TokenKind =
  | "identifier"
  | "integer"
  | "float"
  | "string"
  | "symbol"
  /** Characters that no token begins with, or a malformed number. */
  | "invalid"
  | "end";

/** One token with the space and comments before it, so that all tokens together are the text. */
export interface Token extends Range {
  readonly kind: TokenKind;
  readonly leading: string;
  readonly text: string;
}

const LEADING = /(?:[ \t\r\n\v\f]+|#[^\n]*)*/y;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:\.[0-9]|[0-9])(?:[eE][+-]|[A-Za-z0-9_.])*/y;
const STRING = /"(?:[^"\\\n\0]|\\[^\n\0])*("?)|'(?:[^'\\\n\0]|\\[^\n\0])*('?)/y;
const SYMBOL = /[{}<>[\]:;,./-]/y;
const OTHER = /[^A-Za-z0-9_{}<>[\]:;,./\-"'# \t\r\n\v\f]+/y;

const INTEGER = /^(?:0|[1-9][0-9]*|0[0-7]+|0[xX][0-9a-fA-F]+)$/;
const FLOAT = /^(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fF]?$/;

/**
 * Splits protobuf text into tokens, the last of kind "end". Follows the tokenizer of protoc: `#` comments,
 * strings in one line, a space between a number and a name.
 */
export function tokenize(text: string, findings: Findings): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (;;) {
    const byteOrderMark = at === 0 && text.startsWith("\ufeff") ? "\ufeff" : "";
    at += byteOrderMark.length;
    const leading = byteOrderMark + (match(LEADING)?.[0] ?? "");
    at += leading.length - byteOrderMark.length;
    const add = (kind: TokenKind, length: number): Token => {
      const token = { kind, leading, text: text.slice(at, at + length), from: at, to: at + length };
      tokens.push(token);
      at += length;
      return token;
    };
    if (at >= text.length) {
      add("end", 0);
      return tokens;
    }
    let found = match(IDENTIFIER);
    if (found !== null) {
      add("identifier", found[0].length);
      continue;
    }
    found = match(NUMBER);
    if (found !== null) {
      addNumber(found[0], add, findings);
      continue;
    }
    found = match(STRING);
    if (found !== null) {
      const token = add("string", found[0].length);
      if (!(found[1] || found[2])) {
        findings.add(
          "open-string",
          `This string has no closing ${token.text[0]} in its line.`,
          token,
        );
      }
      continue;
    }
    found = match(SYMBOL);
    if (found !== null) add("symbol", 1);
    else add("invalid", match(OTHER)?.[0].length ?? 1);
  }
}

function addNumber(
  lexeme: string,
  add: (kind: TokenKind, length: number) => Token,
  findings: Findings,
): void {
  if (INTEGER.test(lexeme)) add("integer", lexeme.length);
  else if (FLOAT.test(lexeme)) add("float", lexeme.length);
  else {
    const hint = /^0[0-9]/.test(lexeme) ? "; a leading 0 means octal digits" : "";
    const token = add("invalid", lexeme.length);
    findings.add("bad-number", `"${shorten(lexeme)}" is not a number${hint}.`, token);
  }
}

/** Text for a message: at most 40 characters. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
