import { expect, test } from "vitest";
import { plan } from "../testing-data.ts";
import { nextRunName, planAgain } from "./plan-again.ts";

test("[EXPERIMENT-PAGE-C7] the same plan runs again, with other contents only if repeats are chosen", () => {
  expect(planAgain(plan, "embedded", 9)).toEqual(plan);
  expect(planAgain(plan, "remote", 9)).toEqual({ ...plan, serverId: "remote" });
  const [traffic] = plan.traffic;
  const repeats = {
    ...plan,
    traffic: [{ ...traffic!, reuse: { kind: "duplicates", share: 0.2 } as const }],
  };
  expect(planAgain(repeats, "embedded", 9).seed).toBe(9);
});

test("[EXPERIMENT-PAGE-C7] a run continues the numbering, and a suggested name follows the batching", () => {
  const next = (name: string, suggested = "ranker without batching") =>
    nextRunName(name, "ranker", suggested);
  expect(next("baseline")).toBe("baseline, run 2");
  expect(next("baseline, run 9")).toBe("baseline, run 10");
  expect(next("ranker without batching")).toBe("ranker without batching, run 2");
  expect(next("ranker without batching", "ranker with dynamic batching")).toBe(
    "ranker with dynamic batching",
  );
  expect(next("x".repeat(200))).toHaveLength(120);
});
