import { expect, test } from "vitest";
import type { Experiment, ExperimentPlan, ExperimentStep } from "../../main/contract/index.ts";
import { bestStep, difference, failuresOf, planDifferences } from "./comparison.ts";

test("more throughput is better, more latency is worse", () => {
  expect(difference(300, 1200, true)).toEqual({
    before: 300,
    now: 1200,
    change: 900,
    share: 3,
    verdict: "better",
  });
  expect(difference(10, 15, false)).toMatchObject({ share: 0.5, verdict: "worse" });
  expect(difference(15, 10, false)?.verdict).toBe("better");
});

test("what differs by less than two runs of the same thing do is the same", () => {
  expect(difference(100, 102, true)?.verdict).toBe("same");
  expect(difference(100, 97.5, true)?.verdict).toBe("same");
  expect(difference(100, 94, true)?.verdict).toBe("worse");
});

test("from nothing there is no share, but there is a verdict", () => {
  expect(difference(0, 3, false)).toMatchObject({ share: null, change: 3, verdict: "worse" });
  expect(difference(0, 0, false)?.verdict).toBe("same");
});

test("a missing value has no difference", () => {
  expect(difference(null, 3, false)).toBeNull();
  expect(difference(3, null, false)).toBeNull();
});

test("failures are summed over their kinds", () => {
  const step = { failures: [{ count: 2 }, { count: 3 }] } as ExperimentStep;
  expect(failuresOf(step)).toBe(5);
});

test("the best step is the one with the highest throughput", () => {
  const steps = [
    { concurrency: 1, inferencesPerSecond: 300 },
    { concurrency: 8, inferencesPerSecond: 900 },
    { concurrency: 32, inferencesPerSecond: 850 },
  ];
  expect(bestStep({ steps } as Experiment)?.concurrency).toBe(8);
  expect(bestStep({ steps: [] as ExperimentStep[] } as Experiment)).toBeUndefined();
});

test("plans that differ say in what", () => {
  const plan = {
    wire: "http",
    batchSize: 1,
    secondsPerStep: 3,
    warmupSeconds: 0.5,
    distinctInputs: 32,
    modelVersion: "",
    shapes: {},
  } as ExperimentPlan;
  expect(planDifferences(plan, { ...plan, seed: 2 })).toEqual([]);
  expect(planDifferences(plan, { ...plan, wire: "grpc", shapes: { ids: [4] } })).toEqual([
    "wire: http before, grpc now",
    "input shapes",
  ]);
});
