import { expect, it } from "vitest";
import type { ModelStatistics } from "../../engine/types.ts";
import { statistics } from "../lab/testing/fake-server.ts";
import { batchExecutions, busyDuring, executionsBetween } from "./batch-executions.ts";

/** Executions by batch size: count, and ms of each of input, infer and output. */
const withBatches = (...batches: [size: number, count: number, ms: number][]): ModelStatistics =>
  statistics(100, {
    batch_stats: batches.map(([batch_size, count, ms]) => {
      const part = { count, ns: count * ms * 1e6 };
      return { batch_size, compute_input: part, compute_infer: part, compute_output: part };
    }),
  });

it("[SIM-5] adds up versions, and lists sizes in order", () => {
  expect(batchExecutions([withBatches([4, 10, 2]), withBatches([1, 5, 1], [4, 30, 1])])).toEqual([
    { size: 1, count: 5, ns: 3e6 },
    { size: 4, count: 40, ns: 3.75e6 },
  ]);
});

it("subtracts earlier executions", () => {
  const before = [withBatches([1, 100, 1], [2, 7, 2])];
  const after = [withBatches([1, 150, 2], [2, 7, 2], [8, 5, 4])];
  expect(executionsBetween(before, after)).toEqual([
    { size: 1, count: 50, ns: 12e6 },
    { size: 8, count: 5, ns: 12e6 },
  ]);
});

it("takes all of the later ones where the counters were reset", () => {
  const before = [withBatches([1, 100, 1])];
  const after = [withBatches([1, 20, 1], [2, 30, 1])];
  expect(executionsBetween(before, after)).toEqual(batchExecutions(after));
});

it("[SIM-10] counts how many instances are busy at the same time", () => {
  const batches = [
    { size: 1, count: 100, ns: 1e6 },
    { size: 8, count: 100, ns: 3e6 },
  ];
  // 400 ms of batches with 4.5 items on average.
  const during = (instances: number, ms: number, maxItems: number | null = null) =>
    busyDuring(batches, { instances, maxItems, spanNs: ms * 1e6 });
  expect(during(1, 500)).toBe(1);
  expect(during(4, 400)).toBeCloseTo(1.75);
  expect(during(4, 100)).toBe(4);
  expect(during(4, 50)).toBe(4);
  // Clients in a closed loop send no more than two such batches at once.
  expect(during(4, 200, 9)).toBeCloseTo(2);
  expect(during(4, 100, 1)).toBe(1);
  expect(busyDuring([], { instances: 4, maxItems: null, spanNs: 1e9 })).toBe(1);
});
