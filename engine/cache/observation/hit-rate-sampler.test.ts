// Compared with hits under the real cache's rules, for one size after the other.
import { expect, test } from "vitest";
import { HitRateSampler } from "./hit-rate-sampler.ts";
import { seededRandom } from "../../../main/wire/index.ts";
import { hitRateAt, lruHitRate, spread, zipf } from "./testing/traces.ts";

const sizeOf = (key: number) => 1000 + (key % 7) * 300;

function sampled(trace: readonly number[], maxKeys?: number) {
  const sampler = new HitRateSampler(maxKeys);
  for (const key of trace)
    if (sampler.arrives(spread(key))) sampler.answered(spread(key), sizeOf(key));
  return sampler.estimate();
}

/** The largest difference from an exact LRU cache over all sizes. */
function worstError(trace: readonly number[], sizes: readonly number[], maxKeys?: number): number {
  const { curve } = sampled(trace, maxKeys);
  return Math.max(
    ...sizes.map((bytes) => Math.abs(hitRateAt(curve, bytes) - lruHitRate(trace, sizeOf, bytes))),
  );
}

const MB = 1e6;

test("[CACHE-O2] few distinct requests are counted exactly", () => {
  const trace = zipf({ requests: 20_000, keys: 2000, exponent: 0.9, seed: 1 });
  expect(worstError(trace, [0.05 * MB, 0.3 * MB, 1 * MB, 3 * MB, 10 * MB])).toBeLessThan(0.02);
  const { requests, sampledShare, distinct, distinctBytes } = sampled(trace);
  const keys = [...new Set(trace)];
  expect({ requests, sampledShare, distinct }).toEqual({
    requests: 20_000,
    sampledShare: 1,
    distinct: keys.length,
  });
  expect(distinctBytes).toBe(keys.reduce((sum, key) => sum + sizeOf(key), 0));
});

test.each([0.6, 0.9, 1.2])(
  "[CACHE-O2] [CACHE-O3] a bounded sample of Zipf traffic with exponent %d is within 2 points of LRU",
  (exponent) => {
    const trace = zipf({ requests: 300_000, keys: 100_000, exponent, seed: 7 });
    expect(worstError(trace, [1 * MB, 10 * MB, 40 * MB, 120 * MB])).toBeLessThan(0.02);
  },
);

test("[CACHE-O2] a scan has no hit below its size and all above", () => {
  const trace = Array.from({ length: 200_000 }, (_, at) => at % 20_000);
  expect(worstError(trace, [10 * MB, 34 * MB, 42 * MB, 100 * MB], 4096)).toBeLessThan(0.02);
});

test("[CACHE-O2] one request that is half of all traffic counts whether it is sampled or not", () => {
  const next = seededRandom(3);
  for (const hot of [1, 2, 3, 4, 5, 6]) {
    const trace = Array.from({ length: 100_000 }, (_, at) => (next() < 0.5 ? -hot : at));
    expect(worstError(trace, [0.1 * MB, 10 * MB], 4096)).toBeLessThan(0.02);
  }
});

test("[CACHE-O3] the sample stays bounded for any number of requests", () => {
  const trace = Array.from({ length: 200_000 }, (_, at) => at);
  const { sampledShare, distinct, curve } = sampled(trace, 1024);
  expect(sampledShare * distinct).toBeLessThanOrEqual(1024);
  expect(distinct).toBeGreaterThan(180_000);
  expect(distinct).toBeLessThan(220_000);
  expect(curve).toEqual([]);
});

test("[CACHE-O4] a failure is a miss and stores nothing, but a stored response would have been a hit", () => {
  const sampler = new HitRateSampler();
  const hash = 5;
  for (let at = 0; at < 2; at++) if (sampler.arrives(hash)) sampler.failed(hash);
  expect(sampler.estimate()).toMatchObject({ requests: 2, distinct: 0, curve: [] });
  if (sampler.arrives(hash)) sampler.answered(hash, 1000);
  if (sampler.arrives(hash)) sampler.failed(hash);
  expect(sampler.estimate().curve).toEqual([{ bytes: 1002, hitRate: 0.25 }]);
});

test("[CACHE-O4] requests in flight count as neither", () => {
  const sampler = new HitRateSampler();
  sampler.arrives(1);
  sampler.answered(1, 1000);
  sampler.arrives(1);
  sampler.answered(1, 1000);
  sampler.arrives(2);
  expect(sampler.estimate().curve.at(-1)?.hitRate).toBe(0.5);
});
