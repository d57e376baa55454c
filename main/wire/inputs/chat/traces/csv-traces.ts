import { invalid } from "../../sources/invalid.ts";
import type { TraceRows } from "./trace.ts";
import { readInstant, readTokens } from "./trace-fields.ts";

/** Where a format has what, and how it writes instants. */
interface Columns {
  readonly at: string;
  readonly inputTokens: string;
  readonly outputTokens: string;
  /** Columns that newer releases have: the conversation's id, and the time to the answer's end in s. */
  readonly session?: string;
  readonly elapsed?: string;
  readonly readAt: (text: string, field: string, place: string) => number;
}

export const BURSTGPT: Columns = {
  at: "Timestamp",
  inputTokens: "Request tokens",
  outputTokens: "Response tokens",
  session: "Session ID",
  elapsed: "Elapsed time",
  readAt: (text, field, place) => readInstant(numberIn(text), field, place, 1e-3),
};

export const AZURE: Columns = {
  at: "TIMESTAMP",
  inputTokens: "ContextTokens",
  outputTokens: "GeneratedTokens",
  readAt: readDate,
};

interface Places {
  readonly at: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** -1: no such column. */
  readonly session: number;
  readonly elapsed: number;
}

/** Reads a CSV whose first line names its columns (LAB-TRACE-2, LAB-TRACE-3). */
export class CsvTrace {
  readonly #columns: Columns;
  readonly #rows: TraceRows;
  #places: Places | null = null;

  constructor(columns: Columns, rows: TraceRows) {
    this.#columns = columns;
    this.#rows = rows;
  }

  line(line: string, place: string): void {
    const cells = line.split(",");
    if (this.#places === null) {
      this.#places = this.#find(cells.map(unquoted), place);
      return;
    }
    const { at, inputTokens, outputTokens, elapsed, readAt } = this.#columns;
    const cell = (index: number) => unquoted(cells[index] ?? "");
    const places = this.#places;
    const begunAt = readAt(cell(places.at), at, place);
    const seconds = cell(places.elapsed);
    this.#rows.add(
      {
        at: begunAt,
        inputTokens: readTokens(numberIn(cell(places.inputTokens)), inputTokens, place),
        outputTokens: readTokens(numberIn(cell(places.outputTokens)), outputTokens, place),
        session: cell(places.session),
        endedAt:
          elapsed === undefined || seconds === ""
            ? null
            : begunAt + readInstant(numberIn(seconds), elapsed, place, 1e-3),
      },
      place,
    );
  }

  #find(names: readonly string[], place: string): Places {
    const { at, inputTokens, outputTokens, session, elapsed } = this.#columns;
    const find = (name: string) => {
      const index = names.indexOf(name);
      if (index !== -1) return index;
      throw invalid(
        place,
        `no column is named '${name}'; the columns are ${names.slice(0, 12).join(", ").slice(0, 300)}.`,
      );
    };
    return {
      at: find(at),
      inputTokens: find(inputTokens),
      outputTokens: find(outputTokens),
      session: session === undefined ? -1 : names.indexOf(session),
      elapsed: elapsed === undefined ? -1 : names.indexOf(elapsed),
    };
  }
}

function unquoted(text: string): string {
  const cell = text.trim();
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1) : cell;
}

/** A number, or the text for an error. */
function numberIn(text: string | undefined): unknown {
  return text !== undefined && /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

const DATE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/;

/** ms since the epoch; without an offset in UTC. */
function readDate(text: string, field: string, place: string): number {
  const [, day, time, fraction = "", offset = "Z"] = DATE.exec(text) ?? [];
  const ms = Date.parse(`${day}T${time}${offset}`);
  if (Number.isFinite(ms)) return ms + Number(`0${fraction}`) * 1000;
  throw invalid(
    place,
    `${field} is ${JSON.stringify(text.slice(0, 60))}; it must be a time such as 2023-11-16 18:17:03.9799600.`,
  );
}
