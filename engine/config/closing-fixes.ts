import { insertAt, lazily, replace } from "./syntax-fixes.ts";
import type { Token } from "./tokens.ts";
import type { Finding, TextEdit } from "./types.ts";

type Remedy = Pick<Finding, "fix">;

/** A fix for a list without its closing bracket, found by the list's last token; no fix after an unterminated string. */
export function closeList(last: Token): Remedy {
  if (isOpenString(last)) return {};
  const title = "Insert ]";
  return last.text === "," ? replace(title, last, "]") : insertAt(title, last.to, "]");
}

/**
 * A fix for a message without its closing bracket. `open` is the index of its opening bracket, `end` that of the token
 * at which parsing stopped. The bracket is inserted before the first line that is indented no deeper than the line that
 * opened the innermost message, or at `end` if the indentation doesn't show it. No fix after an unterminated string,
 * which may contain the bracket.
 */
export function closeBlock(
  tokens: readonly Token[],
  open: number,
  end: number,
  bracket: string,
): Remedy {
  if (isOpenString(tokens[end - 1])) return {};
  const make = () => {
    const { at, block } = missingAt(tokens, open, end);
    return [closing(tokens, at, block)];
  };
  return { fix: lazily(`Insert ${bracket}`, make) };
}

/** An open message. */
interface Block {
  readonly open: Token;
  /** Indentation of the line in which it opens. */
  readonly indent: string;
  /** Whether its fields are on lines of their own. */
  lines: boolean;
  indented: boolean;
}

/** The token before which a bracket is missing, and the message that the bracket closes. */
function missingAt(tokens: readonly Token[], open: number, end: number) {
  const first = blockAt(tokens, open);
  const blocks = [first];
  for (let at = open + 1; at < end; at += 1) {
    const token = tokens[at] as Token;
    const block = blocks.at(-1) ?? first;
    const closes = token.kind === "symbol" && (token.text === "}" || token.text === ">");
    if (startsLine(token)) {
      const own = lineIndent(token).length;
      const further = own - block.indent.length;
      if (block.indented && (closes ? further < 0 : further <= 0)) return { at, block };
      if (!block.lines) block.indented = further > 0 && !closes;
      block.lines = true;
    }
    if (closes) blocks.pop();
    if (token.kind === "symbol" && (token.text === "{" || token.text === "<"))
      blocks.push(blockAt(tokens, at));
  }
  return { at: end, block: first };
}

function blockAt(tokens: readonly Token[], open: number): Block {
  let line = open;
  while (line > 0 && !startsLine(tokens[line] as Token)) line -= 1;
  const indent = lineIndent(tokens[line] as Token);
  return { open: tokens[open] as Token, indent, lines: false, indented: false };
}

function closing(tokens: readonly Token[], at: number, { open, indent, lines }: Block): TextEdit {
  const bracket = open.text === "{" ? "}" : ">";
  const { leading } = tokens[at] as Token;
  const from = tokens[at - 1]?.to ?? 0;
  if (!lines) return { from, to: from, insert: ` ${bracket}` };
  const newline = /\r?\n/.exec(leading);
  const place = from + (newline?.index ?? leading.length);
  return { from: place, to: place, insert: `${newline?.[0] ?? "\n"}${indent}${bracket}` };
}

function isOpenString(token: Token | undefined): boolean {
  return token?.kind === "string" && !/^(["'])(?:\\.|(?!\1)[^\\])*\1$/s.test(token.text);
}

function startsLine({ leading }: Token): boolean {
  return leading.includes("\n");
}

/** The space before a token at the start of a line. */
function lineIndent({ leading }: Token): string {
  return /[ \t]*$/.exec(leading)?.[0] ?? "";
}
