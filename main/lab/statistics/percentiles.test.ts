import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import {
  decodeHistogram,
  leastCount,
  mergeHistograms,
  percentileWithInterval,
  spectrum,
} from "./index.ts";

function histogramOf(values: readonly number[]) {
  const histogram = build({
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
  });
  for (const value of values) histogram.recordValue(value);
  return histogram;
}

const upTo = (n: number) => histogramOf(Array.from({ length: n }, (_, i) => i + 1));

describe("a percentile", () => {
  it("[LAB-STATS-4] has the values at the ranks of its interval", () => {
    expect(percentileWithInterval(upTo(1000), 99)).toEqual({ value: 990, low: 983, high: 997 });
    expect(percentileWithInterval(upTo(1000), 50)).toMatchObject({ value: 500 });
  });

  it("[LAB-STATS-4] is not reported for a smaller sample than the minimum", () => {
    expect(percentileWithInterval(upTo(458), 99)).toBeNull();
    expect(percentileWithInterval(upTo(459), 99)).not.toBeNull();
    expect(percentileWithInterval(upTo(0), 50)).toBeNull();
  });

  it("[LAB-STATS-4] is not reported without an interval of the requested confidence", () => {
    expect(percentileWithInterval(upTo(459), 99, 0.999)).toBeNull();
    expect(percentileWithInterval(upTo(1000), 99, 0.999)).not.toBeNull();
  });

  it("[LAB-STATS-4] is in its interval, and the interval in the sample, for any values", () => {
    const values = fc.array(fc.integer({ min: 1, max: 3_600_000_000 }), {
      minLength: 1,
      maxLength: 700,
    });
    fc.assert(
      fc.property(values, fc.double({ min: 40, max: 99, noNaN: true }), (sample, percentile) => {
        const histogram = histogramOf(sample);
        const figure = percentileWithInterval(histogram, percentile);
        expect(figure === null).toBe(sample.length < leastCount(percentile));
        if (!figure) return;
        expect(figure.low).toBeLessThanOrEqual(figure.value);
        expect(figure.value).toBeLessThanOrEqual(figure.high);
        expect(figure.high).toBeLessThanOrEqual(Math.max(...sample) * 1.002);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the spectrum", () => {
  it("[LAB-STATS-5] halves its steps in each half of the distance to 100 %", () => {
    const percentiles = spectrum(upTo(1000), 2).map(([percentile]) => percentile);
    expect(percentiles).toEqual([
      25, 50, 62.5, 75, 81.25, 87.5, 90.625, 93.75, 95.3125, 96.875, 97.65625, 98.4375, 98.828125,
      99.21875, 99.4140625,
    ]);
  });

  it("[LAB-STATS-5] has the ticks of HdrHistogram's own output", () => {
    const histogram = upTo(2000);
    const own = histogram
      .outputPercentileDistribution(5, 1)
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter((columns) => columns.length === 4 && columns.every((figure) => !Number.isNaN(figure)))
      .map(([value, share]) => `${((share ?? 0) * 100).toFixed(6)} ${value}`);
    const points = spectrum(histogram).map(
      ([percentile, value]) => `${percentile.toFixed(6)} ${value}`,
    );
    expect(points.length).toBeGreaterThan(30);
    expect(own).toEqual(expect.arrayContaining(points));
  });

  it("[LAB-STATS-5] ends with the sample", () => {
    expect(spectrum(upTo(0))).toEqual([]);
    expect(spectrum(upTo(6))).toEqual([]);
    expect(spectrum(upTo(7))).toEqual([[50, 4]]);
    expect(spectrum(upTo(459)).at(-1)?.[0]).toBeLessThanOrEqual(99);
    expect(() => spectrum(upTo(9), 0)).toThrow("ticksPerHalf is 0");
  });
});

describe("merged histograms", () => {
  it("[LAB-STATS-6] contain the values of all", () => {
    const lists = fc.array(
      fc.array(fc.integer({ min: 1, max: 3_600_000_000 }), { maxLength: 50 }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(lists, (parts) => {
        const merged = mergeHistograms(
          parts.map((part) => encodeIntoCompressedBase64(histogramOf(part))),
        );
        const whole = histogramOf(parts.flat());
        expect(merged.totalCount).toBe(whole.totalCount);
        for (const p of [0, 10, 50, 90, 99, 100]) {
          expect(merged.getValueAtPercentile(p)).toBe(whole.getValueAtPercentile(p));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("[LAB-STATS-6] are encoded and decoded again unchanged", () => {
    const merged = mergeHistograms([encodeIntoCompressedBase64(upTo(500))]);
    expect(decodeHistogram(encodeIntoCompressedBase64(merged)).summary).toEqual(upTo(500).summary);
  });

  it.each(["", "not base64!", "aGVsbG8gd29ybGQ="])("[LAB-STATS-6] are not made of %j", (text) => {
    expect(() => mergeHistograms([text])).toThrow(/^histogram is '.*'; give the compressed V2/);
  });
});
