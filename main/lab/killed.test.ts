import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TestRepository } from "../../engine/testing/repository.ts";
import type { Experiment, ExperimentPlan } from "../contract/index.ts";
import { type EngineProcess, startEngineProcess } from "../testing/engine-process.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";
import { openTarget } from "./target/target.ts";
import { targetAt } from "./testing/run-spec.ts";
import { startHostProcess } from "./testing/host-process.ts";

const CONFIG = `backend: "identity"
max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 4 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 4 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]`;
const BATCHING = `${CONFIG}\ndynamic_batching { max_queue_delay_microseconds: 500 }`;

let directory: string;
let repository: TestRepository;
let engine: EngineProcess;

beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-killed-"));
  repository = await TestRepository.create();
  await repository.write("echo/1/.keep", "");
  await repository.write("echo/config.pbtxt", CONFIG);
  engine = await startEngineProcess(repository.path);
});

afterEach(async () => {
  await engine.stop();
  await repository[Symbol.asyncDispose]();
  fs.rmSync(directory, { recursive: true, force: true });
});

const load = (...levels: number[]): ExperimentPlan["load"] => ({
  kind: "concurrency",
  levels,
  thinkMs: 5,
});
const brief: Partial<ExperimentPlan> = { warmup: { kind: "fixed", seconds: 0.2 } };

/** Whether the model serves with the dynamic batcher. */
async function batches(): Promise<boolean> {
  using target = openTarget("http", targetAt(engine.http.replace("http://", "")));
  return "dynamic_batching" in ((await target.modelDetail("echo")).config ?? {});
}

const get = (host: TestHost, id: number): Promise<Experiment> =>
  host.client.request("lab.get", { id });

async function resume(host: TestHost, id: number): Promise<Experiment> {
  await vi.waitFor(() => host.client.request("lab.resume", { id }), { timeout: 20_000 });
  await vi.waitFor(async () => expect((await get(host, id)).state).toBe("done"), {
    timeout: 60_000,
    interval: 100,
  });
  return await get(host, id);
}

it("LAB-E3 a killed console keeps its measurements, and resumes on request", {
  timeout: 120_000,
}, async () => {
  using killed = startHostProcess(directory, engine, "echo", {
    ...brief,
    load: load(1, 2),
    secondsPerStep: 4,
  });
  const { id } = await killed.until(
    ({ phase, stepIndex, live }) => phase === "measuring" && stepIndex === 1 && live !== null,
  );
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await killed.kill();

  const host = await startTestHost({ directory });
  const left = await get(host, id);
  expect(left).toMatchObject({
    state: "interrupted",
    reason: "The console ended while it ran.",
  });
  expect(left.steps.map(({ complete }) => complete)).toEqual([true, false]);
  expect(left.steps[1]?.successes).toBeGreaterThan(0);
  expect(left.steps[1]?.response.count).toBe(left.steps[1]?.successes);
  expect(left.steps[1]?.seconds).toBeLessThan(4);

  const done = await resume(host, id);
  expect(done.steps.map(({ complete }) => complete)).toEqual([true, true]);
  expect(done.steps[0]).toEqual(left.steps[0]);
  await host.close();
});

it("LAB-R3 a console that is killed during a comparison restores the original configuration at its next start", {
  timeout: 120_000,
}, async () => {
  using killed = startHostProcess(directory, engine, "echo", {
    ...brief,
    load: load(2),
    secondsPerStep: 1,
    goal: {
      kind: "compare",
      candidates: [
        { label: "as it is", configText: null },
        { label: "batching", configText: BATCHING },
      ],
      replicates: 2,
    },
  });
  const { id } = await killed.until(
    ({ phase, words }) => phase === "measuring" && words.includes("'batching'"),
  );
  expect(await batches()).toBe(true);
  await killed.kill();
  expect(await batches()).toBe(true);

  const host = await startTestHost({ directory });
  await vi.waitFor(async () => expect(await batches()).toBe(false), {
    timeout: 20_000,
    interval: 100,
  });
  expect((await get(host, id)).state).toBe("interrupted");
  const done = await resume(host, id);
  expect(done.steps.map(({ candidate }) => candidate ?? -1).toSorted((a, b) => a - b)).toEqual([
    0, 0, 1, 1,
  ]);
  expect(done.comparisons).toHaveLength(1);
  expect(done.comparisons[0]?.figures[0]?.figure).toBe("throughput");
  expect(await batches()).toBe(false);
  await host.close();
});
