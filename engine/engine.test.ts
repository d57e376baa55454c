import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "./engine.ts";
import { encodeStrings } from "./requests/bytes-elements.ts";
import { onnxModel } from "./testing/onnx-model.ts";
import { EngineFixture } from "./testing/engine-fixture.ts";
import { executeDelay, type TestRepository } from "./testing/repository.ts";
import { floats, readFloats, inferRequest } from "./testing/requests.ts";
import type { Engine, InferRequest, ModelStatistics } from "./types.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create();
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

const start = (options: Partial<EngineOptions> = {}): Promise<Engine> => fixture.start(options);

/** A request of `values` as one item of `modelName`'s INPUT0. */
const item = (modelName: string, values: number[], extra: Partial<InferRequest> = {}) =>
  inferRequest({ modelName, inputs: [floats("INPUT0", [1, values.length], values)], ...extra });

/** Only counts: times differ between runs. */
function counts({ inference_stats, batch_stats, ...rest }: ModelStatistics) {
  return {
    inferences: rest.inference_count,
    executions: rest.execution_count,
    ...Object.fromEntries(
      Object.entries(inference_stats).map(([name, { count }]) => [name, count]),
    ),
    batches: batch_stats.map((batch) => [batch.batch_size, batch.compute_infer.count]),
  };
}

const IDENTITY_PARAMETERS = {
  param0: "an example string parameter",
  param1: 42,
  param2: false,
  param3: 123.123,
};

describe("inference on the identity backend, as recorded from Triton", () => {
  it("echoes, with its response parameters and the request's id", async () => {
    await repository.identity("id_plain", "max_batch_size: 8");
    const engine = await start();
    expect(await engine.infer(item("id_plain", [0, 1], { id: "r-1" }))).toEqual({
      modelName: "id_plain",
      modelVersion: "1",
      id: "r-1",
      parameters: IDENTITY_PARAMETERS,
      outputs: [
        {
          name: "OUTPUT0",
          datatype: "FP32",
          shape: [1, 2],
          data: new Uint8Array(new Float32Array([0, 1]).buffer),
        },
      ],
    });
    expect(engine.modelMetadata("id_plain", "")).toMatchObject({
      platform: "identity",
      inputs: [{ name: "INPUT0", datatype: "FP32", shape: [-1, -1] }],
    });
  });

  it("serves a model that does not batch, and BYTES", async () => {
    await repository.identity(
      "id_nobatch",
      `input [ { name: "INPUT0" data_type: TYPE_STRING dims: [ 2 ] } ]
       output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ 2 ] } ]`,
    );
    const engine = await start();
    const data = encodeStrings(["héllo", ""]);
    const segments = [data.subarray(0, 3), data.subarray(3)];
    const tensor = {
      name: "INPUT0",
      datatype: "BYTES",
      shape: [2],
      segments,
      byteLength: data.length,
    };
    const request = inferRequest({ modelName: "id_nobatch", inputs: [tensor] });
    const { outputs } = await engine.infer(request);
    expect(outputs).toMatchObject([{ datatype: "BYTES", shape: [2] }]);
    expect([...(outputs[0]?.data ?? [])]).toEqual([...data]);
    expect(counts(engine.modelStatistics("id_nobatch", "")[0] as ModelStatistics)).toMatchObject({
      inferences: 1,
      batches: [[0, 1]],
    });
  });

  it("[STATS-3] counts a batch of 1 for an ONNX model that does not batch", async () => {
    const x = { name: "x", type: "FP32", shape: [2] } as const;
    const y = { name: "y", type: "FP32", shape: [2] } as const;
    const identity = { op: "Identity", inputs: ["x"], outputs: ["y"] };
    const model = onnxModel({ inputs: [x], outputs: [y], nodes: [identity] });
    await repository.write("whole/1/model.onnx", model);
    const engine = await start();
    await engine.infer(inferRequest({ modelName: "whole", inputs: [floats("x", [2], [1, 2])] }));
    expect(counts(engine.modelStatistics("whole", "")[0] as ModelStatistics)).toMatchObject({
      inferences: 1,
      batches: [[1, 1]],
    });
  });

  it("rejects unknown models, unknown versions and reserved parameters", async () => {
    await repository.identity("id_plain", "max_batch_size: 8");
    const engine = await start();
    await expect(engine.infer(item("nosuch", [1]))).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Request for unknown model: 'nosuch' is not found",
    });
    await expect(engine.infer(item("id_plain", [1], { modelVersion: "9" }))).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Request for unknown model: 'id_plain' version 9 is not found",
    });
    await expect(
      engine.infer(item("id_plain", [1], { parameters: { triton_x: 1 } })),
    ).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "parameter keys starting with 'triton_' are reserved for Triton usage and should not be specified.",
    });
  });
});

