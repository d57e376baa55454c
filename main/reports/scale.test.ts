import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearScale, nearnessScale, powerScale, type Scale } from "./scale.ts";

describe("[LAB-EXPORT-6] scales", () => {
  const figure = fc.double({ min: 0, max: 1e12, noNaN: true });
  const isWithin = (place: number) => place >= -1e-6 && place <= 100 + 1e-6;
  const holds = ({ at, ticks }: Scale, values: readonly number[]) =>
    [...values, ...ticks].every((value) => isWithin(at(value))) &&
    ticks.length > 1 &&
    ticks.length < 12;

  it("hold every value that they were made for, and few ticks", () => {
    fc.assert(
      fc.property(figure, figure, fc.array(figure, { maxLength: 5 }), (a, b, values) => {
        const percentile = Math.min(99.99, a);
        expect([
          holds(linearScale(a, 0, 100), [0, a]),
          holds(linearScale(a, 0, 100, -b), [-b, 0, a]),
          holds(powerScale(values, 0, 100), values),
          holds(nearnessScale(percentile, 0, 100), [0, percentile]),
        ]).toEqual([true, true, true, true]);
      }),
    );
  });

  it("have round ticks", () => {
    expect(linearScale(9, 0, 1).ticks).toEqual([0, 2, 4, 6, 8, 10]);
    expect(linearScale(4, 0, 1, -11).ticks).toEqual([-15, -10, -5, 0, 5]);
    expect(linearScale(1.1, 0, 1).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1.2]);
    expect(powerScale([0.4, 0, 250], 0, 1).ticks).toEqual([0.1, 1, 10, 100, 1000]);
  });
});
