import type { ReactNode } from "react";

export interface ChartColumn {
  readonly key: string;
  readonly head: string;
  /** Of the exported values; the table's cells include theirs. */
  readonly unit?: string;
  /** Right-aligned. */
  readonly numeric?: boolean;
}

export interface ChartRow {
  readonly key: string | number;
  /** In full precision; null for a missing value, a Date as ISO 8601. */
  readonly values: readonly (number | string | Date | null)[];
  /** The formatted values. */
  readonly cells: readonly ReactNode[];
}

/** A chart's data as rows, for its table and CSV export. The first cell of a row is its head. */
export interface ChartData {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly ChartRow[];
}

/** RFC 4180, with a head of names and units. Each row of an invalid chart has its mark. */
export function toCsv({ columns, rows }: ChartData, mark?: string): string {
  const head = columns.map((column) =>
    column.unit ? `${column.head} (${column.unit})` : column.head,
  );
  const lines = [
    [...head, ...(mark ? ["Mark"] : [])],
    ...rows.map(({ values }) => [...values, ...(mark ? [mark] : [])]),
  ];
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(value: ChartRow["values"][number]): string {
  if (value === null || Number.isNaN(value)) return "";
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A title as the start of a file name: "Latency: p99, ms" is latency-p99-ms. */
export function fileStem(title: string): string {
  const stem = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return stem || "chart";
}
