import { expect, it } from "vitest";
import type { Measured } from "./correction.ts";
import { withoutDrift } from "./drift.ts";
import type { TuningGoal } from "./goal.ts";

const goal: TuningGoal = { kind: "throughput", p99Ms: null };

const trial = (clients: number, throughput: number, p99Ms: number): Measured => ({
  point: { settings: { maxBatchSize: 1, delayUs: 0, instances: 1 }, clients },
  outcome: { throughput, p99Ms },
  noise: 0.05,
});

it("[SEARCH-20] corrects earlier trials for a machine that became slower", () => {
  const trials = [trial(1, 100, 10), trial(2, 180, 12), trial(1, 70, 14), trial(4, 200, 20)];
  const [first, second, again, later] = withoutDrift(trials, goal, 0.05);
  expect(first?.outcome.throughput).toBeCloseTo(70);
  expect(first?.outcome.p99Ms).toBeCloseTo(14);
  // Half of the change was still to come.
  expect(second?.outcome.throughput).toBeCloseTo(180 * Math.sqrt(0.7));
  expect(second?.outcome.p99Ms).toBeCloseTo(12 * Math.sqrt(1.4));
  expect(second?.noise).toBeGreaterThan(0.1);
  expect([again, later]).toEqual(trials.slice(2));
});

it("[SEARCH-20] corrects batch times by the change of those of the active configuration", () => {
  const batch = (size: number, ns: number) => ({ size, ns, count: 100, busy: 1, noise: 0.05 });
  const trials = [
    { ...trial(1, 100, 10), batches: [batch(1, 2e6), batch(2, 3e6)] },
    { ...trial(2, 180, 12), batches: [batch(8, 5e6)] },
    { ...trial(1, 70, 14), batches: [batch(1, 3e6)] },
  ];
  const [first, second, again] = withoutDrift(trials, goal, 0.05);
  expect(first?.batches?.map(({ ns }) => ns / 1e6)).toEqual([
    expect.closeTo(3),
    expect.closeTo(4.5),
  ]);
  expect(second?.batches?.[0]?.ns).toBeCloseTo(5e6 * Math.sqrt(1.5));
  expect(second?.batches?.[0]?.noise).toBeGreaterThan(0.1);
  expect(again).toBe(trials[2]);
});

it("[SEARCH-20] leaves trials alone while noise explains the change", () => {
  const trials = [trial(1, 100, 10), trial(2, 180, 12), trial(1, 90, 11)];
  expect(withoutDrift(trials, goal, 0.05)).toBe(trials);
  expect(withoutDrift([], goal, 0.05)).toEqual([]);
  expect(withoutDrift(trials.slice(0, 1), goal, 0.05)).toEqual(trials.slice(0, 1));
});
