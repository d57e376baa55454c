import { StatusError } from "../../base/status-error.ts";
import { Findings } from "./findings.ts";
import { type Token, tokenize } from "./tokens.ts";
import {
  collectTokens,
  type ElementNode,
  type EntryNode,
  type FieldNode,
  type ListNode,
  listElements,
  type MessageNode,
  type ScalarNode,
  type ValueNode,
} from "./tree.ts";
import { parseTree } from "./tree-parser.ts";

const WIDTH = 100;

/**
 * Formats a text: two spaces per level, one field per line, `{ }` and no separators after fields. A message or list in
 * one line stays in one line if it fits in 100 characters. Comments, order, spelling of values and single blank lines
 * are kept. Formatting is idempotent. Throws INVALID_ARGUMENT for a text with syntax errors.
 */
export function formatText(text: string): string {
  const findings = new Findings(text);
  const tree = parseTree(tokenize(text, findings), findings);
  const [wrong] = findings.sorted();
  if (wrong !== undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `Line ${wrong.line}, column ${wrong.column}: ${wrong.message}`,
    );
  }
  const lines = new FormattedLines();
  writeEntries(lines, tree.entries);
  return lines.end(tree.end, /\r?\n/.exec(text)?.[0] ?? "\n");
}

function writeEntries(lines: FormattedLines, entries: readonly EntryNode[]): void {
  for (const entry of entries) {
    if (entry.kind !== "field") continue;
    writeField(lines, entry);
    if (entry.separator) lines.drop(entry.separator);
  }
}

function writeField(lines: FormattedLines, field: FieldNode): void {
  const { name, colon, value } = field;
  lines.write("\n", name);
  if (colon && takesColon(value)) lines.write("", colon);
  else if (colon) lines.drop(colon);
  if (value) writeValue(lines, " ", value);
}

/** Messages have no colon; an empty list may be one of messages or of scalars. */
function takesColon(value: ValueNode | undefined): boolean {
  const [first] = listElements(value);
  return first?.kind !== "message";
}

function writeValue(lines: FormattedLines, before: "\n" | " ", value: ValueNode): void {
  if (value.kind === "scalar") {
    writeScalar(lines, before, value);
    return;
  }
  const [open] = collectTokens(value) as [FieldNode["name"]];
  const text = inOneLine(value) ? flat(value) : undefined;
  if (text !== undefined && lines.columnAfter(before) + text.length <= WIDTH) {
    lines.write(before, open, text);
    return;
  }
  lines.write(before, open, value.kind === "list" ? "[" : "{");
  lines.indent(1);
  if (value.kind === "list") writeItems(lines, value);
  else writeEntries(lines, value.entries);
  if (value.close) lines.close(value.close, value.kind === "list" ? "]" : "}");
}

function writeItems(lines: FormattedLines, list: ListNode): void {
  for (const item of list.items) {
    if (item.kind === "comma") lines.writeBeforeComments(item.token);
    else if (item.kind !== "skipped") writeValue(lines, "\n", item);
  }
}

/** A sign stays with its number; adjacent strings stay on their lines. */
function writeScalar(lines: FormattedLines, before: "\n" | " ", scalar: ScalarNode): void {
  scalar.tokens.forEach((token, index) => {
    const previous = scalar.tokens[index - 1];
    if (previous === undefined) lines.write(before, token);
    else if (previous.text === "-") lines.write("", token);
    else lines.write(token.leading.includes("\n") ? "continued" : " ", token);
  });
}

function inOneLine(value: ValueNode): boolean {
  return collectTokens(value).every((token, index) => index === 0 || !/[\n#]/.test(token.leading));
}

function flat(value: ValueNode): string {
  if (value.kind === "scalar") return flatScalar(value);
  if (value.kind === "message") return flatMessage(value);
  return `[${listElements(value)
    .map((element: ElementNode) => flat(element))
    .join(", ")}]`;
}

function flatScalar({ tokens }: ScalarNode): string {
  const texts = tokens.map((token) => token.text);
  return texts[0] === "-" ? texts.join("") : texts.join(" ");
}

function flatMessage({ entries }: MessageNode): string {
  const fields = entries.flatMap((entry) => (entry.kind === "field" ? [flatField(entry)] : []));
  return fields.length === 0 ? "{}" : `{ ${fields.join(" ")} }`;
}

function flatField({ name, colon, value }: FieldNode): string {
  const label = colon && takesColon(value) ? `${name.text}:` : name.text;
  return value ? `${label} ${flat(value)}` : label;
}

/** What precedes a token; "continued" is a new line, indented deeper than the one it continues. */
type Before = "\n" | " " | "" | "continued";

/** Lays out tokens in lines, with the comments before them. */
class FormattedLines {
  readonly #lines: string[] = [];
  #line = "";
  #depth = 0;
  /** Comments of dropped tokens, which are written before the next one. */
  #dropped = "";
  /** Only an opening bracket precedes: no blank line is kept here. */
  #opened = true;

  indent(levels: number): void {
    this.#depth += levels;
    this.#opened = true;
  }

  /** The column at which a token would start. */
  columnAfter(before: Before): number {
    return before === "\n" ? 2 * this.#depth : this.#line.length + before.length;
  }

  write(before: Before, token: Token, text = token.text): void {
    const { comments, blank } = this.#comments(token);
    const interrupted = comments || before === "continued";
    if (before !== "\n" && !interrupted) {
      this.#line += before + text;
      return;
    }
    if (before === "\n" && blank && !this.#opened) this.#blank();
    this.#start(before === "\n" ? this.#depth : this.#depth + 2);
    this.#line += text;
    this.#opened = false;
  }

  /** Skips a token but keeps the comments before it. */
  drop(token: Token): void {
    this.#dropped += token.leading;
  }

  /** Writes a token at the end of the line; the comments before it follow it. */
  writeBeforeComments(token: Token): void {
    this.#line += token.text;
    this.drop(token);
  }

  close(token: Token, text: string): void {
    this.#comments(token);
    this.#depth -= 1;
    this.#start(this.#depth);
    this.#line += text;
    this.#opened = false;
  }

  /** The text, including the comments before its end. */
  end(token: Token, eol: string): string {
    this.#comments({ leading: `${token.leading}\n` });
    if (this.#line !== "") this.#lines.push(this.#line);
    return this.#lines.map((line) => line + eol).join("");
  }

  /** Writes the comments before a token: after the previous token if they are in its line, else on their own lines. */
  #comments(token: Pick<Token, "leading">): { comments: boolean; blank: boolean } {
    const [first = "", ...lines] = (this.#dropped + token.leading).split("\n").map(trimmed);
    this.#dropped = "";
    lines.pop();
    let comments = first !== "";
    let blank = false;
    if (first !== "") this.#line += this.#line === "" ? first : ` ${first}`;
    for (const line of lines) {
      if (line === "") {
        blank = true;
        continue;
      }
      if (blank && !this.#opened) this.#blank();
      this.#start(this.#depth);
      this.#line += line;
      this.#opened = false;
      comments = true;
      blank = false;
    }
    return { comments, blank };
  }

  #start(depth: number): void {
    if (this.#line !== "") this.#lines.push(this.#line);
    this.#line = "  ".repeat(depth);
  }

  #blank(): void {
    if (this.#line !== "") this.#lines.push(this.#line);
    this.#lines.push("");
    this.#line = "";
  }
}

function trimmed(line: string): string {
  return line.trim();
}
