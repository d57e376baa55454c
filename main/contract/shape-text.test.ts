import { expect, it } from "vitest";
import { formatShape, parseShape } from "./shape-text.ts";

it.each([
  ["3, 64, 64", [3, 64, 64]],
  ["3,64,64", [3, 64, 64]],
  ["[3, 64, 64]", [3, 64, 64]],
  [" [3,64,64] ", [3, 64, 64]],
  ["3x64x64", [3, 64, 64]],
  ["3 × 64 X 64", [3, 64, 64]],
  ["3 64 64", [3, 64, 64]],
  ["128", [128]],
  ["[0]", [0]],
])("[SIZE-9] reads %s", (text, shape) => {
  expect(parseShape(text)).toEqual(shape);
});

it.each(["", "[]", "3,", "3,,4", "[3", "3]", "-1", "1.5", "a", "3x", "[[3]]", "12345678901"])(
  "[SIZE-9] rejects %j",
  (text) => {
    expect(parseShape(text)).toBeNull();
  },
);

it("[SIZE-9] writes what it reads", () => {
  expect(formatShape([3, 64, 64])).toBe("[3, 64, 64]");
});
