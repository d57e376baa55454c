import type { CsvRow } from "./csv-rows.ts";
import { refuse } from "./imported.ts";

const MOST = 1e15;

/** A line of figures by column name. */
export class PerfAnalyzerRow {
  readonly #cells: ReadonlyMap<string, string>;
  readonly #line: number;

  constructor(names: readonly string[], { line, cells }: CsvRow) {
    if (cells.length > names.length || cells.length < 2) {
      refuse(`line ${line}`, `has ${cells.length} values, but there are ${names.length} columns.`);
    }
    this.#line = line;
    this.#cells = new Map(cells.map((cell, i) => [names[i] as string, cell.trim()]));
  }

  has(name: string): boolean {
    return this.#cells.has(name);
  }

  text(name: string): string {
    return this.#cells.get(name) ?? "";
  }

  /** Null if the column is missing or empty. */
  number(name: string): number | null {
    const text = this.text(name);
    if (text === "") return null;
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    if (value >= 0 && value <= MOST) return value;
    return refuse(
      `line ${this.#line}, column '${name}'`,
      `is '${text.slice(0, 40)}'; it must be a number from 0.`,
    );
  }

  required(name: string): number {
    return (
      this.number(name) ??
      refuse(`line ${this.#line}, column '${name}'`, "is empty; it must be a number from 0.")
    );
  }

  /** A whole number from 1 to `most`, such as a concurrency. */
  count(name: string, most: number): number {
    const value = this.required(name);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    return refuse(
      `line ${this.#line}, column '${name}'`,
      `is ${value}; it must be a whole number from 1 to ${most}.`,
    );
  }

  /** Converts a column in µs to ms. */
  ms(name: string): number | null {
    const micros = this.number(name);
    return micros === null ? null : micros / 1000;
  }
}
