import { expect, test } from "vitest";
import type { SeriesInterval } from "../../main/contract/index.ts";
import {
  joinIntervals,
  liveSince,
  scaledSpan,
  seriesPoints,
  sumBreakdowns,
  within,
} from "./samples.ts";
import { nearestPoint } from "./series-data.ts";
import { timeTicks } from "./time-ticks.ts";

const interval = (t: number, seconds = 1): SeriesInterval => ({
  from: t - seconds * 1000,
  t,
  values: [{ value: 1, least: 1, most: 1 }],
});
const samples = [1000, 2000, 3000, 4000].map((t) => interval(t));
const times = (list: readonly SeriesInterval[]) => list.map((each) => each.t);

test("nearestPoint finds the nearest point, also beyond either end", () => {
  const points = samples.map(({ t }) => ({ t, value: 1, least: null, most: null }));
  expect(nearestPoint(points, 2400)?.t).toBe(2000);
  expect(nearestPoint(points, 2600)?.t).toBe(3000);
  expect(nearestPoint(points, 0)?.t).toBe(1000);
  expect(nearestPoint(points, 9000)?.t).toBe(4000);
  expect(nearestPoint([], 1)).toBeUndefined();
});

test("within keeps one neighbour on either side", () => {
  expect(times(within(samples, [1900, 3100]))).toEqual([1000, 2000, 3000, 4000]);
  expect(times(within(samples, [2000, 2000]))).toEqual([1000, 2000, 3000]);
  expect(within(samples, [5000, 6000])).toEqual([]);
});

test("joinIntervals leaves out what history already holds", () => {
  const live = [3000, 4000, 5000].map((t) => interval(t));
  expect(times(joinIntervals(samples, live))).toEqual([1000, 2000, 3000, 4000, 5000]);
  expect(joinIntervals(samples, [])).toBe(samples);
});

test("sumBreakdowns adds counts by size and leaves out what never ran", () => {
  expect(
    sumBreakdowns([
      {
        by: [
          [1, 5],
          [8, 2],
        ],
      },
      {},
      {
        by: [
          [4, 0],
          [8, 3],
        ],
      },
    ]),
  ).toEqual([
    [1, 5],
    [8, 5],
  ]);
});

test("timeTicks are round times, about six of them", () => {
  expect(timeTicks([61_000, 121_000])).toEqual([70_000, 80_000, 90_000, 100_000, 110_000, 120_000]);
  expect(timeTicks([0, 300_000])).toHaveLength(6);
});

test("[CHART-Z3] a span is scaled around what stays in place, within a second and the longest range", () => {
  const limits = (newest: number) => ({ newest, longest: 1_800_000 });
  expect(scaledSpan([0, 8000], 0.5, 2000, limits(8000))).toEqual([1000, 5000]);
  expect(scaledSpan([1000, 5000], 2, 2000, limits(9000))).toEqual([0, 8000]);
  expect(scaledSpan([4000, 8000], 2, 6000, limits(8000))).toEqual([0, 8000]);
  expect(scaledSpan([0, 1500], 0.5, 0, limits(1500))).toEqual([0, 1000]);
  const [from, to] = scaledSpan([0, 1_500_000], 2, 0, limits(9_000_000));
  expect(to - from).toBe(1_800_000);
});

test("[CHART-R4] the page keeps what the host has no longer, and takes the host's for the rest", () => {
  const history = [interval(5000), interval(6000)];
  const live = [2000, 3000, 4000, 5000, 6000, 7000].map((t) => interval(t));
  expect(times(joinIntervals(history, live))).toEqual([2000, 3000, 4000, 5000, 6000, 7000]);
  expect(times(joinIntervals([], live))).toEqual(times(live));
  const merged = [interval(6000, 3)];
  expect(times(joinIntervals(merged, live))).toEqual([2000, 3000, 6000, 7000]);
});

test("[CHART-R4] a span without live intervals is a gap, a long interval is not", () => {
  const points = (history: readonly SeriesInterval[], live: readonly SeriesInterval[]) =>
    seriesPoints(joinIntervals(history, live), 0).map(({ t, value }) => [t, value]);
  const gap = [interval(1000), interval(2000), interval(9000), interval(10_000)];
  const drawn = [
    [1000, 1],
    [2000, 1],
    [8000, null],
    [9000, 1],
    [10_000, 1],
  ];
  expect(points([], gap)).toEqual(drawn);
  expect(points(gap.slice(0, 2), gap.slice(2))).toEqual(drawn);
  const long = [interval(1000), interval(9000, 8)];
  expect(points([], long)).toEqual([
    [1000, 1],
    [9000, 1],
  ]);
});

test("[CHART-R4] live intervals are complete since the end of their last gap", () => {
  expect(liveSince([])).toBeNull();
  expect(liveSince([interval(1000), interval(2000)])).toBe(0);
  expect(liveSince([interval(1000), interval(9000), interval(10_000)])).toBe(8000);
  expect(liveSince([interval(1000), interval(9000, 8)])).toBe(0);
});
