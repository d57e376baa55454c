import { expect, test } from "vitest";
import type { Experiment, ExperimentStep } from "../contract/index.ts";
import { stepAtKnee } from "./step-at-knee.ts";

const step = (clients: number, throughput: number, p50: number, verdict = "valid") =>
  ({
    load: { kind: "concurrency", value: clients },
    inferencesPerSecond: throughput,
    response: { p50: { value: p50, low: p50, high: p50 } },
    verdict: { verdict, reasons: [] },
  }) as unknown as ExperimentStep;

const of = (steps: ExperimentStep[], goal = "sweep") =>
  stepAtKnee({ plan: { goal: { kind: goal } }, steps } as unknown as Experiment);

test("the knee is a step's position, whatever the order they were measured in", () => {
  const steps = [step(32, 520, 60), step(1, 100, 10), step(8, 500, 16)];
  expect(of(steps)).toBe(2);
});

test("invalid steps have no say, and a comparison has no knee", () => {
  const steps = [step(1, 100, 10), step(8, 500, 16), step(32, 520, 60, "invalid")];
  expect(of(steps)).toBeNull();
  expect(of([step(1, 100, 10), step(8, 500, 16), step(32, 520, 60)], "compare")).toBeNull();
});
