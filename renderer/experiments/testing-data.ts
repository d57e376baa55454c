import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  type LatencySummary,
  PLAN_VERSION,
} from "../../main/contract/index.ts";

/** A valid plan for tests. */
export const plan: ExperimentPlan = {
  version: PLAN_VERSION,
  serverId: "embedded",
  wire: "http",
  traffic: [
    {
      model: "ranker",
      modelVersion: "",
      weight: 1,
      batchSize: 1,
      shapes: {},
      inputs: { kind: "generated", byInput: {} },
      distinctInputs: 32,
      reuse: { kind: "turns" },
      deadlineMs: null,
      priority: 0,
      timeoutMicros: null,
      sequence: null,
      checkOutputs: false,
    },
  ],
  load: { kind: "concurrency", levels: [1, 8, 32], thinkMs: 0 },
  secondsPerStep: 3,
  requestsPerStep: null,
  warmup: { kind: "auto", mostSeconds: 20 },
  objective: null,
  stopWhenCertified: false,
  goal: { kind: "sweep" },
  seed: 1,
};

const latency: LatencySummary = {
  count: 1000,
  mean: 4,
  min: 1,
  max: 30,
  p50: { value: 3, low: 2.9, high: 3.1 },
  p90: { value: 6, low: 5.8, high: 6.3 },
  p95: { value: 8, low: 7.6, high: 8.5 },
  p99: { value: 12, low: 11, high: 15 },
  p999: null,
  histogram: "",
};

/** Values without reports from the server and the machine. */
const untold = { server: null, machine: null, chat: null, otherCpu: null };

/** A valid step with a test's changes. */
export function step(part: Partial<ExperimentStep> = {}): ExperimentStep {
  return {
    load: { kind: "concurrency", value: 8 },
    candidate: null,
    replicate: null,
    startedAt: 1_000_000,
    seconds: 3,
    complete: true,
    warmup: { seconds: 1, words: "latency had settled", settled: true },
    requestsPerSecond: 300,
    inferencesPerSecond: 300,
    goodput: null,
    successes: 1000,
    outcomes: { rejected: 0, timedOut: 0, cancelled: 0, failed: 0, wrong: 0, unfinished: 0 },
    failures: [],
    response: latency,
    service: latency,
    windows: [],
    reconciliation: [],
    generator: {
      cpu: 0.1,
      sends: 1000,
      lateSends: 0,
      lagP50Ms: null,
      lagP99Ms: null,
      lagMaxMs: null,
      eventLoopP99Ms: null,
      offeredRate: null,
      achievedRate: null,
    },
    certificate: null,
    verdict: { verdict: "valid", reasons: [] },
    events: [],
    ...untold,
    ...part,
  };
}

/** A finished experiment with a test's changes. */
export function experiment(part: Partial<Experiment> = {}): Experiment {
  return {
    id: 1,
    name: "baseline",
    createdAt: 1_000_000,
    finishedAt: 1_010_000,
    state: "done",
    reason: null,
    plan,
    steps: [step()],
    environment: {
      server: "Embedded engine",
      serverVersion: "1.0",
      configText: "max_batch_size: 8\n",
      cpus: 2,
      cpuModel: "Processor",
      memoryBytes: 8 * 2 ** 30,
      platform: "linux",
      fingerprint: "f00d",
      sameMachine: true,
    },
    tags: [],
    pinned: false,
    note: "",
    annotations: [],
    importedFrom: null,
    search: null,
    comparisons: [],
    ...part,
  };
}

/** The reason of an invalid step. */
export const invalid = (text: string): ExperimentStep["verdict"] => ({
  verdict: "invalid",
  reasons: [{ id: "V1", severity: "invalid", text, value: 0.05, limit: 0.01 }],
});
