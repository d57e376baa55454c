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
 * An integer as a number. Throws a RangeError whose message completes "field …" where the type cannot hold
 * it, or where a JavaScript number cannot hold it exactly.
 */
export function integerInRange(value: bigint, type: IntegerType): number {
  const [low, high] = INTEGER_RANGES[type];
  if (value < low || value > high) {
    throw new RangeError(`is ${value}, but ${type} goes from ${low} to ${high}`);
  }
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new RangeError(`is ${value}, but only whole numbers up to 2^53 − 1 are supported`);
  }
  return Number(value);
}

/** A decimal, hexadecimal (0x) or octal (leading 0) literal; undefined where it is too long for 64 bits. */
export function parseIntegerLiteral(text: string): bigint | undefined {
  if (text.length > 40) return undefined;
  return BigInt(/^0[0-7]/.test(text) ? `0o${text.slice(1)}` : text);
}
