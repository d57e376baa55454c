import { expect, test } from "vitest";
import type { ExperimentPlan } from "../../main/contract/index.ts";
import { draftOf, plannedSeconds, planErrors, planOf } from "./plan.ts";

const plan: ExperimentPlan = {
  serverId: "embedded",
  model: "text_encoder",
  modelVersion: "",
  wire: "http",
  concurrencies: [1, 8, 32],
  secondsPerStep: 3,
  warmupSeconds: 0.5,
  batchSize: 1,
  distinctInputs: 32,
  seed: 1,
  shapes: { ids: [16] },
};

test("a plan survives the form unchanged", () => {
  expect(planOf(draftOf(plan), plan)).toEqual(plan);
  expect(planErrors(draftOf(plan))).toEqual({});
});

test("the expected duration counts warm-ups", () => {
  expect(plannedSeconds(plan)).toBe(10.5);
});

test("each wrong field gets its sentence", () => {
  const errors = planErrors({
    ...draftOf(plan),
    concurrencies: [],
    secondsPerStep: "0.1",
    batchSize: "1.5",
    seed: "",
    shapes: { ids: "3, x" },
  });
  expect(errors).toEqual({
    concurrencies: "Choose at least one.",
    secondsPerStep: "0.1 is not between 0.5 and 600.",
    batchSize: "“1.5” is not a whole number.",
    seed: "“” is not a whole number.",
    "shape ids": "“3, x” is not a list of sizes such as 3, 64, 64.",
  });
});
