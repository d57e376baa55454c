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

test("the knee is a step's position, in any order of measurement", () => {
  const steps = [step(32, 520, 60), step(1, 100, 10), step(8, 500, 16)];
  expect(of(steps)).toBe(2);
});

test("invalid steps don't count, and a comparison has no knee", () => {
  const steps = [step(1, 100, 10), step(8, 500, 16), step(32, 520, 60, "invalid")];
  expect(of(steps)).toBeNull();
  expect(of([step(1, 100, 10), step(8, 500, 16), step(32, 520, 60)], "compare")).toBeNull();
});

const chat = (clients: number, throughput: number, p50: number, p99: number | null) => {
  const of = (value: number | null) => value && { value, low: value, high: value };
  const firstToken = { p50: of(p50), p99: of(p99) };
  return { ...step(clients, throughput, 10), chat: { firstToken } } as unknown as ExperimentStep;
};

test("LAB-CHAT-18 the knee of streamed responses uses the p99 of the first token", () => {
  const steps = [chat(1, 100, 10, 20), chat(8, 500, 10, 50), chat(32, 520, 10, 900)];
  expect(of(steps)).toBe(1);
});

test("LAB-CHAT-18 it uses the p50 if a step has too few responses for a p99", () => {
  const steps = [chat(1, 100, 10, null), chat(8, 500, 10, 50), chat(32, 900, 90, 95)];
  expect(of(steps)).toBe(1);
});
