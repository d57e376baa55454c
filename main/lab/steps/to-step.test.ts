import { expect, it } from "vitest";
import type { RunResult } from "../generator/messages.ts";
import { Tally } from "../generator/tally.ts";
import { plan } from "../testing/experiment.ts";
import { toStep } from "./to-step.ts";

it("LAB-S10 goodput counts items within the objective, whatever batch sizes are mixed", () => {
  const tally = new Tally(20);
  for (let i = 0; i < 90; i++) tally.success(5000, 5000, 1);
  for (let i = 0; i < 10; i++) tally.success(50_000, 50_000, 91);
  const result: Partial<RunResult> = {
    seconds: 10,
    complete: true,
    successes: tally.successes,
    withinBound: tally.withinBound,
    items: tally.items,
    itemsWithinBound: tally.itemsWithinBound,
    answered: { requests: 100, items: tally.items, itemsWithinBound: tally.itemsWithinBound ?? 0 },
    outcomes: tally.outcomes,
    failures: [],
    response: tally.response.counts.encode(),
    service: tally.service.counts.encode(),
    windows: [],
    stream: null,
    possibleError: null,
    p99Course: [],
    health: { sends: 100, cpu: 0, eventLoopP99Ms: null } as RunResult["health"],
    adjustedAt: null,
  };
  const step = toStep({
    plan: plan({ objective: { percentile: 99, boundMs: 20 } }),
    result: result as RunResult,
    load: { kind: "concurrency", value: 1 },
    candidate: null,
    replicate: null,
    startedAt: 0,
    warmup: { seconds: 0, settled: true, words: "none" },
    server: null,
    machine: null,
    chat: null,
    tokens: null,
    jsonTensors: false,
    tolerance: 0,
    certificate: null,
    events: [],
    cacheEntries: null,
    otherCpu: null,
    sameMachine: true,
    caveat: null,
    replaced: false,
  });
  expect([step.inferencesPerSecond, step.goodput]).toEqual([100, 9]);
});
