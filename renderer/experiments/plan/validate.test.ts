import { expect, test } from "vitest";
import type { ExperimentPlan } from "../../../main/contract/index.ts";
import { plan } from "../testing-data.ts";
import { errorWithin, planErrors } from "./validate.ts";
import { withGiven } from "./with-given.ts";

const traffic = plan.traffic[0]!;
const errorsOf = (part: Partial<ExperimentPlan>) =>
  Object.fromEntries(planErrors({ ...plan, ...part }));

test("[EXPERIMENT-PAGE-P1] a valid plan has no errors", () => {
  expect(errorsOf({})).toEqual({});
});

test("[EXPERIMENT-PAGE-P2] each invalid field has an error", () => {
  expect(
    errorsOf({
      secondsPerStep: 0,
      seed: Number.NaN,
      load: { kind: "concurrency", levels: [], thinkMs: -1 },
      traffic: [{ ...traffic, batchSize: 1.5, deadlineMs: 0 }],
    }),
  ).toEqual({
    secondsPerStep: "0 is too small: at least 0.1.",
    seed: "This is not a number.",
    "load.levels": "At least one.",
    "load.thinkMs": "-1 is too small: at least 0.",
    "traffic.0.batchSize": "1.5 is not a whole number.",
    "traffic.0.deadlineMs": "0 is too small: more than 0.",
  });
});

test("[EXPERIMENT-PAGE-P2] a search needs an objective and a range", () => {
  const errors = errorsOf({ goal: { kind: "search", least: 50, most: 10, precision: 0.1 } });
  expect(errors["goal"]).toContain("objective");
  expect(errors["goal.most"]).toBe("10 is not more than the lowest, 50.");
});

test("[EXPERIMENT-PAGE-P2] a comparison has one load", () => {
  const candidates = [
    { label: "as it serves", configText: null },
    { label: "delay", configText: "max_batch_size: 8" },
  ];
  const goal = { kind: "compare" as const, candidates, replicates: 5 };
  expect(errorsOf({ goal })).toEqual({
    "load.levels": "A comparison measures every candidate at one load: choose one.",
  });
  expect(errorsOf({ goal, load: { kind: "concurrency", levels: [8], thinkMs: 0 } })).toEqual({});
});

test("[EXPERIMENT-PAGE-P2] an error inside a part is found from the part", () => {
  const errors = planErrors({
    ...plan,
    traffic: [
      {
        ...traffic,
        inputs: { kind: "generated", byInput: { ids: { kind: "tokens", below: 0 } } },
      },
    ],
  });
  expect(errorWithin(errors, "traffic.0.inputs")).toBe("0 is too small: at least 1.");
  expect(errorWithin(errors, "traffic.0.shapes")).toBeNull();
});

test("[EXPERIMENT-PAGE-P1] settings from the address replace suggested ones, and the plan stays valid", () => {
  const given = { concurrencies: [4], distinctInputs: 100, batchSize: 8 };
  const asked = withGiven(plan, given);
  expect(asked.load).toEqual({ kind: "concurrency", levels: [4], thinkMs: 0 });
  expect(asked.traffic[0]).toMatchObject({ distinctInputs: 100, batchSize: 8 });
  expect(planErrors(asked).size).toBe(0);
  expect(withGiven(plan, {})).toEqual(plan);
  expect(planErrors(withGiven(plan, { goal: "search" })).size).toBe(0);
});
