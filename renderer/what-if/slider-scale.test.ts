import { expect, it } from "vitest";
import { doublingSlider, linearSlider, logSlider } from "./slider-scale.ts";

it.each([
  ["linear", linearSlider(1, 16), [1, 7, 16]],
  ["logarithmic", logSlider(1, 10_000), [1, 10, 100, 10_000]],
  ["logarithmic with 0", logSlider(0.1, 1000, true), [0, 0.1, 1, 500, 1000]],
  ["doubling", doublingSlider(128), [1, 2, 64, 128]],
])("a %s slider maps positions back to their values", (_, scale, values) => {
  for (const value of values) expect(scale.valueAt(scale.positionAt(value))).toBe(value);
  expect(scale.positionAt(Number.MAX_VALUE)).toBe(scale.last);
  expect(scale.positionAt(-1)).toBe(0);
});

it("goes up with every step", () => {
  const { last, valueAt } = logSlider(1, 10_000);
  const values = Array.from({ length: last + 1 }, (_, position) => valueAt(position));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(values.slice(0, 4)).toEqual([1, 1, 1, 1]);
});
