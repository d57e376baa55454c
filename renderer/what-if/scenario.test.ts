import { describe, expect, it } from "vitest";
import {
  firstScenario,
  isChanged,
  questionFor,
  recallScenario,
  rememberScenario,
  type Scenario,
  scenarioErrors,
} from "./scenario.ts";
import { calibrated } from "./testing-basis.ts";

const basis = calibrated();
const mlp = { serverId: "a", model: "mlp" };
const scenario = (change: Partial<Scenario> = {}) => ({ ...firstScenario(basis, null), ...change });
const batching = {
  preferred: [4],
  delayUs: 1000,
  queueSize: 8,
  timeoutUs: 0,
  timeoutAction: "REJECT",
} as const;

describe("[WHATIF-PAGE-1] the first scenario", () => {
  it("has the current load, else a few clients", () => {
    expect(firstScenario(basis, 123.456).load).toEqual({ kind: "rate", rate: 123 });
    expect(firstScenario(basis, null).load).toEqual({ kind: "clients", clients: 8 });
  });

  it("is the active configuration", () => {
    expect(isChanged(scenario(), basis)).toBe(false);
    expect(questionFor(scenario(), basis, mlp).configurations).toHaveLength(1);
  });

  it("is remembered by server and model, the last fifty", () => {
    rememberScenario("a ranker", scenario({ slowdown: 0.5 }));
    expect(recallScenario("a ranker")?.slowdown).toBe(0.5);
    for (let i = 0; i < 50; i++) rememberScenario(`b ${i}`, scenario());
    expect(recallScenario("a ranker")).toBeUndefined();
  });
});

it("requests the active configuration first, then the changed one", () => {
  const settings = { ...basis.settings, instances: 2, batching: { ...batching, preferred: [4] } };
  const { configurations, cost, batchesOf } = questionFor(
    scenario({ settings, slowdown: 0.3 }),
    basis,
    mlp,
  );
  expect(configurations).toEqual([
    { settings: basis.settings, cacheHitRate: 0 },
    { settings, cacheHitRate: 0 },
  ]);
  expect(cost.slowdown).toBe(0.3);
  expect(batchesOf).toEqual(mlp);
});

it("counts another cache hit rate as a change, but not a new report of the server", () => {
  expect(isChanged(scenario({ cacheHitRate: 0.5 }), basis)).toBe(true);
  expect(isChanged(scenario(), { ...basis, cacheHitRate: 0.4 })).toBe(false);
});

describe("[WHATIF-PAGE-2] wrong values", () => {
  const errors = (change: Partial<Scenario>) => [...scenarioErrors(scenario(change), basis)];
  const gamma = (burstiness: number): Partial<Scenario> => ({
    load: { kind: "rate", rate: 10, arrivals: { kind: "gamma", burstiness } },
  });
  const settings = (change: object) => ({ settings: { ...basis.settings, ...change } });

  it.each<[string, Partial<Scenario>, string]>([
    ["load", { load: { kind: "rate", rate: Number.NaN } }, "from 0.01 to 100000"],
    ["load", { load: { kind: "clients", clients: 1.5 } }, "whole number from 1 to 4096"],
    ["burstiness", gamma(0), "from 0.01 to 100"],
    ["load", { load: { kind: "intervals", micros: [] } }, "at least one gap"],
    ["load", { load: { kind: "intervals", micros: [1, Number.NaN] } }, "Gap 2 is no number"],
    ["load", { load: { kind: "intervals", micros: [1, 2] } }, "at least 10 µs on average"],
    ["load", { load: { kind: "intervals", micros: Array(20_001).fill(50) } }, "at most 20000"],
    ["instances", settings({ instances: 0 }), "whole number from 1 to 1024"],
    ["maxBatchSize", settings({ maxBatchSize: 0 }), "whole number from 1"],
    ["itemsPerRequest", { itemsPerRequest: 9 }, "whole number from 1 to 8"],
    ["preferred", settings({ batching: { ...batching, preferred: [16] } }), "max batch size 8"],
    ["delayUs", settings({ batching: { ...batching, delayUs: -1 } }), "whole number from 0"],
    ["queueSize", settings({ batching: { ...batching, queueSize: Number.NaN } }), "whole number"],
    ["timeoutUs", settings({ batching: { ...batching, timeoutUs: 0.5 } }), "whole number"],
    ["cacheHitRate", { cacheHitRate: 2 }, "from 0 to 1"],
    ["slowdown", { slowdown: Number.NaN }, "from 0 to 10"],
  ])("name the valid range: %s", (field, change, sentence) => {
    expect(errors(change)).toContainEqual([field, expect.stringContaining(sentence)]);
  });

  it("the first scenario has no errors", () => {
    expect(errors({})).toEqual([]);
    expect(errors(settings({ batching }))).toEqual([]);
  });
});
