import type { ExperimentPlan, ExperimentStep } from "../../contract/index.ts";
import { NO_HEALTH } from "../../lab/generator/health.ts";
import { plan, traffic } from "../../lab/testing/experiment.ts";

/** A closed loop of eight clients on one model, with p99 ≤ 20 ms. */
export function planFor(model: string, more: Partial<ExperimentPlan> = {}): ExperimentPlan {
  const load = { kind: "concurrency" as const, levels: [8], thinkMs: 0 };
  return plan({ traffic: [traffic({ model })], load, ...more });
}

const NO_LATENCY: ExperimentStep["response"] = {
  count: 0,
  mean: null,
  min: null,
  max: null,
  p50: null,
  p90: null,
  p95: null,
  p99: null,
  p999: null,
  histogram: "",
};

/** A measured step with only the given fields. */
export function createStep(more: Partial<ExperimentStep>): ExperimentStep {
  return {
    load: { kind: "concurrency", value: 8 },
    candidate: null,
    replicate: null,
    startedAt: 0,
    seconds: 1,
    complete: true,
    warmup: { seconds: 0.2, words: "", settled: true },
    requestsPerSecond: 0,
    inferencesPerSecond: 0,
    goodput: null,
    successes: 0,
    outcomes: { rejected: 0, timedOut: 0, cancelled: 0, failed: 0, wrong: 0, unfinished: 0 },
    failures: [],
    response: NO_LATENCY,
    service: NO_LATENCY,
    windows: [],
    server: null,
    machine: null,
    chat: null,
    reconciliation: [],
    generator: NO_HEALTH,
    otherCpu: null,
    certificate: null,
    verdict: { verdict: "valid", reasons: [] },
    events: [],
    ...more,
  };
}
