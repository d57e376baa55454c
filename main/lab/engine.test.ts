import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatorProgram } from "../../base/testing/program-files.ts";
import { runServe, type ServeMessage } from "../../engine/serve.ts";
import { TestRepository } from "../../engine/testing/repository.ts";
import { systemClock } from "../../base/clock.ts";
import type { ExperimentPlan, ExperimentStep, Load, Traffic } from "../contract/index.ts";
import { fetchMetrics } from "../servers/metrics/index.ts";
import { LoadGenerator } from "./generator/generator.ts";
import { loadForStep } from "./loads.ts";
import { trafficSpecs } from "./runs/traffic-specs.ts";
import { measureStep } from "./steps/measure-step.ts";
import type { Subject } from "./steps/subject.ts";
import { suggestPlan } from "./suggest.ts";
import { type MeasuredServer, openTarget } from "./target/index.ts";
import { targetAt } from "./testing/run-spec.ts";

const DATATYPES =
  "BOOL UINT8 UINT16 UINT32 UINT64 INT8 INT16 INT32 INT64 FP16 FP32 FP64 STRING BF16";

const stop = new AbortController();
const generator = new LoadGenerator(generatorProgram);
let repository: TestRepository;
let addresses: { http: string; grpc: string; metrics: string };
let exited: Promise<number>;

/** A model that echoes one tensor of every datatype. */
function everyDatatype(): string {
  const tensors = (prefix: string) =>
    DATATYPES.split(" ").map(
      (type, i) => `{ name: "${prefix}${i}" data_type: TYPE_${type} dims: [ 2, -1 ] }`,
    );
  return [
    "max_batch_size: 8",
    `input [ ${tensors("INPUT").join(", ")} ]`,
    `output [ ${tensors("OUTPUT").join(", ")} ]`,
    "dynamic_batching { }",
    "instance_group [ { kind: KIND_CPU count: 1 } ]",
  ].join("\n");
}

beforeAll(async () => {
  repository = await TestRepository.create();
  await repository.identity("everything", everyDatatype());
  await repository.identity("other", everyDatatype());
  await repository.identity("cached", `${everyDatatype()}\nresponse_cache { enable: true }`);
  const ready = Promise.withResolvers<ServeMessage>();
  exited = runServe(
    [
      `--model-repository=${repository.path}`,
      "--http-port=0",
      "--grpc-port=0",
      "--metrics-port=0",
      "--cache-config=local,size=65536",
    ],
    { version: "0", out: () => {}, err: () => {}, send: ready.resolve, stop: stop.signal },
  );
  const message = await ready.promise;
  if (message.type !== "ready") throw new Error(message.message);
  addresses = message;
});

afterAll(async () => {
  generator[Symbol.dispose]();
  stop.abort();
  await exited;
  await repository[Symbol.asyncDispose]();
});

/** A suggested plan for the model that echoes, made short. */
async function subjectOf(target: MeasuredServer, more: Partial<ExperimentPlan>): Promise<Subject> {
  const detail = await target.modelDetail("everything");
  const plan = { ...suggestPlan(detail).plan, secondsPerStep: 0.5, ...more };
  return {
    plan,
    traffic: trafficSpecs(plan, [detail]),
    target: targetAt(addresses[plan.wire === "http" ? "http" : "grpc"]),
    server: { statistics: (model) => target.statistics(model), sameMachine: true },
  };
}

async function measure(subject: Subject, clients: number): Promise<ExperimentStep | null> {
  const clientsLoad: Extract<Load, { kind: "concurrency" }> = {
    kind: "concurrency",
    levels: [],
    thinkMs: 0,
  };
  const plan = { load: clientsLoad, traffic: [], secondsPerStep: 0.5 };
  const load = loadForStep(plan, clientsLoad, clients);
  const order = {
    position: 0,
    load,
    candidate: null,
    replicate: null,
    seed: 1,
    stopWhenCertified: false,
  };
  return await measureStep(subject, order, { generator, clock: systemClock }).step;
}

