import fc from "fast-check";
import { expect, test } from "vitest";
import { logScale, percentileScale, secondsScale } from "./scale.ts";
import { linearTicks } from "./ticks.ts";
import { valueAxis, withUnit } from "./axis.ts";

const length = fc.double({ min: 1e-6, max: 1e12, noNaN: true });
const isRound = (tick: number) =>
  tick === 0 ||
  /^[125]0*$/.test(
    Math.abs(tick)
      .toPrecision(1)
      .replace(/e.*|0\.0*/g, ""),
  );
const stepOf = ([first = 0, second = 0]: readonly number[]) => second - first;

test("[CHART-A1] a span of values has three to eight ticks at multiples of 1, 2 or 5", () => {
  fc.assert(
    fc.property(length, fc.double({ min: -3, max: 3, noNaN: true }), (long, shift) => {
      const from = shift * long;
      const ticks = linearTicks([from, from + long]);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(8);
      const step = stepOf(ticks);
      expect(isRound(step)).toBe(true);
      for (const tick of ticks) {
        expect(Math.abs(tick / step - Math.round(tick / step))).toBeLessThan(1e-6);
        expect(tick).toBeGreaterThanOrEqual(from - long * 1e-6);
        expect(tick).toBeLessThanOrEqual(from + long * (1 + 1e-6));
      }
    }),
  );
});

test("[CHART-A1] seconds, decades and percentiles have three to eight ticks", () => {
  fc.assert(
    fc.property(length, fc.double({ min: 1.2, max: 1e12, noNaN: true }), (from, ratio) => {
      const counts = [
        secondsScale([0, Math.min(from, 80_000)]),
        logScale([from, from * ratio]),
        percentileScale([0, 100 - 100 / (1 + ratio)]),
      ].map(({ ticks }) => ticks.length);
      for (const count of counts) {
        expect(count).toBeGreaterThanOrEqual(3);
        expect(count).toBeLessThanOrEqual(8);
      }
    }),
  );
});

test.each(["ms", "bytes", "share", "inf/s"])(
  "[CHART-A2] a value axis in %s begins at 0, holds all values, and writes no two ticks alike",
  (unit) => {
    fc.assert(
      fc.property(fc.array(length, { minLength: 1, maxLength: 5 }), (values) => {
        const { scale, text } = valueAxis("Figure", unit, values);
        const texts = scale.ticks.map(text);
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBeGreaterThanOrEqual(3);
        expect(texts.length).toBeLessThanOrEqual(8);
        expect(scale.ticks[0]).toBe(0);
        expect(scale.span[1]).toBeGreaterThanOrEqual(Math.max(...values) * (1 - 1e-6));
        expect(scale.ticks.at(-1)).toBeCloseTo(scale.span[1], 6);
      }),
    );
  },
);

test("[CHART-A2] ticks share one unit, which the title names", () => {
  const axis = (unit: string, values: number[]) => {
    const { scale, text, title } = valueAxis("Figure", unit, values);
    return [title, ...scale.ticks.map(text)];
  };
  expect(axis("ms", [0.9])).toEqual(["Figure (ms)", "0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
  expect(axis("ms", [0.09])).toEqual(["Figure (µs)", "0", "20", "40", "60", "80", "100"]);
  expect(axis("ms", [1.4])).toEqual([
    "Figure (ms)",
    "0",
    "0.2",
    "0.4",
    "0.6",
    "0.8",
    "1.0",
    "1.2",
    "1.4",
  ]);
  expect(axis("ms", [2900])).toEqual(["Figure (s)", "0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]);
  expect(axis("bytes", [300 * 1024 ** 2])).toEqual([
    "Figure (MiB)",
    "0",
    "50",
    "100",
    "150",
    "200",
    "250",
    "300",
  ]);
  expect(axis("share", [0.4])).toEqual(["Figure (%)", "0", "10", "20", "30", "40"]);
  expect(axis("inf/s", [31_000])).toEqual([
    "Figure (inf/s)",
    "0",
    "5k",
    "10k",
    "15k",
    "20k",
    "25k",
    "30k",
    "35k",
  ]);
  expect(axis("", [4000])).toEqual(["Figure", "0", "1,000", "2,000", "3,000", "4,000"]);
});

test("[CHART-A2] each tick of a logarithmic axis has the unit that fits it", () => {
  const { scale, text } = withUnit("Latency", "ms", logScale([0.05, 2000]));
  expect(scale.ticks.map(text)).toEqual(["100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
});

test("[CHART-A1] counts of something whole have whole ticks", () => {
  const ticks = (most: number) =>
    valueAxis("Queue depth", "req", [most], { whole: true }).scale.ticks;
  expect(ticks(0)).toEqual([0, 1]);
  expect(ticks(2)).toEqual([0, 1, 2]);
  expect(ticks(9)).toEqual([0, 2, 4, 6, 8, 10]);
});
