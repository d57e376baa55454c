import { expect, test } from "vitest";
import { readDigits, readNumbers, readUint64, readWhole } from "./whole-numbers.ts";

test.each([
  ["8", 8],
  [" -1 ", -1],
  ["007", 7],
  ["-0", 0],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["-9007199254740991", Number.MIN_SAFE_INTEGER],
])("%s reads as a whole number", (typed, value) => {
  expect(readWhole(typed)).toEqual({ value, shown: String(value) });
});

test.each(["9007199254740993", "-9007199254740993", "99999999999999999999999"])(
  "%s is rejected, not rounded",
  (typed) => {
    const error = `${typed} is beyond 2^53 − 1, the largest whole number a field takes here.`;
    expect(readWhole(typed)).toEqual({ error });
    expect(readNumbers(`1, ${typed}`)).toEqual({ error });
  },
);

test.each(["", "1.5", "1e3", "0x10", "four"])("“%s” is no whole number", (typed) => {
  const error = `“${typed}” is not a whole number.`;
  expect(readWhole(typed)).toEqual({ error });
  expect(readDigits(typed)).toEqual({ error });
});

test.each<[string, number | string]>([
  ["18446744073709551615", "18446744073709551615"],
  ["9007199254740993", "9007199254740993"],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["007", 7],
])("%s reads as a uint64, to the last digit", (typed, value) => {
  expect(readUint64(typed)).toEqual({ value, shown: String(value) });
});

test.each(["18446744073709551616", "-1", "9".repeat(400)])("%s is beyond a uint64", (typed) => {
  expect(readUint64(typed)).toEqual({
    error: `${typed} is not within 0 to 18446744073709551615, the range of a uint64.`,
  });
});

test("numbers are between commas or space", () => {
  expect(readNumbers("3, 224 224;")).toEqual({ value: [3, 224, 224], shown: "3, 224, 224" });
  expect(readNumbers("3, x")).toEqual({ error: "“x” is not a whole number." });
});

test("what the text keeps as a string keeps every digit", () => {
  expect(readDigits(" 18446744073709551615 ")).toEqual({
    value: "18446744073709551615",
    shown: "18446744073709551615",
  });
  expect(readDigits("-007")).toEqual({ value: "-7", shown: "-7" });
});
