import { expect, test } from "vitest";
import { readLevels } from "./levels.ts";

const clients = { whole: true, least: 1, most: 4096 };
const rates = { whole: false, least: 0.01, most: 1_000_000 };

test.each([
  ["8", [8]],
  ["1, 8 32", [1, 8, 32]],
  ["1-4", [1, 2, 3, 4]],
  ["1 - 3, 9", [1, 2, 3, 9]],
  ["10:50:20", [10, 30, 50]],
])("[EXPERIMENT-PAGE-P4] reads %s", (text, levels) =>
  expect(readLevels(text, clients)).toEqual(levels),
);

test("[EXPERIMENT-PAGE-P4] reads fractions if they are allowed", () => {
  expect(readLevels("0.5:1.5:0.5", rates)).toEqual([0.5, 1, 1.5]);
  expect(readLevels("0.5", clients)).toBe("0.5 is not a whole number between 1 and 4096.");
});

test("[EXPERIMENT-PAGE-P2] explains invalid text", () => {
  expect(readLevels("eight", clients)).toContain("“eight” is neither a number nor a range");
  expect(readLevels("9-1", clients)).toContain("“9-1”");
  expect(readLevels("1-1000", clients)).toContain("at most 64 steps");
});
