import fc from "fast-check";
import { build, decodeFromCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { HdrCounts } from "./hdr-counts.ts";

const HOUR = 3_600_000_000;

function filled(values: readonly number[]) {
  const ours = new HdrCounts();
  const theirs = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HOUR,
    numberOfSignificantValueDigits: 3,
    autoResize: false,
  });
  for (const value of values) {
    ours.record(value);
    theirs.recordValue(value);
  }
  return { ours, theirs, decoded: decodeFromCompressedBase64(ours.encode()) };
}

describe("a histogram", () => {
  it("is empty at first", () => {
    const { ours, decoded } = filled([]);
    expect(ours.percentile(50)).toBeNull();
    expect(decoded.totalCount).toBe(0);
  });

  it("[LAB-GEN-21] equals the HdrHistogram package's, and has its format", () => {
    const value = fc.oneof(
      fc.integer({ min: 1, max: 4096 }),
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.integer({ min: 2 ** 31 - 1, max: HOUR }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
        const { theirs, ours, decoded } = filled(values);
        expect(decoded.totalCount).toBe(values.length);
        for (const percentile of [1, 25, 50, 90, 100]) {
          const expected = theirs.getValueAtPercentile(percentile);
          expect(decoded.getValueAtPercentile(percentile)).toBe(expected);
        }
        expect(ours.percentile(100)).toBe(theirs.getValueAtPercentile(100));
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it("keeps many equal values, and clamps those out of range", () => {
    const ours = new HdrCounts();
    for (let i = 0; i < 300_000; i++) ours.record(777);
    ours.record(0);
    ours.record(1e12);
    const decoded = decodeFromCompressedBase64(ours.encode());
    expect(decoded.totalCount).toBe(300_002);
    expect([ours.percentile(50), ours.percentile(0.0001)]).toEqual([777, 1]);
    expect(decoded.maxValue).toBeGreaterThanOrEqual(HOUR);
  });
});
