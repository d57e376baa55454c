import type { Uint64 } from "../../engine/config/index.ts";
import { readUint64 } from "./form/whole-numbers.ts";

const UNITS: Readonly<Record<string, number>> = { µs: 1, us: 1, μs: 1, ms: 1000, s: 1_000_000 };

/** Parses "500 µs", "2 ms", "1.5s" to whole microseconds; a plain number is microseconds. Null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^\s*(\d+(?:[.,]\d+)?)\s*(µs|μs|us|ms|s)?\s*$/i.exec(text);
  if (!match) return null;
  const [, number = "", unit = "us"] = match;
  const micros = Number(number.replace(",", ".")) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  return Number.isSafeInteger(Math.round(micros)) ? Math.round(micros) : null;
}

/** As {@link parseDuration}, exact up to a uint64 if it is a plain number of microseconds. */
export function parseMicroseconds(text: string): Uint64 | null {
  const [, digits = ""] = /^\s*(\d+)\s*(?:µs|μs|us)?\s*$/i.exec(text) ?? [];
  const read = readUint64(digits);
  return "value" in read ? read.value : parseDuration(text);
}

/** Microseconds in the unit with the fewest digits: 2500 is "2.5 ms". */
export function formatDuration(micros: Uint64): string {
  if (typeof micros === "string") return `${micros} µs`;
  if (micros < 1000) return `${micros} µs`;
  return micros < 1_000_000 ? `${micros / 1000} ms` : `${micros / 1_000_000} s`;
}

/** Steps of a slider in each power of ten. */
const STEPS_PER_DECADE = 20;

/** A logarithmic slider over microseconds: position 0 is 0, then `from` to `to` at position 1. */
export interface LogScale {
  readonly from: number;
  readonly to: number;
}

export function lastPosition({ from, to }: LogScale): number {
  return 1 + Math.round(Math.log10(to / from) * STEPS_PER_DECADE);
}

export function toPosition(micros: number, scale: LogScale): number {
  if (micros < scale.from) return micros > 0 ? 1 : 0;
  const position = 1 + Math.round(Math.log10(micros / scale.from) * STEPS_PER_DECADE);
  return Math.min(position, lastPosition(scale));
}

/** Rounded to two digits, so that sliding produces readable values. */
export function durationAt(position: number, { from }: LogScale): number {
  if (position <= 0) return 0;
  const exact = from * 10 ** ((position - 1) / STEPS_PER_DECADE);
  return Math.max(from, Math.round(Number(exact.toPrecision(2))));
}
