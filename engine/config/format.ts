import { StatusError } from "../../base/status-error.ts";
import { Findings } from "./findings.ts";
import { FormattedLines } from "./format-lines.ts";
import { tokenize } from "./tokens.ts";
import { type ElementNode, listElements, collectTokens, type ValueNode } from "./tree.ts";
import type { EntryNode, FieldNode, ListNode, MessageNode, ScalarNode } from "./tree.ts";
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
