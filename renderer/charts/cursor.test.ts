import { expect, test } from "vitest";
import { areaFor, linearScale } from "./scale.ts";
import { cursorAlong, nearest, stepAlong } from "./cursor.ts";

const area = areaFor({ width: 100, height: 50 }, linearScale([0, 10]), linearScale([0, 5]));

test("[CHART-R2] arrow keys go from item to item and stop at the ends", () => {
  expect(stepAlong(3, null, "ArrowRight")).toBe(0);
  expect(stepAlong(3, null, "ArrowLeft")).toBe(2);
  expect(stepAlong(3, 2, "ArrowRight")).toBe(2);
  expect(stepAlong(3, 1, "Home")).toBe(0);
  expect(stepAlong(3, 1, "End")).toBe(2);
});

test("the pointer picks what is nearest to it", () => {
  const cursor = cursorAlong(
    [0, 2, 9],
    (x) => x,
    () => ({ words: "", tip: null }),
  );
  expect(cursor.pick(area, 12, 0)).toBe(1);
  expect(cursor.pick(area, 99, 0)).toBe(2);
  expect(nearest([], () => 0)).toBeNull();
});
