import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelConfig } from "../../config/types.ts";
import { encodeStrings } from "../../requests/bytes-elements.ts";
import { modelConfig } from "../../testing/model-config.ts";
import { type OnnxGraph, onnxModel } from "../../testing/onnx-model.ts";
import type { BackendInstance, BatchInput, BatchTensor } from "../backend.ts";
import { onnxruntimeBackend } from "./onnxruntime.ts";
import { sessionOptions } from "./session-options.ts";

let directory: string;
const open: BackendInstance[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "batchdeck-onnx-"));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((instance) => instance.close()));
  await rm(directory, { recursive: true });
});

async function load(
  graph: OnnxGraph | Uint8Array,
  config: Partial<ModelConfig> = {},
): Promise<BackendInstance> {
  const model = graph instanceof Uint8Array ? graph : onnxModel(graph);
  await writeFile(join(directory, "model.onnx"), model);
  const instance = await onnxruntimeBackend.createInstance({
    name: "m_0",
    kind: "KIND_CPU",
    deviceId: -1,
    directory,
    config: modelConfig(config),
    instanceCount: 1,
    onLost: () => {},
  });
  open.push(instance);
  return instance;
}

/** One input tensor in its own buffer, at an offset. */
function batch(tensor: Omit<BatchTensor, "offset" | "byteLength">, data: Uint8Array): BatchInput {
  const buffer = new ArrayBuffer(64 + data.byteLength);
  new Uint8Array(buffer, 64).set(data);
  const placed = { ...tensor, offset: 64, byteLength: data.byteLength };
  return { buffer, tensors: [placed], items: [1], outputs: undefined };
}

const bytesOf = (array: ArrayBufferView) =>
  new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength);

const identity = (type: OnnxGraph["inputs"][number]["type"]): OnnxGraph => ({
  inputs: [{ name: "x", type, shape: ["batch", 2] }],
  outputs: [{ name: "y", type, shape: ["batch", 2] }],
  nodes: [{ op: "Identity", inputs: ["x"], outputs: ["y"] }],
});

describe("the onnxruntime backend", () => {
  it("reads the signature from the model file", async () => {
    const { signature, provider } = await load({
      inputs: [{ name: "ids", type: "INT64", shape: ["batch", 8] }],
      outputs: [{ name: "out", type: "FP32", shape: ["batch", 8] }],
      nodes: [{ op: "Cast", inputs: ["ids"], outputs: ["out"], attributes: { to: 1 } }],
    });
    expect(signature).toEqual({
      inputs: [{ name: "ids", data_type: "TYPE_INT64", shape: [-1, 8] }],
      outputs: [{ name: "out", data_type: "TYPE_FP32", shape: [-1, 8] }],
    });
    expect(provider).toBe("cpu");
  });

  it.each([
    ["FP32", bytesOf(new Float32Array([1.5, -2]))],
    ["FP64", bytesOf(new Float64Array([1.5, -2]))],
    ["FP16", bytesOf(new Uint16Array([0x3c00, 0xc000]))],
    ["INT32", bytesOf(new Int32Array([1, -2]))],
    ["INT64", bytesOf(new BigInt64Array([1n, -2n]))],
    ["UINT8", new Uint8Array([1, 255])],
    ["BOOL", new Uint8Array([1, 0])],
    ["BYTES", encodeStrings(["a", "héllo"])],
  ] as const)("passes %s through unchanged", async (datatype, data) => {
    const instance = await load(identity(datatype));
    const result = await instance.execute(batch({ name: "x", datatype, shape: [1, 2] }, data));
    expect(result.outputs).toMatchObject([{ name: "y", datatype, shape: [1, 2] }]);
    expect([...(result.outputs[0]?.data ?? [])]).toEqual([...data]);
    expect(result.inferEnd).toBeGreaterThanOrEqual(result.inferStart);
  });

  it("computes only the requested outputs", async () => {
    const instance = await load({
      ...identity("FP32"),
      outputs: ["y", "z"].map((name) => ({ name, type: "FP32", shape: ["batch", 2] })),
      nodes: ["y", "z"].map((name) => ({ op: "Neg", inputs: ["x"], outputs: [name] })),
    });
    const input = batch({ name: "x", datatype: "FP32", shape: [1, 2] }, new Uint8Array(8));
    const { outputs } = await instance.execute({ ...input, outputs: ["z"] });
    expect(outputs.map(({ name }) => name)).toEqual(["z"]);
  });

  it("counts denormal numbers as zero on every instance", async () => {
    const graph: OnnxGraph = {
      ...identity("FP32"),
      nodes: [{ op: "Add", inputs: ["x", "x"], outputs: ["y"] }],
    };
    for (const instance of [await load(graph), await load(graph)]) {
      const data = bytesOf(new Float32Array([1e-40, 1]));
      const { outputs } = await instance.execute(
        batch({ name: "x", datatype: "FP32", shape: [1, 2] }, data),
      );
      const values = new Float32Array(outputs[0]?.data.slice().buffer ?? new ArrayBuffer(0));
      expect([...values]).toEqual([0, 2]);
    }
  });

  it.runIf(process.platform === "linux")("keeps the runtime's telemetry off", async () => {
    await load(identity("FP32"));
    const files = await Promise.all(
      (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
    );
    // Files that the runtime's telemetry client keeps open while it runs.
    expect(files.filter((file) => /onnxruntime\.db|mat-debug/.test(file))).toEqual([]);
  });

  it("rejects a batch that the model can't run, and runs the next", async () => {
    const instance = await load(identity("FP32"));
    const wrong = batch({ name: "x", datatype: "FP32", shape: [1, 3] }, new Uint8Array(12));
    await expect(instance.execute(wrong)).rejects.toMatchObject({
      code: "INTERNAL",
      message: expect.stringMatching(/^onnx runtime error: .*invalid dimensions for input: x/s),
    });
    const right = batch({ name: "x", datatype: "FP32", shape: [1, 2] }, new Uint8Array(8));
    await expect(instance.execute(right)).resolves.toBeDefined();
  });

  it("reports why a broken file doesn't load", async () => {
    await expect(load(new TextEncoder().encode("not a model"))).rejects.toMatchObject({
      code: "INTERNAL",
      message: expect.stringMatching(/^onnx runtime error: .*model\.onnx failed:Protobuf parsing/),
    });
  });

  it("names a missing file", async () => {
    const config = { default_model_filename: "other.onnx" };
    await expect(load(identity("FP32"), config)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: `unable to find '${join(directory, "other.onnx")}' for the ONNX model`,
    });
  });

  it("[BACKEND-10] fails a batch that can't be computed, and keeps running", async () => {
    const instance = await load({
      inputs: [{ name: "ids", type: "INT64", shape: ["batch"] }],
      outputs: [{ name: "y", type: "FP32", shape: ["batch"] }],
      nodes: [{ op: "Gather", inputs: ["table", "ids"], outputs: ["y"] }],
      initializers: [{ name: "table", shape: [2], values: new Float32Array([5, 6]) }],
    });
    const ids = (value: bigint) =>
      batch({ name: "ids", datatype: "INT64", shape: [1] }, bytesOf(new BigInt64Array([value])));
    await expect(instance.execute(ids(7n))).rejects.toMatchObject({
      code: "INTERNAL",
      message: expect.stringMatching(/^onnx runtime error: .*indices element out of data bounds/s),
    });
    const { outputs } = await instance.execute(ids(1n));
    expect(bytesOf(outputs[0]?.data ?? new Uint8Array())).toEqual(bytesOf(new Float32Array([6])));
  });

  it("[BACKEND-3] passes session entries on", async () => {
    const parameters = { "session.intra_op_thread_affinities": { string_value: "99999" } };
    await expect(
      load(identity("FP32"), {
        parameters: { ...parameters, intra_op_thread_count: { string_value: "3" } },
      }),
    ).rejects.toMatchObject({
      code: "INTERNAL",
      message: expect.stringContaining("affinities"),
    });
  });
});