describe("batches", () => {
  it("return each request its own rows, for any sizes and shapes", async () => {
    await repository.identity("id", `max_batch_size: 8 dynamic_batching { } ${executeDelay(5)}`);
    const engine = await start();
    const requests = Array.from({ length: 60 }, (_, i) => {
      const rows = 1 + (i % 3);
      const width = i < 30 ? 1 : 2;
      const values = Array.from({ length: rows * width }, (__, k) => 100 * i + k);
      return { values, inputs: [floats("INPUT0", [rows, width], values)] };
    });
    const responses = await Promise.all(
      requests.map(({ inputs }) => engine.infer(inferRequest({ modelName: "id", inputs }))),
    );
    responses.forEach(({ outputs }, i) =>
      expect(readFloats(outputs[0])).toEqual(requests[i]?.values),
    );
    const [statistics] = engine.modelStatistics("id", "");
    expect(statistics?.inference_count).toBe(120);
    expect(statistics?.execution_count).toBeLessThan(60);
  });

  it("[STATS-1] count as recorded: inferences are items, executions are batches", async () => {
    await repository.identity(
      "id",
      `max_batch_size: 8 dynamic_batching { preferred_batch_size: [ 2 ] max_queue_delay_microseconds: 50000 }`,
    );
    const engine = await start();
    await Promise.all([1, 2, 3].map((value) => engine.infer(item("id", [value]))));
    expect(counts(engine.modelStatistics("id", "")[0] as ModelStatistics)).toEqual({
      inferences: 3,
      executions: 2,
      success: 3,
      fail: 0,
      queue: 3,
      compute_input: 3,
      compute_infer: 3,
      compute_output: 3,
      cache_hit: 0,
      cache_miss: 0,
      batches: [
        [1, 1],
        [2, 1],
      ],
    });
  });
});

describe("queue policies", () => {
  it("[SCHED-Q1] a full queue rejects with the request's id, and counts it as REJECTED", async () => {
    await repository.identity(
      "id",
      `max_batch_size: 1 dynamic_batching { default_queue_policy { max_queue_size: 1 } } ${executeDelay(50)}`,
    );
    const engine = await start();
    const running = engine.infer(item("id", [1]));
    await new Promise((resolve) => setTimeout(resolve, 10));
    const waiting = engine.infer(item("id", [2]));
    await expect(engine.infer(item("id", [3], { id: "x" }))).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "[request id: x] Exceeds maximum queue size",
    });
    await Promise.all([running, waiting]);
    expect(counts(engine.modelStatistics("id", "")[0] as ModelStatistics)).toMatchObject({
      success: 2,
      fail: 1,
    });
    expect(engine.telemetry().models[0]).toMatchObject({ refused: 1, failures: { REJECTED: 1 } });
  });

  it("[SCHED-Q2] a timeout is a failure with reason REJECTED; a request may shorten it, not lengthen it", async () => {
    await repository.identity(
      "id",
      `max_batch_size: 1 dynamic_batching { default_queue_policy { default_timeout_microseconds: 30000 allow_timeout_override: true } } ${executeDelay(100)}`,
    );
    const engine = await start();
    const running = engine.infer(item("id", [1]));
    await new Promise((resolve) => setTimeout(resolve, 10));
    const failed = await Promise.allSettled([
      engine.infer(item("id", [2], { parameters: { timeout: 5000 } })),
      engine.infer(item("id", [3], { parameters: { timeout: 60_000_000 } })),
    ]);
    expect(failed.map((result) => result.status === "rejected" && result.reason.message)).toEqual([
      "Request timeout expired",
      "Request timeout expired",
    ]);
    await running;
    expect(engine.telemetry().models[0]?.failures).toMatchObject({ REJECTED: 2, CANCELED: 0 });
    expect(counts(engine.modelStatistics("id", "")[0] as ModelStatistics)).toMatchObject({
      success: 1,
      fail: 2,
    });
  });

  it("[SCHED-Q3] a cancelled request leaves the queue and is counted as CANCELED", async () => {
    await repository.identity("id", `max_batch_size: 1 ${executeDelay(50)}`);
    const engine = await start();
    const controller = new AbortController();
    const running = engine.infer(item("id", [1]));
    await new Promise((resolve) => setTimeout(resolve, 10));
    const waiting = engine.infer(item("id", [2], { signal: controller.signal }));
    expect(engine.telemetry().models[0]).toMatchObject({ queued: 1, executing: 1 });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(
      engine.infer(item("id", [3], { signal: controller.signal })),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    await running;
    expect(engine.telemetry().models[0]).toMatchObject({
      queued: 0,
      executing: 0,
      failures: { CANCELED: 2, REJECTED: 0 },
    });
  });
});

