import { describe, expect, it } from "vitest";
import type { ModelStatistics } from "../../engine/types.ts";
import { statistics } from "../lab/testing/fake-server.ts";
import { calibrate } from "./calibrate.ts";

/** Executions of batches: size, count, and ms of each of input, infer and output. */
function withBatches(...batches: [size: number, count: number, ms: number][]): ModelStatistics {
  return statistics(100, {
    batch_stats: batches.map(([batch_size, count, ms]) => {
      const part = { count, ns: count * ms * 1e6 };
      return { batch_size, compute_input: part, compute_infer: part, compute_output: part };
    }),
  });
}

describe("times of batches from statistics", () => {
  it("[SIM-5] are input, infer and output per execution, of all versions together", () => {
    const { cost, executions, largestSize } = calibrate(
      [withBatches([1, 30, 1], [4, 20, 2]), withBatches([1, 10, 3])],
      1,
    );
    expect(cost.times).toEqual([
      { size: 1, ns: 4.5e6 },
      { size: 4, ns: 6e6 },
    ]);
    expect([executions, largestSize]).toEqual([60, 4]);
  });

  it("[SIM-6] leave out sizes with fewer than 20 executions", () => {
    const { cost } = calibrate([withBatches([1, 100, 1], [2, 19, 50])], 1);
    expect(cost.times.map(({ size }) => size)).toEqual([1]);
    expect(() => calibrate([withBatches([1, 19, 1])], 1)).toThrow(
      "Not enough executions to learn from (n = 19, needs 20 of one batch size).",
    );
    expect(() => calibrate([], 1)).toThrow("n = 0");
  });

  it("[SIM-18] lie on a curve, so that a few slow executions don't make its end steep", () => {
    const many = [1, 2, 3, 4, 5, 6].map((size): [number, number, number] => [size, 500, 1 + size]);
    const { cost } = calibrate([withBatches(...many, [7, 20, 9])], 1);
    const last = cost.times.at(-1);
    expect(last?.size).toBe(7);
    expect(last?.ns).toBeGreaterThan(3 * 7.5e6);
    expect(last?.ns).toBeLessThan(3 * 8.5e6);
  });

  it("[SIM-7] list the assumptions", () => {
    expect(calibrate([withBatches([1, 100, 1])], 1).assumed).toHaveLength(2);
    expect(calibrate([withBatches([1, 100, 1], [2, 100, 1])], 2).assumed).toEqual([
      "times of batches vary by 10 %",
      "more or fewer instances take as long for a batch as now",
    ]);
  });

  it("know the time of a request outside of queue and batch", () => {
    // 1 of 4 ms is queue and 2.75 compute.
    expect(calibrate([withBatches([1, 100, 1])], 1).overheadNs).toBeCloseTo(0.25e6, 0);
  });

  it.each([
    ["negative counts", { batch_size: 1, count: -5, ns: 1e6 }],
    ["a size of 0", { batch_size: 0, count: 100, ns: 1e6 }],
    ["no time", { batch_size: 1, count: 100, ns: 0 }],
  ])("does not take %s for a measurement", (_, { batch_size, count, ns }) => {
    const part = { count, ns };
    const stats = statistics(1, {
      batch_stats: [{ batch_size, compute_input: part, compute_infer: part, compute_output: part }],
    });
    expect(() => calibrate([stats], 1)).toThrow("Not enough executions");
  });
});
