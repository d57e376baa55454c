import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normal, seededRandom } from "../../wire/index.ts";
import { drift, knee, stability } from "./index.ts";

describe("drift", () => {
  const windows = (count: number, at: (i: number) => number, seed = 1) => {
    const random = seededRandom(seed);
    return Array.from({ length: count }, (_, i) => ({
      throughput: at(i) * (1 + 0.02 * normal(random)),
      latency: (1000 / at(i)) * (1 + 0.02 * normal(random)),
    }));
  };

  it("[LAB-STATS-22] compares the last third with the first", () => {
    const values = [100, 100, 50, 50, 110, 110];
    const found = drift(values.map((throughput) => ({ throughput, latency: 1 })));
    expect(found.throughput).toBeCloseTo(0.1, 12);
    expect(found.latency).toBe(0);
  });

  it("[LAB-STATS-24] exceeds noise if throughput falls and latency rises", () => {
    const found = drift(windows(30, (i) => 100 - i));
    expect(found).toMatchObject({
      throughputBeyondNoise: true,
      latencyBeyondNoise: true,
      beyondNoise: true,
    });
    expect(found.throughput).toBeCloseTo(-20 / 95.5, 1);
  });

  it("[LAB-STATS-24] is judged for each figure separately", () => {
    const risen = Array.from({ length: 12 }, (_, i) => ({
      throughput: 100 + (i % 2),
      latency: 5 + i + (i % 2),
    }));
    expect(drift(risen)).toMatchObject({
      throughputBeyondNoise: false,
      latencyBeyondNoise: true,
      beyondNoise: true,
    });
  });

  it("[LAB-STATS-22] [LAB-STATS-24] is seen in p99 alone, from 10 %", () => {
    const tail = (rise: number) =>
      drift(
        windows(12, () => 100),
        Array.from({ length: 12 }, (_, i) => 20 * (1 + (rise * i) / 8) + (i % 2) / 10),
      );
    expect(tail(0.4)).toMatchObject({
      throughputBeyondNoise: false,
      latencyBeyondNoise: false,
      p99BeyondNoise: true,
      beyondNoise: true,
    });
    expect(tail(0.4).p99).toBeCloseTo(0.375, 1);
    expect(tail(0.08)).toMatchObject({ p99BeyondNoise: false, beyondNoise: false });
    expect(drift(windows(12, () => 100))).toMatchObject({ p99: null, p99BeyondNoise: false });
  });

  it("[LAB-STATS-24] is not beyond noise when small, however clear", () => {
    const found = drift(windows(3000, (i) => 100 + i / 1000));
    expect(found.throughput).toBeGreaterThan(0.01);
    expect(found.beyondNoise).toBe(false);
  });

  it("[LAB-STATS-24] is not beyond noise if windows vary as much", () => {
    const found = drift(
      [100, 160, 90, 150, 170, 120, 180, 130, 150].map((throughput) => ({
        throughput,
        latency: 1,
      })),
    );
    expect(found.throughput).toBeGreaterThan(0.2);
    expect(found.beyondNoise).toBe(false);
  });

  it("[LAB-STATS-24] is found in at most 2 % of 1,000 seeded runs with noise alone", () => {
    const random = seededRandom(5);
    let found = 0;
    for (let run = 0; run < 1000; run++) {
      const steady = Array.from({ length: 30 }, () => ({
        throughput: 100 + 20 * normal(random),
        latency: null,
      }));
      if (drift(steady.map((w) => ({ ...w, throughput: Math.max(0, w.throughput) }))).beyondNoise)
        found += 1;
    }
    expect(found).toBeLessThanOrEqual(20);
  });

  it("[LAB-STATS-23] is not judged with fewer than six windows, nor for missing latencies", () => {
    expect(drift(windows(5, (i) => 100 - 20 * i))).toMatchObject({
      throughput: null,
      latency: null,
      beyondNoise: false,
    });
    expect(drift([])).toMatchObject({ throughput: null, beyondNoise: false });
    expect(drift(windows(9, () => 100).map((w) => ({ ...w, latency: null }))).latency).toBeNull();
  });

  it("[LAB-STATS-24] is beyond noise if nothing succeeded at first, or every window is equal", () => {
    const from = (values: number[]) =>
      drift(values.map((throughput) => ({ throughput, latency: 1 })));
    expect(from([0, 0, 0, 0, 5, 5])).toMatchObject({ throughput: null, beyondNoise: true });
    expect(from([0, 0, 0, 0, 0, 0])).toMatchObject({ throughput: null, beyondNoise: false });
    expect(from([100, 100, 90, 90, 80, 80])).toMatchObject({ beyondNoise: true });
  });
});