describe("the response cache", () => {
  it("[STATS-5][CACHE-1] counts as recorded, and a hit carries no response parameters", async () => {
    await repository.identity(
      "id_cached",
      "max_batch_size: 8 dynamic_batching { } response_cache { enable: true }",
    );
    const engine = await start({ cacheBytes: 1 << 20 });
    const first = await engine.infer(item("id_cached", [0, 1, 2, 3]));
    const again = await engine.infer(item("id_cached", [0, 1, 2, 3]));
    await engine.infer(item("id_cached", [9, 9, 9, 9]));
    expect(first.parameters).toEqual(IDENTITY_PARAMETERS);
    expect(again).toEqual({ ...first, parameters: {} });
    expect(counts(engine.modelStatistics("id_cached", "")[0] as ModelStatistics)).toMatchObject({
      inferences: 2,
      executions: 2,
      success: 3,
      queue: 3,
      compute_infer: 2,
      cache_hit: 1,
      cache_miss: 2,
    });
    const { cache, models } = engine.telemetry();
    expect(cache).toMatchObject({ lookups: 3, hits: 1, misses: 2, entries: 2 });
    expect(models[0]?.cached).toBe(true);
  });

  it("is off without a byte budget", async () => {
    await repository.identity("id_cached", "max_batch_size: 8 response_cache { enable: true }");
    const engine = await start();
    await engine.infer(item("id_cached", [1]));
    await engine.infer(item("id_cached", [1]));
    expect(engine.telemetry()).toMatchObject({ models: [{ cached: false }] });
    expect(engine.telemetry().cache).toBeUndefined();
  });

  it("[CACHE-7] never stores an error", async () => {
    await writeGather("lookup");
    await repository.write("lookup/config.pbtxt", "response_cache { enable: true }");
    const engine = await start({ cacheBytes: 1 << 20 });
    for (let i = 0; i < 2; i++) {
      await expect(engine.infer(gather("lookup", 99))).rejects.toMatchObject({ code: "INTERNAL" });
    }
    expect(engine.telemetry()).toMatchObject({
      models: [{ failures: { BACKEND: 2 } }],
      cache: { entries: 0, hits: 0 },
    });
    expect(readFloats((await engine.infer(gather("lookup", 1))).outputs[0])).toEqual([20]);
  });
});

/** A model that looks an index up in a table of three; any other index fails its run. */
async function writeGather(name: string): Promise<void> {
  const model = onnxModel({
    inputs: [{ name: "i", type: "INT64", shape: ["batch", 1] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 1] }],
    nodes: [{ op: "Gather", inputs: ["table", "i"], outputs: ["y"] }],
    initializers: [{ name: "table", shape: [3], values: new Float32Array([10, 20, 30]) }],
  });
  await repository.write(`${name}/1/model.onnx`, model);
}

function gather(modelName: string, index: number): InferRequest {
  const data = new Uint8Array(new BigInt64Array([BigInt(index)]).buffer);
  const tensor = { name: "i", datatype: "INT64", shape: [1, 1], segments: [data], byteLength: 8 };
  return inferRequest({ modelName, inputs: [tensor] });
}

describe("ONNX models under concurrency", () => {
  it("give each of many clients its own result", async () => {
    await repository.scale("scale", "1", 3);
    const engine = await start();
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const inputs = [floats("x", [1, 2], [i, -i])];
        return readFloats(
          (await engine.infer(inferRequest({ modelName: "scale", inputs }))).outputs[0],
        );
      }),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => [3 * i, i === 0 ? -0 : -3 * i]));
    const [statistics] = engine.modelStatistics("", "");
    expect(statistics).toMatchObject({ name: "scale", inference_count: 200 });
    expect(statistics?.execution_count).toBeGreaterThanOrEqual(50);
  });

  it("classify with the labels of the configuration", async () => {
    await repository.scale("scale", "1", 1);
    await repository.write("scale/labels.txt", "cat\ndog\n");
    await repository.write(
      "scale/config.pbtxt",
      `max_batch_size: 4
       input [ { name: "x" data_type: TYPE_FP32 dims: [ 2 ] } ]
       output [ { name: "y" data_type: TYPE_FP32 dims: [ 2 ] label_filename: "labels.txt" } ]`,
    );
    const engine = await start();
    const inputs = [floats("x", [1, 2], [0.25, 4])];
    const outputs = [{ name: "y", classification: 1 }];
    const response = await engine.infer(inferRequest({ modelName: "scale", inputs, outputs }));
    expect(response.outputs).toMatchObject([{ datatype: "BYTES", shape: [1, 1] }]);
    expect(Buffer.from(response.outputs[0]?.data ?? []).toString("latin1", 4)).toBe(
      "4.000000:1:dog",
    );
  });
});

describe("closing", () => {
  it("finishes accepted requests and rejects new ones", async () => {
    await repository.identity("id", `max_batch_size: 1 ${executeDelay(50)}`);
    const engine = await start();
    const accepted = [engine.infer(item("id", [1])), engine.infer(item("id", [2]))];
    const closed = engine.close();
    expect(engine.live()).toBe(false);
    await expect(engine.infer(item("id", [3]))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await Promise.all(accepted)).toHaveLength(2);
    await closed;
  });
});
