import { describe, expect, it } from "vitest";
import { formatDuration } from "../format/numbers.ts";
import { hitRateAt, mibForAll } from "./cache-worth-text.ts";
import { calibrated, predicted } from "./testing-basis.ts";
import {
  describeChange,
  describeExtrapolation,
  describeOverload,
  formatLoad,
  formatRange,
  meanBatch,
} from "./what-if-text.ts";

const basis = calibrated();

describe("[WHATIF-PAGE-4] extrapolation", () => {
  it("is nothing within measured sizes and instances", () => {
    expect(
      describeExtrapolation(basis, basis.settings, [
        [1, 10],
        [3, 20],
      ]),
    ).toEqual([]);
  });

  it("names larger and smaller batches, and other instance counts", () => {
    const four = calibrated({ cost: { ...basis.cost, times: [{ size: 4, ns: 3e6 }] } });
    const settings = { ...basis.settings, instances: 3 };
    expect(
      describeExtrapolation(four, settings, [
        [1, 10],
        [4, 20],
        [8, 5],
      ]),
    ).toEqual([
      "Batches of up to 8 items form; none above 4 was measured.",
      "Batches of 1 item form; none below 4 was measured.",
      "Measured with 1 instance, not 3.",
    ]);
  });

  it("doesn't name a measured number of instances", () => {
    const two = calibrated({ measuredInstances: [1, 2] });
    const at = (instances: number) =>
      describeExtrapolation(two, { ...basis.settings, instances }, [[1, 10]]);
    expect(at(2)).toEqual([]);
    expect(at(3)).toEqual(["Measured with 1, 2 instances, not 3."]);
  });

  it("ignores what only one in a hundred batches does", () => {
    expect(
      describeExtrapolation(basis, basis.settings, [
        [1, 1000],
        [8, 5],
      ]),
    ).toEqual([]);
  });
});

it("[WHATIF-PAGE-4] shows the rate that an overloaded configuration can serve", () => {
  const prediction = predicted({ overloaded: true });
  expect(
    describeOverload(prediction, { kind: "rate", rate: 400 }, "The active configuration"),
  ).toBe(
    "The active configuration is overloaded at 400/s: it serves about 200/s, so the queue and the latency grow without limit.",
  );
  expect(describeOverload(predicted(), { kind: "rate", rate: 400 }, "It")).toBeNull();
});

it("[WHATIF-PAGE-3] states a change where the ranges don't overlap", () => {
  const at = (value: number) => ({ value, low: value - 1, high: value + 1 });
  expect(describeChange(at(10), at(5))).toBe("−50 %");
  expect(describeChange(at(10), at(11))).toBeNull();
  expect(describeChange({ ...at(10), high: null }, at(20))).toBeNull();
});

it("writes ranges, also without an upper end", () => {
  expect(formatRange({ value: 2, low: 1.5, high: 3 }, formatDuration)).toBe("1.50 ms to 3 ms");
  expect(formatRange({ value: 2, low: 1.5, high: null }, formatDuration)).toBe(
    "from 1.50 ms, no upper limit",
  );
  expect(formatRange({ value: 2, low: 2, high: 2 }, formatDuration)).toBe("2 ms");
});

it("has the mean of the batches", () => {
  expect(
    meanBatch([
      [1, 1],
      [3, 1],
    ]),
  ).toBe(2);
  expect(meanBatch([])).toBeNull();
});

it("names a load with its arrivals", () => {
  expect(formatLoad({ kind: "clients", clients: 1 })).toBe("1 client");
  expect(formatLoad({ kind: "rate", rate: 200 })).toBe("200/s");
  expect(formatLoad({ kind: "rate", rate: 200, arrivals: { kind: "constant" } })).toBe(
    "200/s, constant",
  );
  expect(
    formatLoad({ kind: "rate", rate: 200, arrivals: { kind: "gamma", burstiness: 0.5 } }),
  ).toBe("200/s, gamma 0.5");
  expect(formatLoad({ kind: "intervals", micros: [5000, 15_000] })).toBe("100/s, recorded");
});

it("[WHATIF-PAGE-8] the size that keeps all responses has the whole hit rate", () => {
  const curve = [
    { bytes: 4096, hitRate: 0.5 },
    { bytes: 4190, hitRate: 0.99 },
  ];
  const observation = {
    state: "ended" as const,
    elapsedSeconds: 60,
    plannedSeconds: 60,
    requests: 400,
    sampledShare: 1,
    distinct: 4,
    distinctBytes: 4127,
    curve,
    hashNs: 500,
    clients: [],
  };
  expect(hitRateAt(curve, mibForAll(observation) * 1024 ** 2)).toBe(0.99);
  expect(mibForAll({ ...observation, distinctBytes: 12_345_678, curve: [] })).toBe(11.8);
});
