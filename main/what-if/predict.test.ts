import { describe, expect, it } from "vitest";
import type { WhatIfLoad, WhatIfQuestion, BatchingSettings } from "../contract/index.ts";
import { curve, predict } from "./predict.ts";

const batching = {
  preferred: [],
  delayUs: 0,
  queueSize: 0,
  timeoutUs: 0,
  timeoutAction: "REJECT",
} as const;

/** A model whose batches of up to eight take 2 ms. */
function question(
  load: WhatIfLoad,
  settings: Partial<BatchingSettings> = {},
  cacheHitRate = 0,
): WhatIfQuestion {
  return {
    cost: {
      times: [
        { size: 1, ns: 2e6 },
        { size: 8, ns: 2e6 },
      ],
      variation: 0.1,
      slowdown: 0,
      overheadNs: 100_000,
      cacheHitNs: 10_000,
    },
    load,
    itemsPerRequest: 1,
    configurations: [
      { settings: { maxBatchSize: 8, batching: null, instances: 1, ...settings }, cacheHitRate },
    ],
  };
}

const keep = () => {};
const one = (...given: Parameters<typeof question>) => {
  const [prediction] = predict(question(...given), keep);
  if (!prediction) throw new Error("no prediction");
  return prediction;
};

const at = (rate: number) => ({ kind: "rate", rate }) as const;

describe("[WHATIF-3] [WHATIF-4] predictions", () => {
  it("have figures with their range", () => {
    const { throughput, p50Ms, p99Ms, batches, overloaded } = one(at(200));
    expect(throughput.value).toBeCloseTo(200, -1);
    expect(throughput.low).toBeLessThanOrEqual(throughput.value);
    expect(throughput.high).toBeGreaterThanOrEqual(throughput.value);
    expect(p50Ms?.value).toBeGreaterThan(2);
    expect(p99Ms?.low).toBeLessThan(p99Ms?.value ?? 0);
    expect(p99Ms?.high).toBeGreaterThan(p99Ms?.value ?? Infinity);
    expect(batches.map(([size]) => size)).toEqual([1]);
    expect(overloaded).toBe(false);
  });

  it("[WHATIF-12] have the tail of single batches if these are known", () => {
    // Two in 100 take 20 times as long as the others.
    const factors = Array.from({ length: 100 }, (_, i) => (i % 50 === 0 ? 20 / 1.38 : 1 / 1.38));
    const slow = { ...question(at(20)), factors: [{ size: 1, factors }] };
    const [prediction] = predict(slow, keep);
    expect(prediction?.p50Ms?.value).toBeLessThan(2);
    expect(prediction?.p99Ms?.value).toBeGreaterThan(20);
    expect(one(at(20)).p99Ms?.value).toBeLessThan(4);
  });

  it("have no latency when overloaded", () => {
    expect(one(at(800))).toMatchObject({ overloaded: true, p50Ms: null, p99Ms: null });
    expect(one(at(800)).throughput.value).toBeCloseTo(500, -2);
    expect(one(at(800), { batching })).toMatchObject({ overloaded: false });
  });

  it("have no upper end if slightly slower batches would overload the model", () => {
    expect(one(at(492)).p99Ms?.high).toBeNull();
  });

  it("report what a full queue rejects, without counting it as overload", () => {
    const full = one(at(800), { maxBatchSize: 1, batching: { ...batching, queueSize: 4 } });
    expect(full.overloaded).toBe(false);
    expect(full.rejected).toBeGreaterThan(0.3);
    const late = one(at(800), { maxBatchSize: 1, batching: { ...batching, timeoutUs: 10_000 } });
    expect(late.timedOut).toBeGreaterThan(0.3);
  });

  it("have the throughput of clients, and end when rejected clients retry forever", () => {
    const clients = { kind: "clients", clients: 16 } as const;
    expect(one(clients, { batching }).throughput.value).toBeGreaterThan(3000);
    const { rejected } = one(
      { ...clients, clients: 500 },
      { batching: { ...batching, queueSize: 1 } },
    );
    expect(rejected).toBeGreaterThan(0.8);
  });

  it("answer cache hits without the model", () => {
    const { throughput, p50Ms } = one(at(800), {}, 0.6);
    expect(throughput.value).toBeCloseTo(800, -2);
    expect(p50Ms?.value).toBeLessThan(0.2);
  });

  it("follow the delay, the preferred sizes and the instances", () => {
    const slow = one(at(400), { batching: { ...batching, delayUs: 5000 } });
    expect(slow.p50Ms?.value).toBeGreaterThan((one(at(400), { batching }).p50Ms?.value ?? 0) + 1);
    const four = one(at(1000), { batching: { ...batching, preferred: [4], delayUs: 20_000 } });
    expect(four.batches.map(([size]) => size)).toEqual([4]);
    expect(one(at(800), { instances: 2 }).overloaded).toBe(false);
  });
});

describe("[WHATIF-3] the curve", () => {
  it("has rates up to close to the capacity", () => {
    const [points = []] = curve(question(at(10)), keep);
    expect(points.length).toBeGreaterThanOrEqual(4);
    const last = points.at(-1);
    expect(last?.throughput).toBeGreaterThan(400);
    expect(last?.throughput).toBeLessThan(500);
    expect(last?.p99Ms.value).toBeGreaterThan(points[0]?.p99Ms.value ?? Infinity);
  });

  it("has clients by doubling", () => {
    const [points = []] = curve(question({ kind: "clients", clients: 4 }, { batching }), keep);
    expect(points.map(({ load }) => load.kind === "clients" && load.clients)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128,
    ]);
    expect(points.at(-1)?.throughput).toBeCloseTo(4000, -3);
  });
});

it("[WHATIF-5] ends before the next run once it is cancelled", () => {
  let runs = 0;
  const giveUp = () => {
    runs += 1;
    if (runs === 3) throw new Error("not wanted");
  };
  expect(() => predict(question(at(200)), giveUp)).toThrow("not wanted");
  expect(runs).toBe(3);
});
