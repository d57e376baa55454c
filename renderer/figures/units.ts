import type { FigureUnit } from "../../main/contract/index.ts";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  NONE,
} from "../format/numbers.ts";

interface UnitFormat {
  /** For column heads or after a number; "" if the number includes it. */
  readonly short: string;
  /** With a unit that fits its size, for single figures. */
  readonly text: (value: number | null) => string;
  /** Counts whole things. */
  readonly whole: boolean;
}

const plain = (short: string, whole = false, one = short): UnitFormat => ({
  short,
  whole,
  text: (value) => {
    if (value === null) return NONE;
    const number = formatCount(value);
    return `${number} ${number === "1" ? one : short}`.trim();
  },
});

export const unitFormats: Record<FigureUnit, UnitFormat> = {
  requests: plain("req", true),
  "requests/s": plain("req/s"),
  items: plain("items", false, "item"),
  "items/s": plain("inf/s"),
  tokens: plain("tokens", false, "token"),
  "tokens/s": plain("tokens/s"),
  ms: { short: "ms", text: formatDuration, whole: false },
  fraction: { short: "%", text: formatPercent, whole: false },
  ratio: plain(""),
  "1/s": plain("/s"),
  "executions/s": plain("exec/s"),
  bytes: { short: "B", text: formatBytes, whole: false },
  workers: plain("", true),
};

const SCALED: ReadonlySet<FigureUnit> = new Set(["ms", "fraction", "bytes"]);

/** Value and unit separately, for units in a smaller font; units that depend on the value's size stay with it. */
export function numberAndUnit(
  unit: FigureUnit,
  value: number | null,
): { readonly number: string; readonly unit: string } {
  const { text } = unitFormats[unit];
  if (value === null || SCALED.has(unit)) return { number: text(value), unit: "" };
  const number = formatCount(value);
  return { number, unit: text(value).slice(number.length).trim() };
}

interface ColumnUnit {
  /** In the column's head. */
  readonly unit: string;
  readonly text: (value: number | null) => string;
}

const BYTES = ["B", "KiB", "MiB", "GiB", "TiB"];

/** One unit for all values of a column, so that they are easy to compare. */
export function columnUnit(unit: FigureUnit, values: readonly (number | null)[]): ColumnUnit {
  const { short } = unitFormats[unit];
  const scaled = (unitText: string, factor: number): ColumnUnit => ({
    unit: unitText,
    text: (value) => formatCount(value === null ? null : value * factor),
  });
  if (unit === "fraction")
    return {
      unit: "%",
      text: (value) => formatCount(value === null ? null : Math.round(value * 1000) / 10),
    };
  if (unit !== "bytes") return scaled(short, 1);
  const largest = Math.max(1, ...values.map((value) => value ?? 0));
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log2(largest) / 10));
  return scaled(BYTES[step] ?? "B", 1024 ** -step);
}

/** 1 for units whose value axis ends there. */
export const axisTop = (unit: FigureUnit): number | undefined =>
  unit === "fraction" ? 1 : undefined;
