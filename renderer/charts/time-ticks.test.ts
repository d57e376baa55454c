import { expect, test } from "vitest";
import { tickText, timeTicks } from "./time-ticks.ts";

const noon = new Date(2026, 0, 1, 12, 0, 0).getTime();

test("ticks are round and about six, from an hour down to milliseconds", () => {
  expect(timeTicks([noon, noon + 300_000])).toHaveLength(6);
  const fine = timeTicks([noon + 1, noon + 51]);
  expect(fine.map((tick) => tick - noon)).toEqual([10, 20, 30, 40, 50]);
});

test("ticks are told with as many decimals as they differ in", () => {
  expect(tickText([noon, noon + 60_000])(noon + 10_000)).toBe("12:00:10");
  expect(tickText([noon, noon + 2000])(noon + 500)).toBe("12:00:00.5");
  expect(tickText([noon, noon + 100])(noon + 1020)).toBe("12:00:01.02");
  expect(tickText([noon, noon + 5])(noon + 3)).toBe("12:00:00.003");
});
