import { expect, test } from "vitest";
import { toShare, makeTicks, timeAt, timeAxis } from "./time-axis.ts";

test("the axis holds every clock, with room behind the text's own", () => {
  expect(timeAxis([null, 0], [])).toEqual({ from: 100, to: 10_000_000 });
  expect(timeAxis([3, 40_000_000], [40_000_000])).toEqual({ from: 1, to: 100_000_000 });
});

test("a place on the axis and its time lead to each other", () => {
  const axis = timeAxis([], []);
  expect(toShare(0, axis)).toBe(0);
  expect(timeAt(0.4, axis)).toBe(10_000);
  expect(toShare(10_000, axis)).toBeCloseTo(0.4);
  expect(timeAt(2, axis)).toBe(axis.to);
  expect(makeTicks(axis).map(({ label }) => label)).toEqual([
    "100 µs",
    "1 ms",
    "10 ms",
    "100 ms",
    "1 s",
    "10 s",
  ]);
});
