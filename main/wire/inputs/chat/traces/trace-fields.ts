import { invalid } from "../../sources/invalid.ts";
import { MAX_TOKENS } from "./trace.ts";

/** Max ms: year 5138. */
const MAX_MS = 1e14;

/** The value of a field as it can be shown in an error. */
const shown = (value: unknown): string =>
  value === undefined ? "missing" : (JSON.stringify(value)?.slice(0, 60) ?? "not JSON");

export function readTokens(value: unknown, field: string, place: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS) {
    return value as number;
  }
  throw invalid(
    place,
    `${field} is ${shown(value)}; it must be a whole number of tokens from 0 to ${MAX_TOKENS}.`,
  );
}

/** `perMs`: units of the field in a ms. */
export function readInstant(value: unknown, field: string, place: string, perMs: number): number {
  const ms = typeof value === "number" ? value / perMs : Number.NaN;
  if (ms >= 0 && ms <= MAX_MS) return ms;
  throw invalid(
    place,
    `${field} is ${shown(value)}; it must be a number of ${perMs === 1 ? "ms" : "s"} of at least 0.`,
  );
}

export function parseJsonAt(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(place, `it is no JSON: ${(error as Error).message}.`);
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** INVALID_ARGUMENT unless it is a JSON object. */
export function objectAt(value: unknown, place: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalid(place, `it is ${shown(value)}; it must be a JSON object.`);
}

/** A list of JSON; absent: empty. */
export function listAt(value: unknown, field: string, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw invalid(place, `${field} is ${shown(value)}; it must be a list.`);
}
