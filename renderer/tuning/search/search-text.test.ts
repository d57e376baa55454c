import { expect, test } from "vitest";
import type { ExperimentPlan, MeasuredTrial, TuningSearch } from "../../../main/contract/index.ts";
import { secondsLeft, shareDone } from "./search-text.ts";

const timed = (seconds: number) => ({ seconds }) as MeasuredTrial;
const SEARCH = {
  measured: [timed(4), timed(6)],
  plan: { secondsPerStep: 5 } as ExperimentPlan,
  trials: 10,
  pairs: 3,
  confirming: null,
  current: null,
  minutes: null,
};

test("the time left comes from the duration of measurements, including the confirmation", () => {
  expect(secondsLeft(SEARCH, 0)).toBe(8 * 5 + 6 * 5);
  expect(secondsLeft({ ...SEARCH, measured: [] }, 0)).toBe(10 * 9.5 + 6 * 9.5);
  expect(secondsLeft({ ...SEARCH, confirming: { pair: 2, pairs: 3 } }, 0)).toBe(4 * 5);
  const runnerUp = { settings: { maxBatchSize: 8, delayUs: 0, instances: 1 }, clients: 8 };
  expect(secondsLeft({ ...SEARCH, confirming: { pair: 2, pairs: 3, runnerUp } }, 0)).toBe(6 * 5);
});

test("a measurement that started again counts from then", () => {
  const current = { startedAt: 0 } as NonNullable<TuningSearch["current"]>;
  expect(secondsLeft({ ...SEARCH, current }, 60_000)).toBe(7 * 5 + 6 * 5);
  const repeat = { attempt: 2, maxAttempts: 3, reason: "", startedAt: 57_000 };
  expect(secondsLeft({ ...SEARCH, current, repeat }, 60_000)).toBe(8 * 5 - 3 + 6 * 5);
});

test("a budget in minutes bounds the time left", () => {
  expect(secondsLeft({ ...SEARCH, trials: 100, minutes: 0.5 }, 0)).toBe(20 + 6 * 5);
});

test("the share done counts the pairs as well", () => {
  expect(shareDone(SEARCH)).toBe(2 / 16);
  expect(shareDone({ ...SEARCH, confirming: { pair: 1, pairs: 3 } })).toBe(10 / 16);
});
