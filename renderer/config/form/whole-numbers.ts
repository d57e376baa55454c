import type { Reading } from "./use-typed.ts";

/** A whole number that a field can hold exactly (engine/config/SPEC.md, T6). */
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

/** Whole numbers with commas or space between them. */
export function readNumbers(typed: string): Reading<readonly number[]> {
  const value: number[] = [];
  for (const part of typed.split(/[\s,;]+/).filter((each) => each !== "")) {
    const reading = readWhole(part);
    if ("error" in reading) return reading;
    value.push(reading.value);
  }
  return { value, shown: value.join(", ") };
}

/** A whole number of any length as its digits, without leading zeros. */
export function readDigits(typed: string): Reading<string> {
  const text = typed.trim();
  if (!/^-?\d+$/.test(text)) return { error: `“${text}” is not a whole number.` };
  const value = text.replace(/^(-?)0+(?=\d)/, "$1").replace(/^-0$/, "0");
  return { value, shown: value };
}
