import { expect, test } from "vitest";
import {
  aroundLog,
  bandScale,
  fromZero,
  inSight,
  lifted,
  linearScale,
  logScale,
  percentileScale,
  secondsScale,
} from "./scale.ts";

test("linear ticks are round and without binary dust", () => {
  expect(linearScale([0, 1]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(linearScale([412, 4310]).ticks).toEqual([1000, 2000, 3000, 4000]);
  expect(linearScale([-0.07, 0.35]).ticks).toEqual([0, 0.1, 0.2, 0.3]);
});

test("a span of nothing has one tick and loses no value", () => {
  const scale = linearScale([5, 5]);
  expect(scale.ticks).toEqual([5]);
  expect(scale.share(5)).toBe(0);
});

test.each([
  ["linear", linearScale([3, 17])],
  ["log", logScale([0.2, 900])],
  ["percentile", percentileScale([0, 99.99])],
  ["lifted", lifted(linearScale([0, 10]), 0.2)],
])("a %s scale leads back to the value it came from", (_, scale) => {
  for (const value of [3.5, 9, 16]) expect(scale.at(scale.share(value))).toBeCloseTo(value, 9);
});

test("logarithmic ticks are 1, 2 and 5 of few decades, and decades alone of many", () => {
  expect(logScale([0.8, 60]).ticks).toEqual([1, 2, 5, 10, 20, 50]);
  expect(logScale([1, 1e6]).ticks).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1e6]);
});

test("[CHART-L1] each further nine is as wide as the last", () => {
  const { share } = percentileScale([0, 99.99]);
  expect(share(99.9) - share(99)).toBeCloseTo(share(99) - share(90), 9);
  expect(share(0)).toBe(0);
  expect(share(99.99)).toBeCloseTo(1, 9);
});

test("[CHART-L1] 100 has no place on a percentile axis", () => {
  expect(percentileScale([0, 99]).share(100)).toBe(Number.POSITIVE_INFINITY);
});

test("seconds have ticks at parts of minutes once they are many", () => {
  expect(secondsScale([0, 130]).ticks).toEqual([0, 30, 60, 90, 120]);
  expect(secondsScale([-20, 60]).ticks).toContain(0);
  expect(secondsScale([0, 1200]).ticks).toEqual([0, 300, 600, 900, 1200]);
  expect(secondsScale([2, 3]).ticks).toContain(2.4);
});

test("a band has its tick in the middle", () => {
  const scale = bandScale([-0.5, 3.5]);
  expect(scale.ticks).toEqual([0, 1, 2, 3]);
  expect(scale.share(0)).toBe(0.125);
});

test("value axes hold all values and stand without any", () => {
  expect(fromZero([3, null, 27.4]).span).toEqual([0, 30]);
  expect(fromZero([null, undefined]).span).toEqual([0, 1]);
  const [low, high] = aroundLog([0.4, null, 0, 80]).span;
  expect(low).toBeLessThan(0.4);
  expect(high).toBeGreaterThan(80);
  expect(aroundLog([]).ticks.length).toBeGreaterThan(2);
});

test("[CHART-Z4] a span between two items has the axis of all", () => {
  const same = (value: number) => value;
  expect(inSight([1, 5, 9], same, [4, 9])).toEqual([5, 9]);
  expect(inSight([1, 5, 9], same, [2, 3])).toEqual([1, 5, 9]);
});
