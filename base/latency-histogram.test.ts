import { expect, test } from "vitest";
import { bucketHigh, bucketLow, bucketIndex, LatencyHistogram } from "./latency-histogram.ts";

/** Deterministic values from 1 µs to about 17 minutes, most of them short. */
function latencies(count: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 2 ** ((state / 2 ** 32) * 30);
  });
}

test("every value is in its bucket, at and around every power of two", () => {
  for (let exponent = 0; exponent < 36; exponent++) {
    for (const value of [
      2 ** exponent - 1,
      2 ** exponent,
      2 ** exponent + 1,
      1.37 * 2 ** exponent,
    ]) {
      const micros = Math.max(0, Math.floor(value));
      const bucket = bucketIndex(value);
      expect(bucketLow(bucket)).toBeLessThanOrEqual(micros);
      expect(bucketHigh(bucket)).toBeGreaterThan(micros);
    }
  }
  expect([bucketIndex(-5), bucketIndex(Number.NaN), bucketIndex(0.5)]).toEqual([0, 0, 0]);
  expect(bucketIndex(2 ** 60)).toBe(bucketIndex(2 ** 36 - 1));
});

test("[STATS-8] two snapshots subtract to the percentiles since the first, within 0.8 %", () => {
  const histogram = new LatencyHistogram();
  for (const value of latencies(5000, 1)) histogram.record(value);
  const mark = histogram.counts();
  const since = latencies(3000, 2);
  for (const value of since) histogram.record(value);

  const difference = new LatencyHistogram().add(histogram.counts()).add(mark, -1);
  expect(difference.total).toBe(3000);
  const sorted = since.map(Math.floor).sort((a, b) => a - b);
  for (const share of [0, 0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 1]) {
    const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    const reported = difference.quantile(share) ?? 0;
    // Half a bucket: buckets are a 64th of a power of two wide.
    expect(Math.abs(reported - exact)).toBeLessThanOrEqual(exact / 128);
  }
});

test("[STATS-8] without values since the snapshot there is no percentile", () => {
  const histogram = new LatencyHistogram();
  histogram.record(300);
  const none = new LatencyHistogram().add(histogram.counts()).add(histogram.counts(), -1);
  expect(none.total).toBe(0);
  expect(none.quantile(0.99)).toBeNull();
});
