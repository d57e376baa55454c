import { expect, test } from "vitest";
import type { ExperimentPlan, SearchRanges } from "../../../main/contract/index.ts";
import {
  constraintsFrom,
  type GoalDraft,
  goalErrors,
  goalFrom,
  orderFrom,
  rangesFrom,
} from "./goal-draft.ts";

const DRAFT: GoalDraft = {
  name: "Search m",
  kind: "throughput",
  p99Ms: "20",
  rate: "50",
  budget: "trials",
  trials: "12",
  minutes: "5",
  maxBatchSize: null,
  maxInstances: null,
  maxDelayUs: null,
  clients: null,
  preferredSizes: true,
  threads: true,
  queueSizes: false,
  duplicates: "0",
  maxMemoryMiB: "",
  instanceMiB: null,
  keepObjectives: true,
  secondsPerStep: "5",
  warmupSeconds: null,
  pairs: "3",
};
const USUAL: SearchRanges = {
  maxBatchSize: 32,
  maxInstances: 4,
  maxDelayUs: 5000,
  preferredSizes: true,
  threads: { cores: 4, usual: "share" },
  cache: true,
  clients: [1, 8],
};

test("a goal has its load and its limit", () => {
  expect(goalFrom(DRAFT)).toEqual({ kind: "throughput", p99Ms: 20 });
  expect(goalFrom({ ...DRAFT, p99Ms: " " })).toEqual({ kind: "throughput", p99Ms: null });
  expect(goalFrom({ ...DRAFT, kind: "latency", p99Ms: "" })).toEqual({ kind: "latency", rate: 50 });
  expect(goalFrom({ ...DRAFT, kind: "instances" })).toEqual({
    kind: "instances",
    rate: 50,
    p99Ms: 20,
  });
});

test.each<[Partial<GoalDraft>, keyof GoalDraft, string]>([
  [{ p99Ms: "0" }, "p99Ms", "0 is not between 0.01 and 3600000."],
  [{ kind: "instances", p99Ms: "" }, "p99Ms", "“” is not a number."],
  [{ kind: "latency", rate: "fast" }, "rate", "“fast” is not a number."],
  [{ trials: "2.5" }, "trials", "“2.5” is not a whole number."],
  [{ budget: "minutes", minutes: "0" }, "minutes", "0 is not between 0.5 and 600."],
  [{ clients: "1, 0" }, "clients", "0 is not between 1 and 4096."],
  [{ clients: "1,,2" }, "clients", "“” is not a whole number."],
  [{ maxMemoryMiB: "much" }, "maxMemoryMiB", "“much” is not a number."],
  [{ maxMemoryMiB: "64", instanceMiB: "0" }, "instanceMiB", "0 is not between 0.001 and 1000000."],
  [{ maxInstances: "65" }, "maxInstances", "65 is not between 1 and 64."],
])("%o is rejected with the field and the valid range", (more, field, words) => {
  expect(goalErrors({ ...DRAFT, ...more })).toEqual({ [field]: words });
});

test("fields that the goal doesn't use may be invalid", () => {
  expect(goalErrors({ ...DRAFT, rate: "", minutes: "" })).toEqual({});
  expect(goalErrors({ ...DRAFT, kind: "latency", p99Ms: "", clients: "x" })).toEqual({});
});

test("a cache is tried if a share of duplicates is stated, and threads and preferred sizes only if selected", () => {
  const draft = { ...DRAFT, preferredSizes: false, threads: false, duplicates: "30" };
  const ranges = rangesFrom(draft, USUAL);
  expect(ranges).toMatchObject({ preferredSizes: false, cache: true });
  expect(ranges.threads).toBeUndefined();
  expect(rangesFrom(draft, { ...USUAL, cache: false }).cache).toBe(false);
});

test("typed values override suggestions", () => {
  expect(rangesFrom(DRAFT, USUAL)).toEqual({ ...USUAL, cache: false });
  expect(rangesFrom({ ...DRAFT, maxInstances: "2", clients: "8, 4, 8" }, USUAL)).toEqual({
    ...USUAL,
    cache: false,
    maxInstances: 2,
    clients: [4, 8],
  });
  expect(rangesFrom({ ...DRAFT, kind: "latency" }, USUAL).clients).toBeNull();
});

test("a memory limit needs the memory of an instance; objectives of other models are kept if selected", () => {
  const objectives = [{ model: "other", p99Ms: 40 }];
  const instanceMemory = { bytes: 2 ** 20, basis: "files" as const };
  const usual = { instanceMemory, objectives };
  expect(constraintsFrom(DRAFT, usual)).toEqual({ memory: null, objectives });
  expect(constraintsFrom({ ...DRAFT, maxMemoryMiB: "4", keepObjectives: false }, usual)).toEqual({
    memory: { limitBytes: 4 * 2 ** 20, instance: instanceMemory },
    objectives: [],
  });
  const unknown = { instanceMemory: null, objectives: [] };
  expect(constraintsFrom({ ...DRAFT, maxMemoryMiB: "4" }, unknown)).toBeNull();
  expect(constraintsFrom({ ...DRAFT, maxMemoryMiB: "4", instanceMiB: "2" }, unknown)).toEqual({
    memory: { limitBytes: 4 * 2 ** 20, instance: { bytes: 2 * 2 ** 20, basis: "stated" } },
    objectives: [],
  });
});

test("a budget in minutes bounds the trials only by their number", () => {
  const plan = {} as ExperimentPlan;
  const goal = { kind: "throughput", p99Ms: null } as const;
  expect(orderFrom(DRAFT, goal, plan, { ranges: USUAL })).toMatchObject({
    trials: 12,
    minutes: null,
  });
  const byTime = orderFrom({ ...DRAFT, budget: "minutes" }, goal, plan, { ranges: USUAL });
  expect(byTime).toMatchObject({ trials: 100, minutes: 5, pairs: 3 });
});

test.each<[Partial<GoalDraft>, number]>([
  [{}, 5],
  [{ secondsPerStep: "0.5" }, 2],
  [{ warmupSeconds: "0.5" }, 0.5],
])("with %j it warms up for at most %d s", (more, mostSeconds) => {
  const plan = { traffic: [{ model: "m" }] } as ExperimentPlan;
  const order = orderFrom({ ...DRAFT, ...more }, { kind: "throughput", p99Ms: null }, plan, {
    ranges: USUAL,
  });
  expect(order.plan.warmup).toEqual({ kind: "auto", mostSeconds });
});
