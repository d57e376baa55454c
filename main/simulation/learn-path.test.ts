import { describe, expect, it } from "vitest";
import { learnPath } from "./learn-path.ts";
import { simulate } from "./simulate.ts";

const MS = 1e6;

const steady = (count: number, ns: number) => Array.from({ length: count }, () => ns);

describe("[SIM-16] the overhead of one client's requests", () => {
  it("is the time beyond queue and batches if few met a pause", () => {
    const { overheadNs, pauses } = learnPath({
      responses: [...steady(997, 0.5 * MS), ...steady(3, 9 * MS)],
      batches: steady(500, 0.4 * MS),
      outsideNs: 0.1 * MS,
    });
    expect(overheadNs).toBeCloseTo(0.1 * MS, 0);
    expect(pauses).toEqual({ share: 0, ns: [] });
  });

  it("comes with the pauses that no slow batch explains", () => {
    const { overheadNs, pauses } = learnPath({
      responses: [...steady(900, 0.5 * MS), ...steady(40, 5.5 * MS), ...steady(60, 2.5 * MS)],
      // Half as many were reported: 20 of 500 are 40 of 1000.
      batches: [...steady(480, 0.4 * MS), ...steady(20, 5.4 * MS)],
      outsideNs: 0.22 * MS,
    });
    // The pauses are 0.12 ms of it.
    expect(overheadNs).toBeCloseTo(0.1 * MS, 0);
    expect(pauses.ns.map((ns) => ns / MS)).toEqual(steady(60, 2));
    // A request wakes the front end twice.
    expect(pauses.share).toBeCloseTo(0.03, 6);
  });

  it("is zero if batches took as long as responses", () => {
    const times = {
      responses: steady(100, MS),
      batches: [...steady(50, MS), ...steady(50, 2 * MS)],
    };
    expect(learnPath({ ...times, outsideNs: -0.1 * MS })).toEqual({
      overheadNs: 0,
      pauses: { share: 0, ns: [] },
    });
  });

  it("is zero without responses", () => {
    expect(learnPath({ responses: [], batches: [], outsideNs: Number.NaN })).toEqual({
      overheadNs: 0,
      pauses: { share: 0, ns: [] },
    });
  });
});

describe("[SIM-16] pauses of the front end", () => {
  const run = (rate: number, share: number) =>
    simulate({
      model: { maxBatchSize: 8, batching: undefined, instances: 1 },
      cost: { times: [{ size: 1, ns: 0.1 * MS }], variation: 0, slowdown: 0 },
      traffic: { kind: "rate", rate, arrivals: { kind: "constant" } },
      seconds: 100,
      warmupSeconds: 1,
      itemsPerRequest: 1,
      overheadNs: 0.1 * MS,
      pauses: { share, ns: [5 * MS] },
      cache: { hitRate: 0, hitNs: 0 },
      seed: 1,
    });

  it("delay a share of the requests", () => {
    const latency = run(20, 0.02).latency;
    expect(latency?.p50).toBeCloseTo(0.2, 1);
    // Twice 2 % of them.
    expect(latency?.p95).toBeCloseTo(0.2, 1);
    expect(latency?.p99).toBeCloseTo(5.2, 0);
  });

  it("delay requests that arrive meanwhile", () => {
    // One wake-up in 100 is late, and five requests arrive in each of these 5 ms.
    const latency = run(1000, 0.01).latency;
    expect(latency?.p95).toBeGreaterThan(1);
    expect(run(1000, 0).latency?.p99).toBeCloseTo(0.2, 1);
  });

  it("are rejected with an invalid share", () => {
    expect(() => run(20, 1.5)).toThrow("pauses.share: 1.5, must be from 0 to 1");
  });
});
