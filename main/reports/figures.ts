/** Three or four significant digits, without an exponent where one can do without. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(size >= 100 ? 4 : 3)));
}

/** 0..1 as per cent. */
export const percent = (value: number | null) =>
  value === null ? "–" : `${figure(value * 100)} %`;

/** ISO 8601 in UTC, to the second. */
export const instant = (ms: number | null) =>
  ms === null ? "–" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
