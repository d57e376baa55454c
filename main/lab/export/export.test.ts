import { expect, it } from "vitest";
import type { Experiment, ExperimentStep } from "../../contract/index.ts";
import { suggestPlan } from "../suggest.ts";
import { detail } from "../testing/fake-server.ts";
import { exportExperiment } from "./export.ts";

const { notes: _notes, ...plan } = suggestPlan(detail());

const step: ExperimentStep = {
  concurrency: 8,
  startedAt: 1_000,
  seconds: 3,
  complete: true,
  requestsPerSecond: 100,
  inferencesPerSecond: 400.00049,
  successes: 300,
  failures: [{ status: "UNAVAILABLE", message: "Exceeds maximum queue size", count: 5 }],
  latency: {
    count: 300,
    meanMs: 5,
    p50Ms: 4.5,
    p90Ms: 6,
    p95Ms: 7.0015,
    p99Ms: null,
    minMs: 1,
    maxMs: 9,
  },
  server: {
    seconds: 3,
    requests: 300,
    failures: 5,
    inferences: 1200,
    executions: 150,
    meanBatch: 8,
    queueMs: 1,
    computeInputMs: 0.1,
    computeInferMs: 2,
    computeOutputMs: 0.2,
    requestMs: 3.5,
    cacheHits: 0,
    cacheMisses: 0,
    batches: [[8, 150]],
  },
  histogram: "HISTFAAAA",
  generatorCpu: 0.25,
};

const experiment: Experiment = {
  id: 7,
  name: "before",
  createdAt: 0,
  finishedAt: 60_000,
  state: "done",
  reason: null,
  plan: { ...plan, model: "my model/1" },
  steps: [step, { ...step, concurrency: 32, server: null }],
  environment: {
    server: "Embedded engine",
    serverVersion: "0.1.0",
    configText: 'name: "m"\n',
    cpus: 2,
    cpuModel: "c",
    platform: "p",
  },
};

it("CSV has perf_analyzer's columns first, in µs, and leaves empty what is not known", () => {
  const { fileName, content } = exportExperiment(experiment, "csv");
  expect(fileName).toBe("experiment-7-my_model_1.csv");
  const [head, first, second, end] = content.split("\n");
  expect(head).toMatch(
    /^Concurrency,Inferences\/Second,Client Send,Network\+Server Send\/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency,p90 latency,p95 latency,p99 latency,/,
  );
  expect(first).toBe(
    "8,400,0,1500,1000,100,2000,200,0,4500,6000,7002,,5000,100,300,5,3,yes,8,150,0,0,0.25",
  );
  expect(second).toBe("32,400,0,,,,,,0,4500,6000,7002,,5000,100,300,5,3,yes,,,,,0.25");
  expect(end).toBe("");
});

it("JSON names its format and version and holds the whole experiment", () => {
  const { content, mediaType } = exportExperiment(experiment, "json");
  expect(mediaType).toBe("application/json");
  const { steps, ...document } = JSON.parse(content);
  expect(document).toEqual({
    format: "batchdeck.experiment",
    version: 1,
    name: "before",
    createdAt: "1970-01-01T00:00:00.000Z",
    finishedAt: "1970-01-01T00:01:00.000Z",
    state: "done",
    reason: null,
    plan: experiment.plan,
    environment: experiment.environment,
  });
  expect(steps[0]).toEqual({ ...step, startedAt: "1970-01-01T00:00:01.000Z" });
});
