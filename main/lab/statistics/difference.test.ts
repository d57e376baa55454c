import fc from "fast-check";
import { build } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { normal, seededRandom } from "../inputs/random.ts";
import { differenceOfPairs, differenceOfRuns, type Pair } from "./index.ts";

const A = [10, 11, 9.5, 10.5, 10.2];
const B = [12, 12.4, 11.8, 12.1, 12.6];
const pairs = A.map((a, i): Pair => ({ a, b: B[i] ?? 0 }));

describe("the difference of interleaved replicates", () => {
  it("[ST14] is the mean of the pairs' differences with its paired t interval (SciPy: t.interval)", () => {
    const found = differenceOfPairs(pairs, "higher");
    expect(found.pairs).toBe(5);
    expect(found.difference).toBeCloseTo(1.94, 12);
    expect(found.relative).toBeCloseTo(1.94 / 10.24, 12);
    expect(found.interval?.low).toBeCloseTo(1.4016273195324198, 10);
    expect(found.interval?.high).toBeCloseTo(2.4783726804675803, 10);
    expect(found.relativeInterval?.low).toBeCloseTo(1.4016273195324198 / 10.24, 10);
    expect(found.cvA).toBeCloseTo(0.05463515910429439, 12);
    expect(found.notes).toEqual([]);
  });

  it("[ST15] is better or worse by the figure's direction", () => {
    const swapped = pairs.map(({ a, b }) => ({ a: b, b: a }));
    expect(differenceOfPairs(pairs, "higher").verdict).toBe("better");
    expect(differenceOfPairs(pairs, "lower").verdict).toBe("worse");
    expect(differenceOfPairs(swapped, "higher").verdict).toBe("worse");
    expect(differenceOfPairs(swapped, "lower").verdict).toBe("better");
  });

  it("[ST14] is not shown where the interval holds 0", () => {
    const mixed = [
      { a: 10, b: 12 },
      { a: 12, b: 10 },
      { a: 11, b: 11.5 },
      { a: 9, b: 9 },
      { a: 10, b: 10.3 },
    ];
    expect(differenceOfPairs(mixed, "higher").verdict).toBe("no difference shown");
  });

  it("[ST16] has no interval with one pair, and a note below five", () => {
    const one = differenceOfPairs([{ a: 1, b: 100 }], "lower");
    expect(one).toMatchObject({ interval: null, relativeInterval: null, cvA: null, cvB: null });
    expect(one.verdict).toBe("no difference shown");
    expect(one.notes).toEqual(["1 pair shows no spread: an interval needs at least 2, better 5."]);
    expect(differenceOfPairs(pairs.slice(0, 4), "lower").notes).toEqual([
      "4 pairs say little of the spread between runs: measure at least 5.",
    ]);
  });

  it("[ST17] is not shown by two pairs that differ alike by less than their digits tell", () => {
    const alike = (b: number) => [
      { a: 1000, b },
      { a: 1000, b },
    ];
    expect(differenceOfPairs(alike(1002), "lower").verdict).toBe("no difference shown");
    expect(differenceOfPairs(alike(1100), "lower").verdict).toBe("worse");
    expect(
      differenceOfPairs(
        [...alike(0)].map(() => ({ a: 0, b: 0 })),
        "lower",
      ),
    ).toMatchObject({
      relative: null,
      relativeInterval: null,
      verdict: "no difference shown",
    });
  });

  it("[ST14] is claimed of equal sides in at most 1 − confidence of 2,000 seeded comparisons", () => {
    const random = seededRandom(21);
    let claimed = 0;
    for (let run = 0; run < 2000; run++) {
      const equal = Array.from({ length: 5 }, () => {
        const shared = 100 + 5 * normal(random);
        return { a: shared + 2 * normal(random), b: shared + 2 * normal(random) };
      });
      if (differenceOfPairs(equal, "lower").verdict !== "no difference shown") claimed += 1;
    }
    expect(claimed / 2000).toBeLessThan(0.065);
    expect(claimed / 2000).toBeGreaterThan(0.035);
  });

  it("[ST15] turns round when the sides are swapped", () => {
    const figure = fc.double({ min: 0, max: 1e6, noNaN: true });
    const any = fc.array(fc.record({ a: figure, b: figure }), { minLength: 1, maxLength: 8 });
    const opposite = {
      better: "worse",
      worse: "better",
      "no difference shown": "no difference shown",
    };
    fc.assert(
      fc.property(any, (some) => {
        const there = differenceOfPairs(some, "lower");
        const back = differenceOfPairs(
          some.map(({ a, b }) => ({ a: b, b: a })),
          "lower",
        );
        expect(back.verdict).toBe(opposite[there.verdict]);
        expect(back.difference).toBeCloseTo(-there.difference, 3);
      }),
    );
  });

  it("[ST25] refuses no pairs and figures that are none", () => {
    expect(() => differenceOfPairs([], "lower")).toThrow(
      "pairs is 0; give a whole number of at least 1.",
    );
    expect(() => differenceOfPairs([{ a: Number.NaN, b: 1 }], "lower")).toThrow(
      "a is NaN; give a finite",
    );
    expect(() => differenceOfPairs([{ a: 1, b: -1 }], "lower")).toThrow("b is -1; give a finite");
  });
});

