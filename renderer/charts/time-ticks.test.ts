import fc from "fast-check";
import { expect, test } from "vitest";
import { instantText, tickText, timeTicks } from "./time-ticks.ts";

const noon = new Date(2026, 0, 1, 12, 0, 0).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test("[CHART-A1] any span of time has three to eight ticks, none written like another", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 * DAY }),
      fc.integer({ min: 8, max: 200 * DAY }),
      (shift, length) => {
        const span = [noon + shift, noon + shift + length] as const;
        const ticks = timeTicks(span);
        // A change to summer time moves one by an hour.
        expect(ticks.length).toBeGreaterThanOrEqual(length > DAY ? 2 : 3);
        expect(ticks.length).toBeLessThanOrEqual(8);
        expect(new Set(ticks.map(tickText(span))).size).toBe(ticks.length);
      },
    ),
  );
});

test("[CHART-A1] ticks are round times of the clock on the wall", () => {
  const after = (span: readonly [number, number]) => timeTicks(span).map((tick) => tick - noon);
  expect(after([noon, noon + 5 * MINUTE])).toEqual([0, 1, 2, 3, 4, 5].map((n) => n * MINUTE));
  expect(after([noon + 1, noon + 51])).toEqual([10, 20, 30, 40, 50]);
  const days = timeTicks([noon, noon + 7 * DAY]);
  expect(days.map((tick) => new Date(tick).getHours())).toEqual(days.map(() => 0));
});

test("[CHART-A2] ticks are as exact as they differ in", () => {
  expect(tickText([noon, noon + 7 * DAY])(noon)).toBe("1 Jan");
  expect(tickText([noon, noon + 30 * MINUTE])(noon + 10 * MINUTE)).toBe("12:10");
  expect(tickText([noon, noon + MINUTE])(noon + 10_000)).toBe("12:00:10");
  expect(tickText([noon, noon + 2000])(noon + 500)).toBe("12:00:00.5");
  expect(tickText([noon, noon + 100])(noon + 1020)).toBe("12:00:01.02");
  expect(tickText([noon, noon + 5])(noon + 3)).toBe("12:00:00.003");
});

test("the ends of a span are written to the second", () => {
  expect(instantText([noon, noon + 30 * MINUTE])(noon + 1000)).toBe("12:00:01");
});
