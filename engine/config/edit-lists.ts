import { inline, type Layout } from "./edit-layout.ts";
import { type ElementNode, listElements, type ListNode, rangeOfNode } from "./tree.ts";
import type { Token } from "./tokens.ts";
import type { TextEdit } from "./types.ts";

type Values = readonly (readonly string[])[];

/** Inserts values, given as lines, after an element of a list, or at its start. */
export function insertIntoList(
  layout: Layout,
  list: ListNode,
  values: Values,
  after: ElementNode | undefined,
): TextEdit[] {
  const elements = listElements(list);
  const first = elements[0];
  if (first === undefined) return [intoEmpty(layout, list, values)];
  if (after !== undefined) return insertAfter(layout, list, values, after);
  const { from } = rangeOfNode(first);
  const lineEnd = layout.lineEnd(list.open.to);
  if (layout.startsLine(from) && lineEnd !== undefined) {
    return [{ from: lineEnd, to: lineEnd, insert: ownLines(layout, values, from).join(",") + "," }];
  }
  const texts = values.map((lines) => `${layOutText(layout, lines, first)},${findGap(elements)}`);
  return [{ from, to: from, insert: texts.join("") }];
}

function insertAfter(
  layout: Layout,
  list: ListNode,
  values: Values,
  after: ElementNode,
): TextEdit[] {
  const { from, to } = rangeOfNode(after);
  const comma = commaAfter(list, after);
  const end = comma?.to ?? to;
  const lineEnd = layout.lineEnd(end);
  if (!layout.startsLine(from) || lineEnd === undefined) {
    const gap = findGap(listElements(list));
    const texts = values.map((lines) => gap + layOutText(layout, lines, after));
    const insert = comma ? `${texts.join(",")},` : `,${texts.join(",")}`;
    return [{ from: end, to: end, insert }];
  }
  const lines = ownLines(layout, values, from).join(",");
  if (comma) return [{ from: lineEnd, to: lineEnd, insert: `${lines},` }];
  if (lineEnd === to) return [{ from: to, to, insert: `,${lines}` }];
  return [
    { from: to, to, insert: "," },
    { from: lineEnd, to: lineEnd, insert: lines },
  ];
}

/** Values on lines of their own, indented as the element at `at`. */
function ownLines(layout: Layout, values: Values, at: number): string[] {
  const indent = layout.indentAt(at);
  return values.map((lines) => layout.eol + indent + layout.indented(lines, indent));
}

/** In one line if the neighbour is in one. */
function layOutText(layout: Layout, lines: readonly string[], neighbour: ElementNode): string {
  const { from, to } = rangeOfNode(neighbour);
  if (!layout.text.slice(from, to).includes("\n")) return inline(lines);
  return layout.indented(lines, layout.indentAt(from));
}

/** The space after the list's first comma. */
function findGap(elements: readonly ElementNode[]): string {
  const second = elements[1];
  const leading = second ? findLeading(second) : " ";
  return /^[ \t]*$/.test(leading) ? leading : " ";
}

function findLeading(element: ElementNode): string {
  return (element.kind === "message" ? element.open : element.tokens[0])?.leading ?? "";
}

function intoEmpty(layout: Layout, list: ListNode, values: Values): TextEdit {
  const { open, close } = list;
  const indent = layout.indentAt(open.from) + layout.unit;
  const lineEnd = layout.lineEnd(open.to);
  if (lineEnd !== undefined) {
    const texts = values.map((lines) => layout.eol + indent + layout.indented(lines, indent));
    return { from: lineEnd, to: lineEnd, insert: texts.join(",") };
  }
  const end = close?.from ?? open.to;
  const space = layout.text.slice(open.to, end);
  return { from: open.to, to: end, insert: space + values.map(inline).join(", ") + space };
}

function commaAfter(list: ListNode, element: ElementNode): Token | undefined {
  const next = list.items[list.items.indexOf(element) + 1];
  return next?.kind === "comma" ? next.token : undefined;
}

function commaBefore(list: ListNode, element: ElementNode): Token | undefined {
  const previous = list.items[list.items.indexOf(element) - 1];
  return previous?.kind === "comma" ? previous.token : undefined;
}

/** Removes an element from a list that has others, with one comma. */
export function removeFromList(layout: Layout, list: ListNode, element: ElementNode): TextEdit[] {
  const { from, to } = rangeOfNode(element);
  const after = commaAfter(list, element);
  const lineEnd = layout.lineEnd(after?.to ?? to);
  const ownsLines = layout.startsLine(from) && lineEnd !== undefined;
  if (after !== undefined) {
    if (ownsLines) return [layout.removeLines(from, lineEnd, true)];
    const before = from - findLeading(element).length;
    const first = commaBefore(list, element) === undefined;
    if (!first && layout.isBlank(before, from)) return [{ from: before, to: after.to, insert: "" }];
    const next = listElements(list)[listElements(list).indexOf(element) + 1];
    const end = next && findLeading(next).trim() === "" ? rangeOfNode(next).from : after.to;
    return [{ from, to: end, insert: "" }];
  }
  const comma = commaBefore(list, element);
  if (comma === undefined) return [{ from, to, insert: "" }];
  if (ownsLines) {
    return [
      { from: comma.from, to: comma.to, insert: "" },
      layout.removeLines(from, lineEnd, true),
    ];
  }
  if (layout.text.slice(comma.to, from).trim() === "")
    return [{ from: comma.from, to, insert: "" }];
  return [
    { from: comma.from, to: comma.to, insert: "" },
    { from, to, insert: "" },
  ];
}
