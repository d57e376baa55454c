import { inline, type Layout } from "./edit-layout.ts";
import { type DocumentNode, rangeOfNode } from "./tree.ts";
import type { EntryNode, FieldNode, MessageNode } from "./tree.ts";
import type { TextEdit } from "./types.ts";

/** A node that contains fields. */
export type Container = DocumentNode | MessageNode;

/**
 * Inserts fields, given as lines, after an entry of a message, or at its start: on lines of their own if the message is
 * written so, in its line if it is written in one, with the same separators.
 */
export function insertEntries(
  layout: Layout,
  container: Container,
  fields: readonly (readonly string[])[],
  after: EntryNode | undefined,
): TextEdit[] {
  if (after !== undefined) return insertAfter(layout, container, fields, after);
  const first = container.entries[0];
  if (container.kind === "document") {
    return first === undefined
      ? atEnd(layout, fields)
      : [ownLinesBefore(layout, fields, rangeOfNode(first).from)];
  }
  return first === undefined
    ? [intoEmpty(layout, container, fields)]
    : [atStart(layout, container, fields, first)];
}

function insertAfter(
  layout: Layout,
  container: Container,
  fields: readonly (readonly string[])[],
  after: EntryNode,
): TextEdit[] {
  const { from, to } = rangeOfNode(after);
  const own = findSeparator(after);
  const missing =
    own === "" && after === container.entries.at(-1) ? findSeparatorStyle(container) : "";
  const lineEnd = layout.lineEnd(to);
  if (lineEnd === undefined) {
    const texts = fields.map((lines) => `${missing} ${inline(lines)}${own}`);
    return [layout.put(to, to, texts.join(""))];
  }
  const indent = childIndent(layout, container, from);
  const texts = fields.map((lines) => layout.eol + indent + layout.indented(lines, indent) + own);
  const insert = texts.join(missing);
  if (missing === "") return [{ from: lineEnd, to: lineEnd, insert }];
  if (lineEnd === to) return [{ from: to, to, insert: missing + insert }];
  return [
    { from: to, to, insert: missing },
    { from: lineEnd, to: lineEnd, insert },
  ];
}

function findSeparator(entry: EntryNode | undefined): string {
  return (entry?.kind === "field" && entry.separator?.text) || "";
}

/** The separator that a message uses; if its last field has none, that of the field before. */
function findSeparatorStyle(container: Container): string {
  return findSeparator(container.entries.at(-2));
}

function childIndent(layout: Layout, container: Container, at: number): string {
  if (layout.startsLine(at) || container.kind === "document") return layout.indentAt(at);
  return layout.indentAt(container.open.from) + layout.unit;
}

function atEnd(layout: Layout, fields: readonly (readonly string[])[]): TextEdit[] {
  const { text, eol } = layout;
  const start = text === "" || text === "\ufeff" || text.endsWith("\n") ? "" : eol;
  const insert = start + fields.map((lines) => layout.indented(lines, "") + eol).join("");
  return [{ from: text.length, to: text.length, insert }];
}

function ownLinesBefore(
  layout: Layout,
  fields: readonly (readonly string[])[],
  at: number,
): TextEdit {
  const indent = layout.indentAt(at);
  const texts = fields.map((lines) => layout.indented(lines, indent) + layout.eol + indent);
  return { from: at, to: at, insert: texts.join("") };
}

function atStart(
  layout: Layout,
  container: MessageNode,
  fields: readonly (readonly string[])[],
  first: EntryNode,
): TextEdit {
  const { to } = container.open;
  const separator = findSeparator(first);
  const lineEnd = layout.lineEnd(to);
  if (lineEnd !== undefined) {
    const indent = childIndent(layout, container, rangeOfNode(first).from);
    const texts = fields.map(
      (lines) => layout.eol + indent + layout.indented(lines, indent) + separator,
    );
    return { from: lineEnd, to: lineEnd, insert: texts.join("") };
  }
  const texts = fields.map((lines) => inline(lines) + separator);
  const spaced = layout.afterSpace(to) > to;
  const insert = spaced ? texts.map((text) => ` ${text}`) : texts.map((text) => `${text} `);
  return { from: to, to, insert: insert.join("") };
}

function intoEmpty(
  layout: Layout,
  container: MessageNode,
  fields: readonly (readonly string[])[],
): TextEdit {
  const { open, close } = container;
  const indent = layout.indentAt(open.from);
  const inner = indent + layout.unit;
  const block = fields.map((lines) => layout.eol + inner + layout.indented(lines, inner)).join("");
  const lineEnd = layout.lineEnd(open.to);
  if (lineEnd !== undefined) return { from: lineEnd, to: lineEnd, insert: block };
  const end = close?.from ?? open.to;
  const [only, ...more] = fields;
  const oneLine = only !== undefined && only.length === 1 && more.length === 0;
  if (oneLine || !/^\s*\w+\s*:?\s*$/.test(lineBefore(layout, open.from))) {
    return { from: open.to, to: end, insert: ` ${fields.map(inline).join(" ")} ` };
  }
  return { from: open.to, to: end, insert: block + layout.eol + indent };
}

function lineBefore(layout: Layout, at: number): string {
  return layout.text.slice(layout.text.lastIndexOf("\n", at - 1) + 1, at);
}

/**
 * Removes an entry: its lines with the comments directly above them, or its part of a line. Comments at the start of
 * the file stay, since they describe the whole file.
 */
export function removeEntry(layout: Layout, container: Container, entry: FieldNode): TextEdit[] {
  const { from, to } = rangeOfNode(entry);
  const index = container.entries.indexOf(entry);
  const edits = dropSeparator(container, index);
  const lineEnd = layout.lineEnd(to);
  if (layout.startsLine(from) && lineEnd !== undefined) {
    const header = container.kind === "document" && index === 0;
    return [...edits, layout.removeLines(from, lineEnd, !header)];
  }
  const before = from - entry.name.leading.length;
  const closes = /[}>]/.test(layout.text[layout.afterSpace(to)] ?? "");
  if (
    before < from &&
    (layout.isBlank(before, from) || (closes && entry.name.leading.trim() === ""))
  ) {
    return [...edits, layout.remove(before, to)];
  }
  return [...edits, layout.remove(from, layout.afterSpace(to))];
}

/** Removing a last field without a separator also removes the separator of the field before it. */
function dropSeparator(container: Container, index: number): TextEdit[] {
  const before = container.entries[index - 1];
  const last = index === container.entries.length - 1;
  if (!last || findSeparator(container.entries[index]) !== "" || before?.kind !== "field")
    return [];
  const { separator } = before;
  return separator ? [{ from: separator.from, to: separator.to, insert: "" }] : [];
}
