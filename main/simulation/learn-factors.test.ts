import { expect, it } from "vitest";
import { batchTimes } from "./batch-time.ts";
import { learnFactors, MAX_FACTORS } from "./learn-factors.ts";

const MS = 1e6;

/** Of 100 batches in a row the last ten take ten times as long as the others. */
const batches = Array.from({ length: 1000 }, (_, i) => ({
  size: 4,
  ns: i % 100 < 90 ? MS : 10 * MS,
}));

function draw(size: number, count: number): number[] {
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const mean = 1.9 * MS;
  const times = batchTimes(
    {
      times: [
        { size: 4, ns: mean },
        { size: 8, ns: 2 * mean },
      ],
      variation: 0.1,
      slowdown: 0,
      factors: learnFactors(batches),
    },
    random,
  );
  return Array.from({ length: count }, () => times(size, 1) / MS);
}

it("[SIM-15] draws single batches as measured, with slow ones as rare and as slow", () => {
  const times = draw(4, 50_000);
  const slow = times.filter((ms) => ms > 5);
  expect(slow.length / times.length).toBeCloseTo(0.1, 1);
  expect(Math.max(...times)).toBeCloseTo(10, 6);
  expect(times.reduce((sum, ms) => sum + ms, 0) / times.length).toBeCloseTo(1.9, 0);
});

it("[SIM-15] draws slow batches in clusters, as measured", () => {
  const times = draw(4, 50_000);
  const isSlow = (ms: number | undefined) => ms !== undefined && ms > 5;
  const followed = times.filter((ms, i) => isSlow(ms) && isSlow(times[i + 1])).length;
  expect(followed / times.filter(isSlow).length).toBeGreaterThan(0.6);
});

it("[SIM-15] takes other sizes from the nearest measured one, in proportion to their mean", () => {
  expect(Math.max(...draw(8, 10_000))).toBeCloseTo(20, 6);
});

it("[SIM-6, SIM-15] leaves out sizes with few batches, and keeps the newest of the others", () => {
  const few = Array.from({ length: 19 }, () => ({ size: 1, ns: MS }));
  const many = Array.from({ length: MAX_FACTORS + 1 }, (_, i) => ({
    size: 2,
    ns: i === 0 ? 100 * MS : MS,
  }));
  expect(learnFactors([...many, ...few])).toEqual([
    { size: 2, factors: Array.from({ length: MAX_FACTORS }, () => 1) },
  ]);
});
