import { replacement } from "./replacement.ts";

/** A text in the editor's format: every line break is a single character. */
export function asLines(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

/** Edited lines as a text: unchanged parts keep the line breaks of `before`, the rest uses its prevailing style. */
export function withLineBreaksFrom(before: string, lines: string): string {
  if (!before.includes("\r")) return lines;
  const edit = replacement(asLines(before), lines);
  if (edit === null) return before;
  const style = before.includes("\r\n") ? "\r\n" : "\n";
  const [from, to] = [ofLines(before, edit.from), ofLines(before, edit.to)];
  const text = before.slice(0, from) + edit.insert.replaceAll("\n", style) + before.slice(to);
  // A carriage return alone would be joined with a following newline.
  return asLines(text) === lines ? text : lines.replaceAll("\n", style);
}

/** Converts an offset in a text to one in its lines. */
export function inLines(text: string, offset: number): number {
  return offset - pairs(text).filter((at) => at < offset).length;
}

/** Converts an offset in its lines to one in the text. */
export function ofLines(text: string, offset: number): number {
  return offset + pairs(text).filter((at, before) => at - before < offset).length;
}

/** Offsets at which a carriage return and a newline are one line break. */
function pairs(text: string): readonly number[] {
  if (!text.includes("\r\n")) return [];
  return [...text.matchAll(/\r\n/g)].map(({ index }) => index);
}
