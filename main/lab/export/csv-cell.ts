export type Cell = string | number | null;

/** Three decimals are enough; an unknown value is empty. */
function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  const text = inert(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]) => cells.map(csvCell).join(",");

/** Spreadsheets treat such text as a formula. */
function inert(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
