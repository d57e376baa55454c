import fc from "fast-check";
import { build } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { normal, seededRandom } from "../../wire/index.ts";
import {
  differenceOfRuns,
  differenceOfShares,
  ratioOfEstimates,
  ratioOfMeans,
  verdictOfShares,
} from "./index.ts";

function histogramOf(values: readonly number[]) {
  const latency = build({
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
  });
  for (const value of values) latency.recordValue(Math.max(1, Math.round(value)));
  return latency;
}

const run = (factor: number, throughputs: readonly number[], count = 1000) => ({
  latency: histogramOf(Array.from({ length: count }, (_, i) => 1000 + (i + 1) * factor)),
  throughputs,
});
const steady = [100, 101, 99, 100, 102, 98];
const times = (factor: number) => steady.map((value) => value * factor);

describe("the difference of single runs", () => {
  it("[LAB-STATS-18] is significant if an interval of the ratio excludes 1, percentile by percentile", () => {
    const found = differenceOfRuns(run(1, steady), run(2, times(1.5)));
    expect(found.throughput.verdict).toBe("better");
    expect(found.throughput.ratio?.value).toBeCloseTo(1.5, 12);
    expect(found.throughput.ratio?.low).toBeGreaterThan(1.45);
    expect(found.throughput.ratio?.high).toBeLessThan(1.55);
    expect(found.percentiles.map(({ percentile, verdict }) => [percentile, verdict])).toEqual([
      [50, "worse"],
      [90, "worse"],
      [95, "worse"],
      [99, "worse"],
    ]);
    expect(found.percentiles[3]).toMatchObject({ a: { value: 1990, low: 1983, high: 1997 } });
  });

  it("[LAB-STATS-18] is not significant for equal runs, and the note names what is unknown", () => {
    const found = differenceOfRuns(run(1, steady), run(1.001, steady));
    expect(found.note).toBe("One run of each: run-to-run variation is unknown");
    const verdicts = [found.throughput, ...found.percentiles].map(({ verdict }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(["no significant difference"]));
    expect(found.throughput.ratio?.low).toBeLessThan(1);
    expect(found.throughput.ratio?.high).toBeGreaterThan(1);
  });

  it("[LAB-STATS-29] is not called significant below 5 %, unless both ran at the same time", () => {
    const [a, b] = [run(1, steady), run(1, times(1.04))];
    const exact = { ...b, throughputs: Array<number>(40).fill(104) };
    const first = { ...a, throughputs: Array<number>(40).fill(100) };
    expect(differenceOfRuns(first, exact).throughput.verdict).toBe("no significant difference");
    expect(differenceOfRuns(first, exact, { leastChange: 0 }).throughput.verdict).toBe("better");
    const more = { ...b, throughputs: Array<number>(40).fill(106) };
    expect(differenceOfRuns(first, more).throughput.verdict).toBe("better");
  });

  it("[LAB-STATS-18] is inconclusive if a run is too short for an interval", () => {
    const found = differenceOfRuns(run(1, [100]), run(2, steady, 100), { percentiles: [99] });
    expect(found.throughput).toEqual({ ratio: null, verdict: "inconclusive" });
    expect(found.percentiles[0]).toMatchObject({ b: null, ratio: null, verdict: "inconclusive" });
  });

  it("[LAB-STATS-27] has a verdict and no ratio if a run had no success", () => {
    const found = differenceOfRuns(run(1, steady), run(1, times(0)));
    expect(found.throughput).toEqual({ ratio: null, verdict: "worse" });
    const both = differenceOfRuns(run(1, times(0)), run(1, times(0)));
    expect(both.throughput).toEqual({ ratio: null, verdict: "no significant difference" });
  });

  it("[LAB-STATS-18] joins many windows into at most 20 batches, so that slow swings widen the interval", () => {
    const swings = Array.from({ length: 200 }, (_, i) => 100 + 20 * Math.sin(i / 15));
    const scatter = Array.from({ length: 200 }, (_, i) => 100 + 20 * Math.sin(i * 15));
    const width = (throughputs: number[]) => {
      const ratio = ratioOfMeans(throughputs, throughputs);
      return ratio ? Math.log(ratio.high / ratio.low) : 0;
    };
    expect(width(swings)).toBeGreaterThan(2 * width(scatter));
  });

  it("[LAB-STATS-18] covers the true ratio of throughput in about 95 % of simulated runs", () => {
    const random = seededRandom(5);
    for (const [windows, spread, ratio] of [
      [10, 0.1, 1],
      [30, 0.2, 7.2],
      [60, 0.4, 0.3],
    ] as const) {
      const side = (mean: number) =>
        Array.from({ length: windows }, () => Math.max(0, mean * (1 + spread * normal(random))));
      let covered = 0;
      for (let each = 0; each < 2000; each++) {
        const found = ratioOfMeans(side(283), side(283 * ratio));
        if (found && found.low <= ratio && ratio <= found.high) covered += 1;
      }
      expect(covered / 2000).toBeGreaterThan(0.935);
      expect(covered / 2000).toBeLessThan(0.97);
    }
  });

  it("[LAB-STATS-18] covers the true ratio of percentiles in about 95 % of simulated runs", () => {
    const random = seededRandom(9);
    const ratio = 0.26;
    const side = (middle: number, count: number) =>
      histogramOf(Array.from({ length: count }, () => middle * Math.exp(0.5 * normal(random))));
    const covered = new Map([
      [50, 0],
      [95, 0],
      [99, 0],
    ]);
    const runs = 300;
    for (let each = 0; each < runs; each++) {
      const found = differenceOfRuns(
        { latency: side(100_000, 850), throughputs: [] },
        { latency: side(100_000 * ratio, 3000), throughputs: [] },
        { percentiles: [...covered.keys()] },
      );
      for (const { percentile, ratio: got } of found.percentiles) {
        const hit = got && got.low <= ratio && ratio <= got.high;
        if (hit) covered.set(percentile, (covered.get(percentile) ?? 0) + 1);
      }
    }
    for (const hits of covered.values()) {
      expect(hits / runs).toBeGreaterThan(0.92);
      expect(hits / runs).toBeLessThan(0.995);
    }
  });

  it("[LAB-STATS-28] inverts when the sides are swapped, and no interval reaches −100 %", () => {
    const estimate = fc
      .tuple(
        fc.double({ min: 1e-3, max: 1e5, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 100, noNaN: true }),
      )
      .map(([value, down, up]) => ({ value, low: value * down, high: value * up }));
    fc.assert(
      fc.property(estimate, estimate, (a, b) => {
        const [there, back] = [ratioOfEstimates(a, b), ratioOfEstimates(b, a)];
        expect(there?.low).toBeGreaterThan(0);
        expect(there?.low).toBeLessThanOrEqual((there?.value ?? 0) * (1 + 1e-12));
        expect((there?.value ?? 0) * (back?.value ?? 0)).toBeCloseTo(1, 9);
        expect((there?.low ?? 0) * (back?.high ?? 0)).toBeCloseTo(1, 9);
      }),
    );
    const windows = fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), {
      minLength: 2,
      maxLength: 70,
    });
    fc.assert(
      fc.property(windows, windows, (a, b) => {
        const [there, back] = [ratioOfMeans(a, b), ratioOfMeans(b, a)];
        expect(there === null).toBe(back === null);
        if (!there || !back || there.low < 1e-200 || !Number.isFinite(there.high)) return;
        expect(there.low).toBeGreaterThan(0);
        expect(Math.log(there.low)).toBeCloseTo(-Math.log(back.high), 6);
      }),
    );
  });
});

describe("the difference of shares", () => {
  it("[LAB-STATS-30] has Newcombe's interval (his table II, 56/70 against 48/80)", () => {
    const found = differenceOfShares({ count: 48, of: 80 }, { count: 56, of: 70 });
    expect(found?.value).toBeCloseTo(0.2, 12);
    expect(found?.low).toBeCloseTo(0.0524, 4);
    expect(found?.high).toBeCloseTo(0.3339, 4);
  });

  it("[LAB-STATS-30] stays within −1..1, and no failures on both sides are no significant difference", () => {
    const none = differenceOfShares({ count: 0, of: 2000 }, { count: 0, of: 2000 });
    expect(verdictOfShares(none, "lower")).toBe("no significant difference");
    const all = differenceOfShares({ count: 0, of: 5 }, { count: 5, of: 5 });
    expect(all?.high).toBeLessThanOrEqual(1);
    expect(verdictOfShares(all, "lower")).toBe("worse");
    expect(
      verdictOfShares(differenceOfShares({ count: 0, of: 9 }, { count: 1, of: 9 }), "lower"),
    ).toBe("inconclusive");
    expect(differenceOfShares({ count: 0, of: 0 }, { count: 1, of: 9 })).toBeNull();
  });
});
