import { refuse } from "./imported.ts";

export interface CsvRow {
  /** Line of the file where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const PLAIN = /[^",\r\n]*/y;
const MAX_ROWS = 100_000;

/** RFC 4180; lines may end in LF, empty lines are skipped. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    const cells: string[] = [];
    for (let more = true; more; ) {
      const { cell, end } = text[at] === '"' ? quoted(text, at, start) : plain(text, at);
      line += cell.split("\n").length - 1;
      at = end;
      cells.push(cell);
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
    if (rows.length > MAX_ROWS) refuse("it", `has more than ${MAX_ROWS} lines.`);
  }
  return rows;
}

interface Cell {
  readonly cell: string;
  /** Where it ends. */
  readonly end: number;
}

function plain(text: string, at: number): Cell {
  PLAIN.lastIndex = at;
  const [cell] = PLAIN.exec(text) as RegExpExecArray;
  return { cell, end: at + cell.length };
}

/** Two quotation marks escape one. */
function quoted(text: string, at: number, line: number): Cell {
  let end = at + 1;
  for (;;) {
    const mark = text.indexOf('"', end);
    if (mark < 0) return refuse(`line ${line}`, "has a quotation mark without its end.");
    if (text[mark + 1] !== '"') {
      return { cell: text.slice(at + 1, mark).replaceAll('""', '"'), end: mark + 1 };
    }
    end = mark + 2;
  }
}