describe("stability", () => {
  const of = (throughputs: number[], latencies: (number | null)[] = throughputs.map(() => 5)) =>
    throughputs.map((throughput, i) => ({ throughput, latency: latencies[i] ?? null }));

  it.each([
    [[100, 105, 110], [5, 5, 5.5], true],
    [[100, 105, 110.1], [5, 5, 5], false],
    [[100, 100, 100], [5, 5.6, 5], false],
    [[1, 100, 100, 100], [900, 5, 5, 5], true],
    [[100, 100], [5, 5], false],
    [[100, 0, 100], [5, 5, 5], false],
    [[100, 100, 100], [5, null, 5], false],
  ])(
    "[LAB-STATS-21] of throughputs %j and latencies %j is %j",
    (throughputs, latencies, isStable) => {
      expect(stability(of(throughputs, latencies)).isStable).toBe(isStable);
    },
  );

  it("[LAB-STATS-21] reports both ratios, with another percentage and count", () => {
    const windows = of([100, 140, 120]);
    expect(stability(windows)).toEqual({ isStable: false, throughputRatio: 1.4, latencyRatio: 1 });
    expect(stability(windows, { percentage: 40 }).isStable).toBe(true);
    expect(stability(windows, { percentage: 20, count: 2 }).isStable).toBe(true);
    expect(() => stability(windows, { count: 0 })).toThrow("count is 0");
  });
});

describe("the knee", () => {
  /** A server with one queue: latency grows without limit as the load nears its capacity. */
  const queue = (load: number) => ({ throughput: load, latency: 1 / (1 - load) });

  it("[LAB-STATS-19] of a queue with random arrivals is at half its capacity (Kleinrock 1979)", () => {
    expect(knee([0.1, 0.3, 0.5, 0.7, 0.9].map(queue))).toBe(2);
  });

  it("[LAB-STATS-19] of clients in a closed loop is where the bottleneck is busy", () => {
    const capacity = 400;
    const clients = Array.from({ length: 30 }, (_, i) => {
      const throughput = Math.min((i + 1) * 100, capacity);
      return { throughput, latency: (i + 1) / throughput };
    });
    expect(knee(clients)).toBe(3);
  });

  it("[LAB-STATS-19] is the first point at which more load only costs", () => {
    expect(
      knee([
        { throughput: 100, latency: 1 },
        { throughput: 100, latency: 2 },
      ]),
    ).toBe(0);
  });

  it("[LAB-STATS-20] is not found before the load has passed it", () => {
    expect(knee([0.1, 0.2, 0.3].map(queue))).toBeNull();
    expect(
      knee([
        { throughput: 100, latency: 1 },
        { throughput: 99, latency: 1 },
      ]),
    ).toBeNull();
  });

  it("[LAB-STATS-20] needs two usable points, and skips others", () => {
    expect(knee([])).toBeNull();
    expect(knee([queue(0.5)])).toBeNull();
    const dead = { throughput: 0, latency: 0 };
    expect(knee([dead, queue(0.5), dead, queue(0.9), dead])).toBe(1);
    expect(knee([dead, dead])).toBeNull();
  });

  it("[LAB-STATS-19] does not depend on the units, and is one of the points", () => {
    const point = fc.record({
      throughput: fc.nat(1_000_000),
      latency: fc.nat(1_000_000),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 30 }), (points) => {
        const found = knee(points);
        expect(found === null || points[found] !== undefined).toBe(true);
        const scaled = points.map(({ throughput, latency }) => ({
          throughput: throughput * 4,
          latency: latency * 0.5,
        }));
        expect(knee(scaled)).toBe(found);
      }),
    );
  });
});
