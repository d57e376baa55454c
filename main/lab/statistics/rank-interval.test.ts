import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../wire/index.ts";
import { leastCount, rankInterval } from "./index.ts";

describe("a rank interval", () => {
  it.each([
    [20, 50, 6, 15],
    [100, 90, 84, 96],
    [1000, 95, 936, 964],
    [1000, 99, 983, 997],
    [10_000, 99, 9880, 9920],
    [100_000, 99.9, 99_880, 99_920],
    [10_000_000, 99, 9_899_383, 9_900_617],
    [10_000_000, 50, 4_996_901, 5_003_100],
  ])(
    "[LAB-STATS-1] of %d values around p%d goes from rank %d to %d",
    (n, percentile, lowRank, highRank) => {
      const interval = rankInterval(n, percentile);
      expect(interval).toMatchObject({ lowRank, highRank });
      expect(interval?.coverage).toBeGreaterThanOrEqual(0.95);
      expect(interval?.coverage).toBeLessThan(0.98);
    },
  );

  it("[LAB-STATS-1] is wider with more confidence", () => {
    expect(rankInterval(2000, 99, 0.99)).toMatchObject({ lowRank: 1968, highRank: 1991 });
  });

  it("[LAB-STATS-2] ends at the sample's last value, and returns its coverage", () => {
    const small = rankInterval(50, 99);
    expect(small).toMatchObject({ lowRank: 48, highRank: 50 });
    expect(small?.coverage).toBeCloseTo(0.381, 3);
    const larger = rankInterval(300, 99);
    expect(larger).toMatchObject({ lowRank: 293, highRank: 300 });
    expect(larger?.coverage).toBeCloseTo(0.939, 3);
    expect(rankInterval(1, 1)).toEqual({ lowRank: 1, highRank: 1, coverage: 0 });
    expect(rankInterval(0, 99)).toBeNull();
  });

  it("[LAB-STATS-1] misses each side with at most half of 1 − confidence, for any sample that reaches", () => {
    const percentile = fc.double({ min: 1, max: 99.9, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), percentile, (n, p) => {
        const interval = rankInterval(n, p);
        if (!interval || n < leastCount(p)) return;
        expect(interval.coverage).toBeGreaterThanOrEqual(0.95);
        expect(interval.lowRank).toBeGreaterThanOrEqual(1);
        expect(interval.lowRank).toBeLessThanOrEqual(Math.ceil((n * p) / 100));
        expect(interval.highRank).toBeGreaterThanOrEqual(Math.floor((n * p) / 100));
        expect(interval.highRank).toBeLessThanOrEqual(n);
      }),
      { numRuns: 200 },
    );
  });

  it("[LAB-STATS-1] contains the true p90 of 2,000 seeded samples as often as stated", () => {
    const random = seededRandom(11);
    const { lowRank, highRank, coverage } = rankInterval(200, 90) ?? raise();
    let held = 0;
    for (let run = 0; run < 2000; run++) {
      const sample = Array.from({ length: 200 }, random).sort((a, b) => a - b);
      if ((sample[lowRank - 1] ?? 1) <= 0.9 && (sample[highRank - 1] ?? 0) >= 0.9) held += 1;
    }
    expect(held / 2000).toBeGreaterThan(coverage - 0.015);
    expect(held / 2000).toBeLessThan(coverage + 0.015);
  });

  it("[LAB-STATS-25] rejects invalid arguments", () => {
    expect(() => rankInterval(1.5, 99)).toThrow("n is 1.5; give a whole number of at least 0.");
    expect(() => rankInterval(10, 100)).toThrow(
      "percentile is 100; give a number above 0 and below 100.",
    );
    expect(() => rankInterval(10, 99, 1)).toThrow(
      "confidence is 1; give a number above 0 and below 1.",
    );
  });
});

describe("the least sample", () => {
  it.each([
    [50, 7],
    [90, 44],
    [95, 90],
    [99, 459],
    [99.9, 4603],
    [10, 44],
    [1, 459],
  ])("[LAB-STATS-3] of p%d is %d", (percentile, count) => {
    expect(leastCount(percentile)).toBe(count);
  });

  it("[LAB-STATS-3] is the smallest that reaches the confidence", () => {
    const percentile = fc.double({ min: 50, max: 99.999, noNaN: true });
    const confidence = fc.double({ min: 0.5, max: 0.9999, noNaN: true });
    fc.assert(
      fc.property(percentile, confidence, (p, c) => {
        const n = leastCount(p, c);
        expect((p / 100) ** n).toBeLessThanOrEqual(1 - c);
        expect(n === 1 || (p / 100) ** (n - 1) > 1 - c).toBe(true);
      }),
    );
  });
});

function raise(): never {
  throw new Error("no interval");
}
