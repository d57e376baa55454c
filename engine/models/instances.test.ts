import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "../engine.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { modelConfig } from "../testing/model-config.ts";
import type { TestRepository } from "../testing/repository.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import type { BatchEvent } from "../types.ts";
import { instancePlaces } from "./instance-places.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create();
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

const item = (modelName: string, input = "INPUT0") =>
  inferRequest({ modelName, inputs: [floats(input, [1, 2], [1, 2])] });

const group = { gpus: [], secondary_devices: [], profile: [], passive: false, host_policy: "" };

describe("places", () => {
  it("[SCHED-D5] are named after their group, their number and their device", () => {
    const config = modelConfig({
      instance_group: [
        { ...group, name: "m_0", kind: "KIND_CPU", count: 1 },
        { ...group, name: "m_1", kind: "KIND_CPU", count: 2 },
        { ...group, name: "m_2", kind: "KIND_GPU", count: 1, gpus: [1, 3] },
        { ...group, name: "m_3", kind: "KIND_GPU", count: 2 },
        { ...group, name: "idle", kind: "KIND_CPU", count: 1, passive: true },
      ],
    });
    const named = instancePlaces(config, [5]).map(({ name, deviceId }) => [name, deviceId]);
    expect(named).toEqual([
      ["m_0", -1],
      ["m_1_0", -1],
      ["m_1_1", -1],
      ["m_2_gpu1", 1],
      ["m_2_gpu3", 3],
      ["m_3_0", 5],
      ["m_3_1", 5],
    ]);
  });
});

describe("a configuration with too many or too few instances", () => {
  const io = {
    input: [{ name: "INPUT0", data_type: "TYPE_FP32", dims: [2] }],
    output: [{ name: "OUTPUT0", data_type: "TYPE_FP32", dims: [2] }],
  };
  const inputs = { INPUT0: { data_type: "TYPE_FP32", dims: [2], zero_data: true } };
  const huge = { INPUT0: { data_type: "TYPE_FP32", dims: [2 ** 50], zero_data: true } };

  it.each([
    [
      "[SCHED-D5]",
      { instance_group: [{ kind: "KIND_CPU", count: 2 ** 30 }] },
      "ask for 1073741824 instances, but a model version has at most 4096",
    ],
    [
      "[SCHED-D5]",
      { instance_group: [{ kind: "KIND_CPU", passive: true }] },
      "has only passive instance groups",
    ],
    [
      "[SCHED-WU3]",
      { max_batch_size: 4, model_warmup: [{ name: "w", batch_size: 2 ** 32 - 1, inputs }] },
      "warmup sample 'w' with batch_size 4294967295 would take more than",
    ],
    [
      "[SCHED-WU3]",
      { model_warmup: [{ name: "w", batch_size: 1, inputs: huge }] },
      "warmup sample 'w' with batch_size 1 would take more than",
    ],
    [
      "[SEQ-4]",
      { max_batch_size: 2 ** 31 - 1, sequence_batching: {} },
      "asks for 4294967294 slots for sequences, but a model version has at most 1048576",
    ],
  ])("%s is rejected before memory is allocated", async (_, more, message) => {
    await repository.identity("m", "");
    const engine = await fixture.start({ modelControlMode: "explicit" });
    const instance_group = [{ kind: "KIND_CPU", count: 2 }];
    const config = JSON.stringify({ backend: "identity", ...io, instance_group, ...more });
    await expect(engine.loadModel("m", { config })).rejects.toThrow(message);
  });
});

