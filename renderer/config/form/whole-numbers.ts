import type { Uint64 } from "../../../engine/config/index.ts";
import type { Reading } from "./use-typed.ts";

/** Parses a whole number that a field can hold exactly (engine/config/SPEC.md, CFG-T6). */
export function readWhole(typed: string): Reading<number> {
  const digits = readDigits(typed);
  if ("error" in digits) return digits;
  const value = Number(digits.value);
  if (!Number.isSafeInteger(value))
    return {
      error: `${digits.value} is beyond 2^53 − 1, the largest whole number a field takes here.`,
    };
  return { value, shown: String(value) };
}

const MAX_UINT64 = 2n ** 64n - 1n;

/** As {@link readWhole}, for a uint64 field: values that a number can't hold exactly are kept as digits. */
export function readUint64(typed: string): Reading<Uint64> {
  const digits = readDigits(typed);
  if ("error" in digits) return digits;
  const { value } = digits;
  const fits = value.length <= 20 && BigInt(value) >= 0n && BigInt(value) <= MAX_UINT64;
  if (!fits) return { error: `${value} is not within 0 to ${MAX_UINT64}, the range of a uint64.` };
  const number = Number(value);
  return { value: Number.isSafeInteger(number) ? number : value, shown: value };
}

/** Parses whole numbers, separated by commas or space. */
export function readNumbers(typed: string): Reading<readonly number[]> {
  const value: number[] = [];
  for (const part of typed.split(/[\s,;]+/).filter((each) => each !== "")) {
    const reading = readWhole(part);
    if ("error" in reading) return reading;
    value.push(reading.value);
  }
  return { value, shown: value.join(", ") };
}

/** Parses a whole number of any length to its digits, without leading zeros. */
export function readDigits(typed: string): Reading<string> {
  const text = typed.trim();
  if (!/^-?\d+$/.test(text)) return { error: `“${text}” is not a whole number.` };
  const value = text.replace(/^(-?)0+(?=\d)/, "$1").replace(/^-0$/, "0");
  return { value, shown: value };
}
