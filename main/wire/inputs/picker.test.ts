import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reuse } from "../../contract/index.ts";
import { picker } from "./picker.ts";
import { seededRandom } from "./random.ts";

function picks(reuse: Reuse, count: number, many: number, seed = 1): number[] {
  const next = picker(reuse, count, seededRandom(seed));
  return Array.from({ length: many }, next);
}

describe("the next request", () => {
  it("[LAB-INPUT-21] cycles round robin", () => {
    expect(picks({ kind: "turns" }, 3, 7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
  });

  it("[LAB-INPUT-22] repeats an earlier one with the given share", () => {
    const sent = picks({ kind: "duplicates", share: 0.3 }, 1_000_000, 20_000);
    const seen = new Set<number>();
    const fresh = sent.filter((request) => !seen.has(request) && seen.add(request));
    expect(fresh).toEqual(Array.from({ length: fresh.length }, (_, i) => i));
    const repeats = sent.length - fresh.length;
    // Five standard deviations of a binomial share.
    expect(Math.abs(repeats / sent.length - 0.3)).toBeLessThan(
      5 * Math.sqrt((0.3 * 0.7) / sent.length),
    );
  });

  it("[LAB-INPUT-22] repeats all those sent equally often", () => {
    const counts = [0, 0, 0, 0];
    for (let seed = 0; seed < 4000; seed++) {
      const next = picker({ kind: "duplicates", share: 0.5 }, 100, seededRandom(seed));
      const sent = new Set<number>();
      while (sent.size < 4) sent.add(next());
      let last = next();
      while (last > 3) last = next();
      counts[last] = (counts[last] as number) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(300);
  });

  it("[LAB-INPUT-22] starts over when all were sent, and without new ones cycles or repeats the first", () => {
    expect(picks({ kind: "duplicates", share: 0 }, 3, 7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(picks({ kind: "duplicates", share: 1 }, 3, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  it.each([0, 0.7, 1, 2.5])("[LAB-INPUT-23] follows Zipf's law with exponent %d", (exponent) => {
    const count = 50;
    const many = 100_000;
    const counts = Array.from({ length: count }, () => 0);
    for (const request of picks({ kind: "zipf", exponent }, count, many)) {
      counts[request] = (counts[request] as number) + 1;
    }
    const sum = counts.reduce((total, _, k) => total + (k + 1) ** -exponent, 0);
    const expected = counts.map((_, k) => (many * (k + 1) ** -exponent) / sum);
    // Requests expected at least ten times, for which the chi-squared approximation holds.
    const used = expected.filter((each) => each >= 10).length;
    const chi = counts
      .slice(0, used)
      .reduce(
        (total, seen, k) => total + (seen - (expected[k] as number)) ** 2 / (expected[k] as number),
        0,
      );
    expect(chi).toBeLessThan(used + 5 * Math.sqrt(2 * used));
  });

  it("[LAB-INPUT-21] [LAB-INPUT-22] [LAB-INPUT-23] is one of them, and the same for the same seed", () => {
    const kinds: fc.Arbitrary<Reuse> = fc.oneof(
      fc.constant({ kind: "turns" as const }),
      fc
        .double({ min: 0, max: 1, noNaN: true })
        .map((share) => ({ kind: "duplicates" as const, share })),
      fc
        .double({ min: 0, max: 5, noNaN: true })
        .map((exponent) => ({ kind: "zipf" as const, exponent })),
    );
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 200 }), fc.integer(), (reuse, count, seed) => {
        const sent = picks(reuse, count, 300, seed);
        expect(sent.every((each) => Number.isInteger(each) && each >= 0 && each < count)).toBe(
          true,
        );
        expect(picks(reuse, count, 300, seed)).toEqual(sent);
      }),
    );
  });
});
