import { expect, it } from "vitest";
import { formatRoughSpan } from "./alert-text.ts";

it.each([
  [10, "10 s"],
  [90, "2 min"],
  [725, "12 min"],
  [3600, "1 h"],
  [3725, "1 h"],
  [5400, "1.5 h"],
  [86_400, "24 h"],
  [30 * 86_400, "30 days"],
])("formats %d s as %s", (seconds, words) => {
  expect(formatRoughSpan(seconds)).toBe(words);
});
