import { expect, test } from "vitest";
import { appendTrend } from "./trend.tsx";

const empty = { t: 0, points: new Map() };

test("a trend keeps a minute, and a model without points has none", () => {
  const first = appendTrend(empty, [
    { t: 1000, values: [["a", 1]] },
    {
      t: 2000,
      values: [
        ["a", 2],
        ["b", 5],
      ],
    },
  ]);
  expect(first.points.get("a")).toEqual([
    [1000, 1],
    [2000, 2],
  ]);
  const later = appendTrend(first, [{ t: 62_000, values: [["a", 3]] }]);
  expect([...later.points]).toEqual([["a", [[62_000, 3]]]]);
});

test("after a reconnect the minute comes again and counts once", () => {
  const minute = [
    { t: 1000, values: [["a", 1] as [string, number]] },
    { t: 2000, values: [["a", 2] as [string, number]] },
  ];
  const once = appendTrend(empty, minute);
  expect(appendTrend(once, minute)).toBe(once);
});