describe("rate limiter", () => {
  /** The instances, and the resources of each. */
  const groupOf = (instances: number, count: number, priority = 1) =>
    `instance_group { kind: KIND_CPU count: ${instances} rate_limiter { priority: ${priority} resources [ { name: "R1" global: true count: ${count} } ] } }`;
  const limited = (groups: string) =>
    `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ] output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
     max_batch_size: 4 ${groups}
     parameters { key: "execute_delay_ms" value { string_value: "20" } }`;

  /** Whether any two batches ran at the same time. */
  function overlapped(batches: readonly BatchEvent[]): boolean {
    const spans = batches
      .map(({ atNs, computeInputNs, computeInferNs }) => [
        atNs,
        atNs + computeInputNs + computeInferNs,
      ])
      .sort(([a = 0], [b = 0]) => a - b);
    return spans.some(([start = 0], i) => i > 0 && start < (spans[i - 1]?.[1] ?? 0));
  }

  async function run(options: Partial<EngineOptions>): Promise<BatchEvent[]> {
    await repository.identity("a", limited(groupOf(1, 1)));
    await repository.identity("b", limited(groupOf(1, 1)));
    const engine = await fixture.start(options);
    const batches: BatchEvent[] = [];
    engine.watchBatches((event) => batches.push(event));
    await Promise.all(["a", "b", "a", "b"].map((name) => engine.infer(item(name))));
    return batches;
  }

  it("[SCHED-RL1] instances of two models that need the same resource run one after the other", async () => {
    const batches = await run({ rateLimit: "execution_count" });
    expect(batches).toHaveLength(4);
    expect(overlapped(batches)).toBe(false);
  });

  it("[SCHED-RL1][SCHED-Q3] a batch whose client disconnected returns its resources, even if its model was unloaded meanwhile", async () => {
    await repository.identity("a", limited(groupOf(1, 1)));
    await repository.identity("b", limited(groupOf(1, 1)));
    const engine = await fixture.start({
      rateLimit: "execution_count",
      modelControlMode: "explicit",
      loadModels: ["*"],
    });
    const gone = new AbortController();
    const left = engine.infer({ ...item("a"), signal: gone.signal });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(engine.telemetry().models[0]?.executing).toBe(1);
    gone.abort();
    await expect(left).rejects.toThrow("Request cancelled");
    await engine.unloadModel("a", false);
    await expect(engine.infer(item("b"))).resolves.toMatchObject({ modelName: "b" });
  });

  /** An engine with the models a and b, and a record of which one executed each batch. */
  async function sharing(a: string, b: string) {
    await repository.identity("a", limited(a));
    await repository.identity("b", limited(b));
    const engine = await fixture.start({ rateLimit: "execution_count" });
    const executed: string[] = [];
    engine.watchBatches(({ model }) => executed.push(model));
    return { engine, executed };
  }

  it("[SCHED-RL3] a model of half the priority executes half as often while both have requests", async () => {
    const { engine, executed } = await sharing(groupOf(1, 1), groupOf(1, 1, 2));
    const requests = Array.from({ length: 9 }, () => ["a", "b"]).flat();
    await Promise.all(requests.map((name) => engine.infer(item(name))));
    expect(executed.slice(0, 12).filter((name) => name === "a")).toHaveLength(8);
  });

  it.each([
    ["dynamic batching", "dynamic_batching { }"],
    ["sequences", "sequence_batching { direct { } }"],
  ])(
    "[SCHED-RL3] a model with %s gets its turn next to one with a long queue",
    async (_, batching) => {
      const { engine, executed } = await sharing(`${groupOf(1, 1)} ${batching}`, groupOf(1, 1));
      const long = Array.from({ length: 12 }, () => engine.infer(item("b")));
      const parameters = { sequence_id: 1, sequence_start: true, sequence_end: true };
      for (let i = 0; i < 3; i++) await engine.infer({ ...item("a"), parameters });
      await Promise.all(long);
      expect(executed.slice(0, 12).filter((name) => name === "a")).toHaveLength(3);
    },
  );

  it("[SCHED-RL4] an instance with a small request waits for the same model's instance with a large one", async () => {
    await repository.identity("a", limited(`${groupOf(2, 1)} ${groupOf(1, 4)}`));
    const engine = await fixture.start({ rateLimit: "execution_count" });
    const instances: string[] = [];
    engine.watchBatches(({ instance }) => instances.push(instance));
    await engine.infer(item("a"));
    // The second small instance runs; the first one's turn is after the large one's.
    await Promise.all([engine.infer(item("a")), engine.infer(item("a"))]);
    expect(instances).toEqual(["a_0_0", "a_0_1", "a_1"]);
  });

  it("is off by default", async () => {
    expect(overlapped(await run({}))).toBe(true);
  });

  it("[SCHED-RL2] a model that could never run doesn't load", async () => {
    await repository.identity("a", limited(groupOf(1, 2)));
    const engine = await fixture.start({
      rateLimit: "execution_count",
      rateLimitResources: [{ name: "R1", count: 1, device: "global" }],
    });
    expect((await engine.repositoryIndex(false))[0]).toMatchObject({
      state: "UNAVAILABLE",
      reason: expect.stringContaining(
        'Resource count for "R1" is limited to 1 which will prevent scheduling of one or more model instances, the minimum required count is 2',
      ),
    });
  });
});

describe("warm-up", () => {
  const warmUp = (dims: number) =>
    `backend: "onnxruntime" instance_group [ { kind: KIND_CPU count: 1 } ] max_batch_size: 4
     model_warmup { name: "first" batch_size: 2 inputs { key: "x" value { data_type: TYPE_FP32 dims: [ ${dims} ] random_data: true } } }`;

  it("[SCHED-WU4] leaves no trace in the statistics", async () => {
    await repository.scale("m", "1", 3);
    await repository.write("m/config.pbtxt", warmUp(2));
    const engine = await fixture.start();
    expect(engine.modelStatistics("m", "")[0]).toMatchObject({
      inference_count: 0,
      execution_count: 0,
    });
    const { outputs } = await engine.infer(item("m", "x"));
    expect(readFloats(outputs[0])).toEqual([3, 6]);
  });

  it("[SCHED-WU3] that fails keeps the model from loading", async () => {
    await repository.scale("m", "1", 3);
    await repository.write("m/config.pbtxt", warmUp(5));
    const engine = await fixture.start();
    expect((await engine.repositoryIndex(false))[0]).toMatchObject({
      state: "UNAVAILABLE",
      reason: expect.stringContaining("failed to run warmup sample 'first': onnx runtime error"),
    });
  });
});
