import { describe, expect, it } from "vitest";
import type { ExperimentPlan, ExperimentStep } from "../../contract/index.ts";
import { latency, plan, step } from "../testing/experiment.ts";
import { expectedProbes, type Goal, findGoal, mostProbes } from "./index.ts";

const objective = { percentile: 99, boundMs: 20 };
const concurrency: ExperimentPlan["load"] = { kind: "concurrency", levels: [1], thinkMs: 0 };
const rate: ExperimentPlan["load"] = {
  kind: "rate",
  rates: [1],
  arrivals: { kind: "poisson" },
};

const search = (
  load: ExperimentPlan["load"],
  least: number,
  most: number,
  precision = 0.05,
): ExperimentPlan => plan({ load, objective, goal: { kind: "search", least, most, precision } });

type Result = NonNullable<ExperimentStep["certificate"]>["result"];

/** A step at a load with this certificate. */
function probe(
  load: ExperimentStep["load"],
  result: Result,
  more: Partial<ExperimentStep> = {},
): ExperimentStep {
  const certificate = {
    ...objective,
    result,
    confidence: 0.99,
    requests: 1000,
    over: 5,
    words: "",
  };
  return step({ load, certificate, ...more });
}

/** Runs a goal against a server that meets the objective where `keeps` says so; returns the loads that were tried. */
function run(goal: Goal, result: (value: number) => Result): number[] {
  const tried: number[] = [];
  for (let planned = goal.next(); planned && tried.length < 50; planned = goal.next()) {
    tried.push(planned.load.shown.value);
    expect(planned.stopWhenCertified).toBe(true);
    goal.add(planned.position, probe(planned.load.shown, result(planned.load.shown.value)));
  }
  return tried;
}

describe("a search", () => {
  it("LAB-G1 doubles until the objective is missed, then halves the bracket to the precision", () => {
    const goal = findGoal(search(concurrency, 1, 1024));
    const tried = run(goal, (value) => (value <= 21 ? "kept" : "missed"));
    expect(tried).toEqual([1, 2, 4, 8, 16, 32, 24, 20, 22, 21]);
    expect(goal.result).toMatchObject({ best: 21, missed: 22 });
    expect(goal.result?.words).toBe("Concurrency 21 keeps p99 ≤ 20 ms, concurrency 22 misses it.");
  });

  it("LAB-G1 finds the highest rate to within the precision, in few probes", () => {
    const asked = search(rate, 10, 10_000);
    const goal = findGoal(asked);
    const tried = run(goal, (value) => (value <= 333 ? "kept" : "missed"));
    const { best, missed } = goal.result ?? {};
    expect(best).toBeLessThanOrEqual(333);
    expect(missed).toBeGreaterThan(333);
    expect((missed ?? 0) / (best ?? 1)).toBeLessThanOrEqual(1.05);
    expect(tried.length).toBeLessThanOrEqual(mostProbes(asked));
    expect(expectedProbes(asked)).toBeLessThanOrEqual(mostProbes(asked));
  });

  it("LAB-G2 says if even the lowest load misses, and if even the highest meets it", () => {
    const none = findGoal(search(concurrency, 4, 64));
    expect(run(none, () => "missed")).toEqual([4]);
    expect(none.result).toEqual({
      best: null,
      missed: 4,
      words: "Even concurrency 4 misses p99 ≤ 20 ms.",
    });
    const all = findGoal(search(concurrency, 4, 50));
    expect(run(all, () => "kept")).toEqual([4, 8, 16, 32, 50]);
    expect(all.result).toEqual({
      best: 50,
      missed: null,
      words: "Even concurrency 50, the highest load allowed, meets p99 ≤ 20 ms.",
    });
  });

  it("LAB-G3 decides by the share of slow requests if nothing is certified, and says so", () => {
    const goal = findGoal(search(concurrency, 1, 2));
    run(goal, () => "undecided");
    expect(goal.result?.best).toBe(2);
    expect(goal.result?.words).toContain("Without certainty at concurrency 1, concurrency 2");
  });

  it("LAB-G4 repeats an invalid probe once, and says if it stayed invalid", () => {
    const goal = findGoal(search(concurrency, 1, 1));
    const verdict = { verdict: "invalid" as const, reasons: [] };
    const load = { kind: "concurrency" as const, value: 1 };
    goal.add(0, probe(load, "kept", { verdict }));
    expect(goal.next()?.load.shown).toEqual(load);
    goal.add(1, probe(load, "missed", { verdict }));
    expect(goal.next()).toBeNull();
    expect(goal.result).toMatchObject({ best: null, missed: 1 });
    expect(goal.result?.words).toContain(
      "The measurements at concurrency 1 are invalid: don't rely",
    );
    expect(goal.result?.words).toMatch(/^Invalid: /);
  });

  it("LAB-G5 says if latency did not only rise with load", () => {
    const goal = findGoal(search(concurrency, 1, 2));
    goal.add(0, probe({ kind: "concurrency", value: 1 }, "kept", { response: latency(19) }));
    goal.add(1, probe({ kind: "concurrency", value: 2 }, "kept", { response: latency(5) }));
    expect(goal.result?.words).toContain("Latency did not only rise with load: the median was 10");
  });

  it("LAB-G6 continues after an interruption: an incomplete probe is repeated", () => {
    const goal = findGoal(search(concurrency, 1, 64));
    goal.add(0, probe({ kind: "concurrency", value: 1 }, "kept"));
    goal.add(1, probe({ kind: "concurrency", value: 2 }, "kept", { complete: false }));
    expect(goal.next()).toMatchObject({ position: 1, load: { shown: { value: 2 } } });
    expect(goal.result?.words).toBe("Concurrency 1 keeps p99 ≤ 20 ms so far.");
  });
});

