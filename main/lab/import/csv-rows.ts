import { refuse } from "./imported.ts";

export interface CsvRow {
  /** Line of the file where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const QUOTED = /"((?:[^"]|"")*)"/y;
const PLAIN = /[^",\r\n]*/y;
const MOST_ROWS = 100_000;

/** RFC 4180; lines may end in LF, empty lines are left out. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    const cells: string[] = [];
    for (let more = true; more; ) {
      const quoted = text[at] === '"';
      const pattern = quoted ? QUOTED : PLAIN;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) return refuse(`line ${start}`, "has a quotation mark without its end.");
      at = pattern.lastIndex;
      if (quoted) line += match[0].split("\n").length - 1;
      cells.push(quoted ? (match[1] as string).replaceAll('""', '"') : match[0]);
      more = text[at] === ",";
      if (more) at += 1;
      else if (at < text.length && text[at] !== "\n" && text[at] !== "\r") {
        return refuse(`line ${line}`, "has a quotation mark in the middle of a value.");
      }
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    line += 1;
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells });
    if (rows.length > MOST_ROWS) refuse("it", `has more than ${MOST_ROWS} lines.`);
  }
  return rows;
}
