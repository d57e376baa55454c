import { replacement } from "./replacement.ts";

/** A text as the editor holds it, every line break a single character. */
export function asLines(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

/** Lines that were edited, as a text again: what is as it was in `before` keeps its line breaks, the rest takes theirs. */
export function withLineBreaksFrom(before: string, lines: string): string {
  if (!before.includes("\r")) return lines;
  const edit = replacement(asLines(before), lines);
  if (edit === null) return before;
  const style = before.includes("\r\n") ? "\r\n" : "\n";
  const [from, to] = [ofLines(before, edit.from), ofLines(before, edit.to)];
  const text = before.slice(0, from) + edit.insert.replaceAll("\n", style) + before.slice(to);
  // A return alone would join a newline that came next to it.
  return asLines(text) === lines ? text : lines.replaceAll("\n", style);
}

/** Where an offset into a text is in its lines. */
export function inLines(text: string, offset: number): number {
  return offset - pairs(text).filter((at) => at < offset).length;
}

/** Where an offset into its lines is in a text. */
export function ofLines(text: string, offset: number): number {
  return offset + pairs(text).filter((at, before) => at - before < offset).length;
}

/** Where a return and a newline are one line break. */
function pairs(text: string): readonly number[] {
  if (!text.includes("\r\n")) return [];
  return [...text.matchAll(/\r\n/g)].map(({ index }) => index);
}
