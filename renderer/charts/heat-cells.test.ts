import { expect, test } from "vitest";
import { type HeatWindow, heatGrid, heatLevel, levelCounts } from "./heat-cells.ts";
import { heatStep } from "./latency-heat-map.tsx";

const tenths = (bucket: number) => [10 ** (bucket / 10), 10 ** ((bucket + 1) / 10)] as const;
const sum = (windows: readonly HeatWindow[]) =>
  windows.flatMap(({ cells }) => cells).reduce((total, [, n]) => total + n, 0);

test("few windows and buckets are drawn as they are", () => {
  const windows = [
    { t: 0, seconds: 1, cells: [[3, 5]] },
    {
      t: 1,
      seconds: 1,
      cells: [
        [4, 2],
        [6, 1],
      ],
    },
  ] as const;
  const grid = heatGrid(windows, tenths);
  expect(grid.columns).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(grid.rows).toEqual([3, 4, 5, 6].map(tenths));
  expect(grid.cells).toEqual([
    [0, 0, 5],
    [1, 1, 2],
    [1, 3, 1],
  ]);
  expect(grid.most).toBe(5);
});

test("[CHART-L2] many windows and buckets are added up, and no request is lost", () => {
  const windows = Array.from(
    { length: 1000 },
    (_, t): HeatWindow => ({
      t,
      seconds: 1,
      cells: [
        [t % 200, 3],
        [(t * 7) % 200, 1],
      ],
    }),
  );
  const grid = heatGrid(windows, (bucket) => [1.05 ** bucket, 1.05 ** (bucket + 1)]);
  expect(grid.columns.length).toBeLessThanOrEqual(300);
  expect(grid.rows.length).toBeLessThanOrEqual(60);
  expect(grid.cells.reduce((total, [, , n]) => total + n, 0)).toBe(sum(windows));
});

test("a bucket from 0 has a place on a logarithmic axis", () => {
  const grid = heatGrid([{ t: 0, seconds: 1, cells: [[0, 1]] }], () => [0, 0.5]);
  expect(grid.rows).toEqual([[0.25, 0.5]]);
});

test("windows without requests make an empty grid", () => {
  const grid = heatGrid([{ t: 0, seconds: 1, cells: [] }], tenths);
  expect(grid).toMatchObject({ rows: [], cells: [], most: 0 });
});

test("[CHART-L3] colours are steps of equal ratios from 1 to the fullest", () => {
  expect([1, 2, 10, 100].map((count) => heatLevel(count, 100, 3))).toEqual([0, 0, 1, 2]);
  expect(levelCounts(100, 3)).toEqual([1, 10, 100]);
  expect(heatLevel(1, 1, 8)).toBe(7);
});

test("[CHART-R2] arrows go in time and in latency, and stop at the edges", () => {
  expect(heatStep(0, "ArrowUp", 4, 10)).toBe(1);
  expect(heatStep(1, "ArrowRight", 4, 10)).toBe(11);
  expect(heatStep(9, "ArrowUp", 4, 10)).toBe(9);
  expect(heatStep(31, "ArrowRight", 4, 10)).toBe(31);
  expect(heatStep(31, "Home", 4, 10)).toBe(1);
});
