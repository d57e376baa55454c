import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  type LatencySummary,
  PLAN_VERSION,
  type Traffic,
} from "../../contract/index.ts";
import { plainTraffic } from "../plain-traffic.ts";
import { percentileWithInterval } from "../statistics/index.ts";

export function traffic(more: Partial<Traffic> = {}): Traffic {
  return { ...plainTraffic("ranker"), distinctInputs: 32, ...more };
}

export function plan(more: Partial<ExperimentPlan> = {}): ExperimentPlan {
  return {
    version: PLAN_VERSION,
    serverId: "embedded",
    wire: "http",
    traffic: [traffic()],
    load: { kind: "concurrency", levels: [1, 8], thinkMs: 0 },
    secondsPerStep: 3,
    requestsPerStep: null,
    warmup: { kind: "auto", mostSeconds: 10 },
    objective: { percentile: 99, boundMs: 20 },
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: 1,
    ...more,
  };
}

/** 2,000 latencies from 1 ms up to `mostMs`, evenly. */
export function latency(mostMs: number): LatencySummary {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
    autoResize: false,
  });
  const count = 2000;
  for (let i = 0; i < count; i++) {
    histogram.recordValue(Math.round(1000 + ((mostMs - 1) * 1000 * i) / (count - 1)));
  }
  const percentile = (share: number) => {
    const estimate = percentileWithInterval(histogram, share);
    if (!estimate) return null;
    const { value, low, high } = estimate;
    return { value: value / 1000, low: low / 1000, high: high / 1000 };
  };
  return {
    count,
    mean: (1 + mostMs) / 2,
    min: 1,
    max: mostMs,
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
    p999: percentile(99.9),
    histogram: encodeIntoCompressedBase64(histogram),
  };
}

/** A step of 2,000 successes and 5 rejections in 3 s. */
export function step(more: Partial<ExperimentStep> = {}): ExperimentStep {
  const response = latency(9);
  return {
    load: { kind: "concurrency", value: 8 },
    candidate: null,
    replicate: null,
    startedAt: 1000,
    seconds: 3,
    complete: true,
    warmup: { seconds: 1.5, words: "latency had settled", settled: true },
    requestsPerSecond: 666.6667,
    inferencesPerSecond: 666.6667,
    goodput: 660,
    successes: 2000,
    outcomes: { rejected: 5, timedOut: 0, cancelled: 0, failed: 0, wrong: 0, unfinished: 0 },
    failures: [{ status: "UNAVAILABLE", message: "Exceeds maximum queue size", count: 5 }],
    response,
    service: response,
    windows: [0, 1, 2].map((from) => ({
      from,
      seconds: 1,
      sent: 668,
      successes: 667,
      failures: from === 1 ? 5 : 0,
      p50: 5,
      p99: 8.9,
      max: 9,
      cells: [
        [30, 300],
        [36, 367],
      ],
    })),
    server: {
      seconds: 3,
      requests: 2000,
      failures: 5,
      inferences: 2000,
      executions: 500,
      meanBatch: 4,
      queueMs: 1,
      computeInputMs: 0.1,
      computeInferMs: 2,
      computeOutputMs: 0.2,
      requestMs: 3.5,
      cacheHits: 0,
      cacheMisses: 0,
      cacheHitMs: null,
      cacheMissMs: null,
      batches: [
        [2, 100],
        [4, 300],
        [8, 100],
      ],
    },
    chat: null,
    machine: {
      samples: 4,
      cpuMean: 0.75,
      memoryMaxBytes: 3e9,
      gpus: [],
      cacheEvictions: 12,
      pendingMean: 3.5,
      failures: [{ reason: "REJECTED", count: 5 }],
    },
    reconciliation: [{ name: "requests", client: 2000, server: 2000, difference: null }],
    generator: {
      cpu: 0.25,
      sends: 2005,
      lateSends: 0,
      lagP50Ms: null,
      lagP99Ms: null,
      lagMaxMs: null,
      eventLoopP99Ms: 1.2,
      offeredRate: null,
      achievedRate: null,
    },
    otherCpu: 0.05,
    certificate: {
      result: "kept",
      percentile: 99,
      boundMs: 20,
      confidence: 0.99,
      requests: 2005,
      over: 5,
      words: "p99 ≤ 20 ms certified at 99 % after 1307 requests",
    },
    verdict: { verdict: "valid", reasons: [] },
    events: [],
    ...more,
  };
}

export const invalid: ExperimentStep["verdict"] = {
  verdict: "invalid",
  reasons: [
    {
      id: "V3",
      severity: "invalid",
      text: "The generator used 93 % of a core, more than 80 %.",
      value: 0.93,
      limit: 0.8,
    },
  ],
};

/** Invalid by V7: it drifted by this share. */
export const drifted = (share: number): ExperimentStep["verdict"] => ({
  verdict: "invalid",
  reasons: [
    { id: "V7", severity: "invalid", text: "Its speed changed.", value: share, limit: null },
  ],
});

export function experiment(more: Partial<Experiment> = {}): Experiment {
  return {
    id: 7,
    name: "before",
    createdAt: 0,
    finishedAt: 60_000,
    state: "done",
    reason: null,
    plan: plan(),
    steps: [
      step(),
      step({
        load: { kind: "concurrency", value: 1 },
        inferencesPerSecond: 400,
        requestsPerSecond: 400,
        server: null,
        certificate: null,
        verdict: invalid,
      }),
    ],
    environment: {
      server: "Embedded engine",
      serverVersion: "0.1.0",
      configText: 'name: "ranker"\n',
      cpus: 2,
      cpuModel: "c",
      memoryBytes: 8e9,
      platform: "linux 6 x64",
      fingerprint: "abc",
      sameMachine: true,
    },
    tags: ["baseline"],
    pinned: false,
    note: "",
    annotations: [{ id: 1, time: 5000, step: 0, text: "A cold start." }],
    importedFrom: null,
    search: null,
    comparisons: [],
    ...more,
  };
}