describe("session options", () => {
  const optionsOf = (
    parameters: Record<string, string>,
    instances = 1,
    rest: Partial<ModelConfig> = {},
  ) =>
    sessionOptions(
      modelConfig({
        ...rest,
        parameters: Object.fromEntries(
          Object.entries(parameters).map(([name, string_value]) => [name, { string_value }]),
        ),
      }),
      instances,
      ["cpu"],
    );

  it("[BACKEND-1] are Triton's parameters", () => {
    expect(
      optionsOf({
        intra_op_thread_count: "3",
        inter_op_thread_count: "2",
        execution_mode: "1",
        enable_mem_arena: "0",
        enable_mem_pattern: "true",
        "session.intra_op.allow_spinning": "0",
        share_session_between_instances: "true",
        "memory.enable_memory_arena_shrinkage": "cpu:0",
      }),
    ).toMatchObject({
      executionProviders: ["cpu"],
      intraOpNumThreads: 3,
      interOpNumThreads: 2,
      executionMode: "parallel",
      enableCpuMemArena: false,
      enableMemPattern: true,
      extra: { "session.intra_op.allow_spinning": "0" },
    });
  });

  it("[BACKEND-2] divide the cores among the instances unless threads are configured", () => {
    const cores = availableParallelism();
    expect(optionsOf({}).intraOpNumThreads).toBe(cores);
    expect(optionsOf({ intra_op_thread_count: "0" }, cores).intraOpNumThreads).toBe(1);
    expect(optionsOf({}, cores + 1).intraOpNumThreads).toBe(1);
  });

  it("[BACKEND-2] let threads spin only if cores are left over", () => {
    const name = "session.intra_op.allow_spinning";
    expect(optionsOf({}).extra).toHaveProperty([name], "0");
    // 0 instances: fewer than cores on any machine.
    expect(optionsOf({ intra_op_thread_count: "1" }, 0).extra).not.toHaveProperty([name]);
    expect(optionsOf({ [name]: "1" }).extra).toHaveProperty([name], "1");
  });

  it.each([
    [-1, "basic"],
    [0, "all"],
    [1, "extended"],
    [2, "disabled"],
    [3, "all"],
  ])("[BACKEND-4] map optimization level %i to %s", (level, expected) => {
    const options = optionsOf({}, 1, { optimization: { graph: { level } } });
    expect(options.graphOptimizationLevel).toBe(expected);
  });

  it.each([
    [{ intra_op_thread_count: "many" }, 'parameters "intra_op_thread_count" is "many", expected a'],
    [{ inter_op_thread_count: "" }, 'parameters "inter_op_thread_count" is "", expected a whole'],
    [{ execution_mode: "2" }, 'parameters "execution_mode" is "2", expected "0" or "1"'],
    [{ enable_mem_pattern: "maybe" }, 'parameters "enable_mem_pattern" is "maybe", expected "0"'],
  ])("[BACKEND-1] reject %j", (parameters, message) => {
    expect(() => optionsOf(parameters as Record<string, string>)).toThrow(message);
  });

  it("[BACKEND-4] reject libraries of custom operators", () => {
    const model_operations = { op_library_filename: ["libmine.so"] };
    expect(() => optionsOf({}, 1, { model_operations })).toThrow(
      'model_operations.op_library_filename is "libmine.so", but',
    );
  });
});