describe("a comparison", () => {
  it("LAB-G7 runs every candidate once per replicate, in rotating order, with the same seed", () => {
    const candidates = ["a", "b", "c"].map((label) => ({ label, configText: null }));
    const goal = findGoal(
      plan({ load: concurrency, goal: { kind: "compare", candidates, replicates: 3 } }),
    );
    const order: number[][] = [[], [], []];
    for (let planned = goal.next(); planned; planned = goal.next()) {
      order[planned.replicate ?? 0]?.push(planned.candidate ?? -1);
      expect(planned.seed).toBe(1 + (planned.replicate ?? 0));
      goal.add(planned.position, step());
    }
    expect(order.map((each) => each.toSorted((a, b) => a - b))).toEqual([
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(new Set(order.map(([first]) => first)).size).toBe(3);
  });

  it("LAB-G8 needs a load of one step", () => {
    const candidates = [
      { label: "a", configText: null },
      { label: "b", configText: "" },
    ];
    expect(() => findGoal(plan({ goal: { kind: "compare", candidates, replicates: 1 } }))).toThrow(
      "goal is a comparison, which needs a load of one step, and not 2.",
    );
  });
});

it.each([
  [
    plan({ load: concurrency, objective: null, goal: search(concurrency, 1, 2).goal }),
    "goal is a search, but objective is not set",
  ],
  [search(concurrency, 3, 2), "goal.least is 3, above goal.most, which is 2."],
  [search(concurrency, 1, 5000), "goal.most is 5000; concurrency may be at most 4096."],
  [
    search({ kind: "bursts", size: 1, everyMs: 10 }, 1, 2),
    "needs a load by concurrency or rate, and not 'bursts'",
  ],
  [plan({ objective: null, stopWhenCertified: true }), "stopWhenCertified is set, but objective"],
])("LAB-G8 rejects conflicting parts of a plan: %#", (wrong, message) => {
  expect(() => findGoal(wrong)).toThrow(message);
});
