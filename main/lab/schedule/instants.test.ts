import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Arrivals, load } from "../../contract/index.ts";
import { type Instants, scheduleInstants, type OpenLoad, toWarmupLoad } from "./index.ts";

function take(instants: Instants, count: number): Float64Array {
  return new Float64Array(count).map(() => {
    const { next } = instants;
    instants.advance();
    return next;
  });
}

function until(instants: Instants, end: number): number[] {
  const all: number[] = [];
  for (; instants.next < end; instants.advance()) all.push(instants.next);
  return all;
}

const rate = (perSecond: number, arrivals: Arrivals): OpenLoad => ({
  kind: "rate",
  rate: perSecond,
  arrivals,
});
const constant: Arrivals = { kind: "constant" };
const poisson: Arrivals = { kind: "poisson" };
const gamma = (burstiness: number): Arrivals => ({ kind: "gamma", burstiness });

const digest = (values: Float64Array) =>
  createHash("sha256").update(new Uint8Array(values.buffer)).digest("hex").slice(0, 16);

/** Mean and coefficient of variation of the gaps, the first request's included. */
function gapsOf(values: Float64Array) {
  const gaps = values.map((at, i) => at - (values[i - 1] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return { mean, variation: Math.sqrt(variance) / mean };
}

const parts = [
  { seconds: 2, from: 0, to: 0 },
  { seconds: 4, from: 0, to: 100 },
  { seconds: 2, from: 100, to: 100 },
  { seconds: 2, from: 50, to: 0 },
];

describe("instants", () => {
  it("[LAB-SCHEDULE-1] are k / rate, without drift, for constant arrivals", () => {
    const at = take(scheduleInstants(rate(300, constant), 1), 1_000_000);
    expect([at[0], at[3], at[999_999]]).toEqual([0, 10, 999_999_000 / 300]);
  });

  it.each([
    ["[LAB-SCHEDULE-2] Poisson", poisson, 1],
    ["[LAB-SCHEDULE-3] gamma, smooth", gamma(4), 0.5],
    ["[LAB-SCHEDULE-3] gamma, bursty", gamma(0.25), 2],
    ["[LAB-SCHEDULE-3] gamma, very bursty", gamma(0.04), 5],
    ["[LAB-SCHEDULE-3] gamma of 1", gamma(1), 1],
  ])("%s: mean gap and its variation are as they must be", (_name, arrivals, variation) => {
    const gaps = gapsOf(take(scheduleInstants(rate(200, arrivals), 42), 200_000));
    // Six standard errors of the mean; the variation's own error has heavier tails.
    expect(Math.abs(gaps.mean / 5 - 1)).toBeLessThan((6 * variation) / Math.sqrt(200_000));
    expect(Math.abs(gaps.variation / variation - 1)).toBeLessThan(0.05);
  });

  it("[LAB-SCHEDULE-2] vary in equal spans as much as they are large, for Poisson arrivals", () => {
    const counts = new Float64Array(2000);
    for (const at of take(scheduleInstants(rate(500, poisson), 3), 1_000_000)) {
      const span = Math.floor(at / 1000);
      if (span < 2000) counts[span] = (counts[span] ?? 0) + 1;
    }
    const used = counts.subarray(0, 1990);
    const mean = used.reduce((sum, count) => sum + count, 0) / used.length;
    const variance = used.reduce((sum, count) => sum + (count - mean) ** 2, 0) / used.length;
    expect(Math.abs(mean / 500 - 1)).toBeLessThan(0.01);
    expect(Math.abs(variance / mean - 1)).toBeLessThan(0.15);
  });

  it.each([
    ["constant", rate(70, constant)],
    ["Poisson", rate(70, poisson)],
    ["gamma", rate(70, gamma(0.5))],
    ["profile", { kind: "profile", parts, arrivals: poisson } as const],
    ["bursts", { kind: "bursts", size: 3, everyMs: 40 } as const],
    ["intervals", { kind: "intervals", micros: [500, 0, 1500] } as const],
  ])("are the same for the same seed: %s", (_name, load: OpenLoad) => {
    const first = digest(take(scheduleInstants(load, 9), 300));
    expect(digest(take(scheduleInstants(load, 9), 300))).toBe(first);
    const other = digest(take(scheduleInstants(load, 10), 300));
    const random = "arrivals" in load && load.arrivals.kind !== "constant";
    expect(other === first).toBe(!random);
  });

  it("[LAB-SCHEDULE-4] follow ramps and steps by the inverse of the expected number", () => {
    const at = until(scheduleInstants({ kind: "profile", parts, arrivals: constant }, 1), 1e9);
    const within = (from: number, to: number) => at.filter((ms) => ms >= from && ms < to).length;
    expect(within(0, 2000)).toBe(0);
    expect([within(2000, 4000), within(4000, 6000)]).toEqual([50, 150]);
    expect(within(6000, 8000)).toBe(200);
    expect(at).toHaveLength(450);
    // 100 requests are expected √8 s into the ramp.
    expect(at[100]).toBeCloseTo(2000 + 1000 * Math.sqrt(8), 9);
    expect(at.at(-1)).toBeLessThan(10_000);
  });

  it("[LAB-SCHEDULE-4] follow any profile: ascending, and as many as its integral", () => {
    const part = fc.record({
      seconds: fc.double({ min: 0.1, max: 5, noNaN: true }),
      from: fc.double({ min: 0, max: 50, noNaN: true }),
      to: fc.double({ min: 0, max: 50, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (any) => {
        const at = until(
          scheduleInstants({ kind: "profile", parts: any, arrivals: constant }, 1),
          1e9,
        );
        const expected = any.reduce(
          (sum, { seconds, from, to }) => sum + (seconds * (from + to)) / 2,
          0,
        );
        expect(Math.abs(at.length - expected)).toBeLessThanOrEqual(1 + 1e-6);
        expect(at.every((ms, i) => ms >= (at[i - 1] ?? 0))).toBe(true);
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it("[LAB-SCHEDULE-5] come in bursts", () => {
    const at = take(scheduleInstants({ kind: "bursts", size: 3, everyMs: 40 }, 1), 7);
    expect([...at]).toEqual([0, 0, 0, 40, 40, 40, 80]);
  });

  it("[LAB-SCHEDULE-6] repeat recorded gaps", () => {
    const at = take(scheduleInstants({ kind: "intervals", micros: [500, 0, 1500] }, 1), 7);
    expect([...at]).toEqual([0, 0.5, 0.5, 2, 2.5, 2.5, 4]);
  });

  it("[LAB-SCHEDULE-9] no load asks for more than 1,000,000 requests/s on average", () => {
    const ok = (value: unknown) => load.safeParse(value).success;
    expect(ok({ kind: "intervals", micros: [0] })).toBe(false);
    expect(ok({ kind: "intervals", micros: [0, 0, 1] })).toBe(false);
    expect(ok({ kind: "intervals", micros: [0, 2] })).toBe(true);
    expect(ok({ kind: "bursts", size: 100_000, everyMs: 99 })).toBe(false);
    expect(ok({ kind: "bursts", size: 100_000, everyMs: 100 })).toBe(true);
    const profile = (to: number) => ({ kind: "profile", parts: [{ seconds: 1, from: 0, to }] });
    expect(ok({ ...profile(1_000_001), arrivals: constant })).toBe(false);
    expect(ok({ ...profile(1_000_000), arrivals: constant })).toBe(true);
  });

  it("[LAB-SCHEDULE-7] continue at another rate from the present instant", () => {
    const instants = scheduleInstants(rate(10, constant), 1);
    take(instants, 2);
    // The request of 200 ms is half due at 150 ms: half a gap of the new rate is left.
    expect(instants.change(100, 150)).toBe(true);
    expect([...take(instants, 3)]).toEqual([155, 165, 175]);
    expect(scheduleInstants({ kind: "bursts", size: 1, everyMs: 1 }, 1).change(1, 0)).toBe(false);
  });

  it("[LAB-SCHEDULE-8] of a profile's warm-up have its mean rate", () => {
    expect(toWarmupLoad({ kind: "profile", parts, arrivals: poisson })).toEqual(rate(45, poisson));
    const silent = { kind: "profile", parts: [{ seconds: 1, from: 0, to: 0 }], arrivals: constant };
    expect(scheduleInstants(toWarmupLoad(silent as OpenLoad), 1).next).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
