import { expect, it } from "vitest";
import { Correction, type LogOutcome, measurementValue, type Simulated } from "./correction.ts";
import type { TuningGoal } from "./goal.ts";

const goal: TuningGoal = { kind: "throughput", p99Ms: null };
const outcome = { throughput: 1000, p99Ms: 10 };
const slower: LogOutcome = { throughput: -1, p99: 1 };

/** A point far from others, so that nothing but what they have in common connects them. */
const simulated = (instances: number, effects?: readonly LogOutcome[]): Simulated => ({
  point: { settings: { maxBatchSize: 1, delayUs: 0, instances }, clients: 4 },
  at: [100 * instances],
  simulated: outcome,
  ...(effects && { effects }),
});
/** One unknown value with a standard deviation of 0.3. */
const unknowns = { values: [0], beforehand: { mean: [0], precision: [[1 / 0.3]] } };

const measured = (each: Simulated, change: number) => ({
  point: each.point,
  outcome: { throughput: 1000, p99Ms: 10 * Math.exp(change) },
  noise: 0.02,
});

it("[SEARCH-4] corrects the throughput of a point by another point's p99 if both depend on an unknown value", () => {
  const [a, b, independent] = [
    simulated(1, [{ throughput: 0, p99: 1 }]),
    simulated(2, [slower]),
    simulated(3, [{ throughput: 0, p99: 0 }]),
  ];
  const all = [a, b, independent];
  const { candidates } = new Correction(all, [measured(a, 0.3)], goal, { unknowns });
  const throughput = candidates.map((each) => each.throughput.mean - Math.log(1000));
  expect(throughput[1]).toBeLessThan(-0.1);
  expect(throughput[2]).toBeCloseTo(0, 2);
});

it("[SEARCH-4] predicts with what is known of the values beforehand", () => {
  const known = { values: [0.2], beforehand: { mean: [0], precision: [[1 / 0.01]] } };
  const { candidates } = new Correction([simulated(1, [slower])], [], goal, { unknowns: known });
  expect(candidates[0]?.throughput.mean).toBeCloseTo(Math.log(1000) + 0.2, 5);
});

it("[SEARCH-4] predicts while the effects of values learned since the last simulation are not known", () => {
  const two = {
    values: [0, 0],
    beforehand: {
      mean: [0, 0],
      precision: [
        [3, 0],
        [0, 3],
      ],
    },
  };
  const all = [simulated(1), simulated(2, [slower]), simulated(3, [slower, slower])];
  for (const each of all) {
    const { candidates } = new Correction(all, [measured(each, 0.1)], goal, { unknowns: two });
    for (const { throughput, p99, meets } of candidates)
      expect([throughput.mean, p99.deviation, meets].every(Number.isFinite)).toBe(true);
  }
});

it("[SEARCH-5] values measurements that show an unknown value", () => {
  const faster: LogOutcome = { throughput: 1, p99: -1 };
  const [a, b] = [simulated(1, [slower]), simulated(2, [faster])];
  const value = (more: { readonly unknowns?: typeof unknowns }) => {
    const trials = [a, b].map((each) => ({ point: each.point, outcome, noise: 0.2 }));
    const correction = new Correction([a, b], trials, goal, more);
    const [first] = correction.candidates;
    if (!first) throw new Error("no candidate");
    return measurementValue(correction, correction.candidates, first, 0.05);
  };
  expect(value({ unknowns })).toBeGreaterThan(1.5 * value({}));
});
