import { expect, test } from "vitest";
import type { SeriesPoint } from "../charts/series-data.ts";
import { depthLines } from "./depth-lines.ts";

const point = (value: number | null, by?: [number, number][]): SeriesPoint[] => [
  { t: 0, value, least: value, most: value, ...(by && { by }) },
];

const stack = (depths: Parameters<typeof depthLines>[0]) =>
  depthLines(depths).map(({ label, points }) => [label, points[0]?.value]);

test("a model without levels: queued, handed over, executing", () => {
  const depths = {
    waiting: point(9),
    running: point(4),
    handedOver: point(2),
    delayed: point(0),
  };
  expect(stack(depths)).toEqual([
    ["Running", 4],
    ["Handed over", 2],
    ["Queued", 7],
  ]);
});

test("with levels each is an area of its own, delayed requests apart, and all add up", () => {
  const depths = {
    waiting: point(12, [
      [1, 4],
      [2, 3],
    ]),
    running: point(4),
    handedOver: point(2),
    delayed: point(3),
  };
  expect(stack(depths)).toEqual([
    ["Running", 4],
    ["Handed over", 2],
    ["Priority 1", 4],
    ["Priority 2", 3],
    ["Delayed", 3],
  ]);
});

test("a server that reports the queue depth alone has all of it queued", () => {
  const depths = {
    waiting: point(5),
    running: point(null),
    handedOver: point(null),
    delayed: point(null),
  };
  expect(stack(depths)).toEqual([
    ["Running", null],
    ["Handed over", null],
    ["Queued", 5],
  ]);
});

test("a server that reports nothing leaves all areas empty", () => {
  const none = point(null);
  expect(stack({ waiting: none, running: none, handedOver: none, delayed: none })).toEqual([
    ["Running", null],
    ["Handed over", null],
    ["Queued", null],
  ]);
});