describe("the difference of single runs", () => {
  const run = (factor: number, throughputs: readonly number[], count = 1000) => {
    const latency = build({
      highestTrackableValue: 3_600_000_000,
      numberOfSignificantValueDigits: 3,
    });
    for (let i = 1; i <= count; i++) latency.recordValue(Math.round(1000 + i * factor));
    return { latency, throughputs };
  };
  const steady = [100, 101, 99, 100, 102, 98];
  const faster = steady.map((value) => value * 1.5);

  it("[ST18] is shown where intervals are apart, percentile by percentile", () => {
    const found = differenceOfRuns(run(1, steady), run(2, faster));
    expect(found.throughput.verdict).toBe("better");
    expect(found.throughput.relative).toBeCloseTo(0.5, 12);
    expect(found.throughput.relativeInterval?.low).toBeGreaterThan(0.4);
    expect(found.throughput.relativeInterval?.high).toBeLessThan(0.6);
    expect(found.percentiles.map(({ percentile, verdict }) => [percentile, verdict])).toEqual([
      [50, "worse"],
      [90, "worse"],
      [95, "worse"],
      [99, "worse"],
    ]);
    expect(found.percentiles[3]).toMatchObject({ a: { value: 1990, low: 1983, high: 1997 } });
  });

  it("[ST18] is not shown where they overlap, and the note says what is unknown", () => {
    const found = differenceOfRuns(run(1, steady), run(1.001, steady));
    expect(found.note).toBe("Single runs; run-to-run variation unknown.");
    const verdicts = [found.throughput, ...found.percentiles].map(({ verdict }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(["no difference shown"]));
    const zero = found.throughput.relativeInterval;
    expect(zero && zero.low < 0 && zero.high > 0).toBe(true);
  });

  it("[ST18] has no figures where a run is too short for them", () => {
    const found = differenceOfRuns(run(1, [100]), run(2, steady, 100), { percentiles: [99] });
    expect(found.throughput).toMatchObject({ a: null, difference: null, relative: null });
    expect(found.throughput.verdict).toBe("no difference shown");
    expect(found.percentiles[0]).toMatchObject({ b: null, relativeInterval: null });
  });

  it("[ST18] joins many windows into at most 20 batches, so that slow swings widen the interval", () => {
    const swings = Array.from({ length: 200 }, (_, i) => 100 + 20 * Math.sin(i / 15));
    const scatter = Array.from({ length: 200 }, (_, i) => 100 + 20 * Math.sin(i * 15));
    const width = (throughputs: number[]) => {
      const { a } = differenceOfRuns(run(1, throughputs), run(1, throughputs)).throughput;
      return a ? a.high - a.low : 0;
    };
    expect(width(swings)).toBeGreaterThan(2 * width(scatter));
  });
});
