import { expect, test } from "vitest";
import { readShares } from "./shares.ts";

test("weights may sum to anything; an empty field is 0", () => {
  expect(readShares({ "1": "90", "2": "10" }).shares).toEqual({ "1": 0.9, "2": 0.1 });
  expect(readShares({ "1": "3", "2": "1", "3": "" }).shares).toEqual({
    "1": 0.75,
    "2": 0.25,
    "3": 0,
  });
});

test.each([
  [{ "1": "0", "2": "" }, /At least one version/],
  [{ "1": "-1", "2": "5" }, /weight of version 1 is “-1”/],
  [{ "1": "1", "2": "many" }, /weight of version 2 is “many”/],
])("%j is rejected with a message", (weights, words) => {
  expect(readShares(weights).error).toMatch(words);
});
