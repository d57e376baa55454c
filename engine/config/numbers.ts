import type { Uint64 } from "./types.ts";

const INTEGER_RANGES = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
} as const;

export type IntegerType = keyof typeof INTEGER_RANGES;

export function isIntegerType(type: string): type is IntegerType {
  return Object.hasOwn(INTEGER_RANGES, type);
}

/**
 * An integer as a configuration holds it: a number, or the digits of a uint64 that a number can't hold exactly. Throws a
 * RangeError whose message completes "field …" if the value is outside of the type, or an int64 beyond 2^53.
 */
export function integerInRange(value: bigint, type: IntegerType): Uint64 {
  const [low, high] = INTEGER_RANGES[type];
  if (value < low || value > high) {
    throw new RangeError(`is ${value}, but ${type} goes from ${low} to ${high}`);
  }
  if (Number.isSafeInteger(Number(value))) return Number(value);
  if (type !== "uint64") {
    throw new RangeError(`is ${value}, but only whole numbers up to 2^53 − 1 are supported`);
  }
  return String(value);
}

/** Parses a decimal, hexadecimal (0x) or octal (leading 0) literal; undefined if it is longer than 64 bits. */
export function parseIntegerLiteral(text: string): bigint | undefined {
  if (text.length > 40) return undefined;
  return BigInt(/^0[0-7]/.test(text) ? `0o${text.slice(1)}` : text);
}
