import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normal, seededRandom } from "../../wire/index.ts";
import { differenceOfPairs, type Pair } from "./index.ts";

const A = [10, 11, 9.5, 10.5, 10.2];
const B = [12, 12.4, 11.8, 12.1, 12.6];
const pairs = A.map((a, i): Pair => ({ a, b: B[i] ?? 0 }));
const swapped = (some: readonly Pair[]) => some.map(({ a, b }) => ({ a: b, b: a }));

describe("the difference of interleaved replicates", () => {
  it("[LAB-STATS-14] is the geometric mean of the pairs' ratios with the paired t interval of their logarithms", () => {
    const found = differenceOfPairs(pairs, "higher");
    const logs = pairs.map(({ a, b }) => Math.log(b / a));
    const middle = logs.reduce((sum, each) => sum + each, 0) / 5;
    const spread = Math.sqrt(logs.reduce((sum, each) => sum + (each - middle) ** 2, 0) / 4);
    // Student's quantile for 4 degrees of freedom, from a table.
    const half = (2.7764451051977987 * spread) / Math.sqrt(5);
    expect(found.ratio?.value).toBeCloseTo(Math.exp(middle), 12);
    expect(found.ratio?.low).toBeCloseTo(Math.exp(middle - half), 9);
    expect(found.ratio?.high).toBeCloseTo(Math.exp(middle + half), 9);
    expect(found.b / found.a).toBeCloseTo(found.ratio?.value ?? 0, 12);
    expect(found).toMatchObject({ pairs: 5, verdict: "better", notes: [] });
  });

  it("[LAB-STATS-14] keeps the differences' interval for figures that are shares (SciPy: t.interval)", () => {
    const { difference } = differenceOfPairs(pairs, "higher");
    expect(difference?.value).toBeCloseTo(1.94, 12);
    expect(difference?.low).toBeCloseTo(1.4016273195324198, 10);
    expect(difference?.high).toBeCloseTo(2.4783726804675803, 10);
  });

  it("[LAB-STATS-15] is better or worse by the figure's direction", () => {
    expect(differenceOfPairs(pairs, "higher").verdict).toBe("better");
    expect(differenceOfPairs(pairs, "lower").verdict).toBe("worse");
    expect(differenceOfPairs(swapped(pairs), "higher").verdict).toBe("worse");
    expect(differenceOfPairs(swapped(pairs), "lower").verdict).toBe("better");
  });

  it("[LAB-STATS-26] is not significant if a narrow interval contains 1, and inconclusive if a wide one does", () => {
    const around = (spread: number) =>
      [1, -1, 0.5, -0.6, 0.1].map((each) => ({ a: 10, b: 10 * (1 + spread * each) }));
    expect(differenceOfPairs(around(0.05), "higher").verdict).toBe("no significant difference");
    expect(differenceOfPairs(around(0.5), "higher").verdict).toBe("inconclusive");
  });

  it("[LAB-STATS-16] has no interval for one pair, and a note below five", () => {
    const one = differenceOfPairs([{ a: 1, b: 100 }], "lower");
    expect(one).toMatchObject({ ratio: null, difference: null, verdict: "inconclusive" });
    expect(one.notes).toEqual(["1 pair has no interval: measure at least 2, better 5."]);
    expect(differenceOfPairs(pairs.slice(0, 4), "lower").notes).toEqual([
      "4 pairs: the spread between runs is uncertain, measure at least 5.",
    ]);
  });

  it("[LAB-STATS-17] is not significant for two pairs that differ equally by less than their rounding", () => {
    const alike = (b: number) => [
      { a: 1000, b },
      { a: 1000, b },
    ];
    expect(differenceOfPairs(alike(1002), "lower").verdict).toBe("no significant difference");
    expect(differenceOfPairs(alike(1100), "lower").verdict).toBe("worse");
  });

  it("[LAB-STATS-27] has no ratio if a figure is 0, and uses the differences", () => {
    const zeros = [0, 0, 0].map((a, i) => ({ a, b: 100 + i }));
    expect(differenceOfPairs(zeros, "higher")).toMatchObject({ ratio: null, verdict: "better" });
    const nothing = zeros.map(() => ({ a: 0, b: 0 }));
    expect(differenceOfPairs(nothing, "higher")).toMatchObject({
      ratio: null,
      verdict: "no significant difference",
    });
  });

  it("[LAB-STATS-14] covers the true ratio in about 95 % of 2,000 seeded comparisons", () => {
    const random = seededRandom(21);
    for (const ratio of [1, 0.2, 7.2]) {
      let covered = 0;
      for (let run = 0; run < 2000; run++) {
        const some = Array.from({ length: 5 }, () => {
          const shared = 100 * Math.exp(0.3 * normal(random));
          const noise = () => Math.exp(0.05 * normal(random));
          return { a: shared * noise(), b: shared * ratio * noise() };
        });
        const found = differenceOfPairs(some, "lower").ratio;
        if (found && found.low <= ratio && ratio <= found.high) covered += 1;
      }
      expect(covered / 2000).toBeGreaterThan(0.935);
      expect(covered / 2000).toBeLessThan(0.965);
    }
  });

  it("[LAB-STATS-15] [LAB-STATS-28] inverts when the sides are swapped, and no interval reaches −100 %", () => {
    const figure = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    const any = fc.array(fc.record({ a: figure, b: figure }), { minLength: 2, maxLength: 8 });
    const opposite = {
      better: "worse",
      worse: "better",
      "no significant difference": "no significant difference",
      inconclusive: "inconclusive",
    };
    fc.assert(
      fc.property(any, (some) => {
        const there = differenceOfPairs(some, "lower");
        const back = differenceOfPairs(swapped(some), "lower");
        expect(back.verdict).toBe(opposite[there.verdict]);
        expect(there.ratio?.low).toBeGreaterThanOrEqual(0);
        const [value, low] = [there.ratio?.value ?? 0, there.ratio?.low ?? 0];
        expect(Math.log(back.ratio?.value ?? 0)).toBeCloseTo(-Math.log(value), 6);
        const high = back.ratio?.high ?? 0;
        fc.pre(low > 0 && Number.isFinite(high));
        expect(Math.log(high)).toBeCloseTo(-Math.log(low), 6);
      }),
    );
  });

  it("[LAB-STATS-25] rejects no pairs and invalid figures", () => {
    expect(() => differenceOfPairs([], "lower")).toThrow(
      "pairs is 0; give a whole number of at least 1.",
    );
    expect(() => differenceOfPairs([{ a: Number.NaN, b: 1 }], "lower")).toThrow(
      "a is NaN; give a finite",
    );
    expect(() => differenceOfPairs([{ a: 1, b: -1 }], "lower")).toThrow("b is -1; give a finite");
  });
});