describe("the lab and the engine", () => {
  it.each(["http", "grpc"] as const)(
    "agree over %s on inputs of every datatype and on how many were inferred",
    async (wire) => {
      using target = openTarget(wire, targetAt(addresses[wire]));
      const subject = await subjectOf(target, { wire, warmup: { kind: "fixed", seconds: 0.2 } });
      expect(subject.traffic[0]?.inputs).toHaveLength(DATATYPES.split(" ").length);
      const step = await measure(subject, 4);
      expect(step?.failures).toEqual([]);
      expect(step?.successes).toBeGreaterThan(0);
      expect(step?.reconciliation.map(({ name }) => name)).toEqual([
        "successful requests",
        "failed requests",
        "items inferred",
      ]);
      expect(step?.reconciliation.map(({ difference }) => difference)).toEqual([null, null, null]);
    },
  );

  it("agree on batch sizes, all of which ran in the warm-up", async () => {
    using target = openTarget("http", targetAt(addresses.http));
    const step = await measure(await subjectOf(target, {}), 4);
    expect(step?.warmup.words).toMatch(
      /^batch sizes? .* had run, latency had settled$|^10 s passed/,
    );
    expect(step?.warmup.seconds).toBeGreaterThan(0);
    expect(step?.windows.some(({ from }) => from < 0)).toBe(true);
    expect(step?.server?.executions).toBeGreaterThan(0);
    expect(step?.server?.meanBatch).toBeLessThanOrEqual(4);
    const items = step?.server?.batches.reduce((sum, [size, count]) => sum + size * count, 0);
    expect(items).toBe(step?.server?.inferences);
  }, 30_000);

  it("agree on a mixture of models, chosen by weight", async () => {
    using target = openTarget("http", targetAt(addresses.http));
    const subject = await subjectOf(target, { warmup: { kind: "fixed", seconds: 0.2 } });
    const other = await target.modelDetail("other");
    const [first] = subject.plan.traffic as [Traffic];
    const plan = {
      ...subject.plan,
      traffic: [
        { ...first, weight: 3 },
        { ...first, model: "other", weight: 1 },
      ],
    };
    const details = [await target.modelDetail("everything"), other];
    const before = await target.statistics("other");
    const step = await measure({ ...subject, plan, traffic: trafficSpecs(plan, details) }, 4);
    const after = await target.statistics("other");
    expect(step?.reconciliation.map(({ difference }) => difference)).toEqual([null, null, null]);
    const count = (all: typeof after) => all[0]?.inference_stats.success.count ?? 0;
    const sent = count(after) - count(before);
    const share = sent / ((step?.successes ?? 0) * 1.4);
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.4);
  });

  it("LAB-S9 agree on cache evictions and queueing", async () => {
    using target = openTarget("http", targetAt(addresses.http));
    const subject = await subjectOf(target, { warmup: { kind: "fixed", seconds: 0.2 } });
    const [first] = subject.plan.traffic as [Traffic];
    const plan = { ...subject.plan, traffic: [{ ...first, model: "cached", distinctInputs: 512 }] };
    const traffic = trafficSpecs(plan, [await target.modelDetail("cached")]);
    const metrics = () => fetchMetrics(addresses.metrics);
    const server = { ...subject.server, metrics };
    const step = await measure({ ...subject, plan, traffic, server }, 8);
    expect(step?.server?.cacheMisses).toBeGreaterThan(0);
    expect(step?.machine?.samples).toBeGreaterThanOrEqual(2);
    expect(step?.machine?.cacheEvictions).toBeGreaterThan(0);
    expect(step?.machine?.pendingMean).toBeGreaterThanOrEqual(0);
    expect(step?.machine).toMatchObject({ gpus: [], failures: [] });
  });

  it("agree on a rejected request, whose failures have the engine's words", async () => {
    using target = openTarget("http", targetAt(addresses.http));
    const subject = await subjectOf(target, { warmup: { kind: "fixed", seconds: 0 } });
    const traffic = subject.traffic.map((each) => ({ ...each, inputs: each.inputs.slice(1) }));
    const wrong = await measure({ ...subject, traffic }, 1);
    expect(wrong?.successes).toBe(0);
    expect(wrong?.failures[0]?.status).toBe("INVALID_ARGUMENT");
    expect(wrong?.failures[0]?.message).toContain("expected 14 inputs but got 13");
    expect(wrong?.verdict.verdict).toBe("invalid");
  });
});
