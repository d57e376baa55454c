import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelConfig } from "../../config/types.ts";
import { modelConfig } from "../../testing/model-config.ts";
import { type OnnxGraph, onnxModel } from "../../testing/onnx-model.ts";
import type { BackendInstance, BatchInput, BatchOutput } from "../backend.ts";
import { onnxruntimeBackend } from "./onnxruntime.ts";

let directory: string;
const open: BackendInstance[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "batchdeck-here-"));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((instance) => instance.close()));
  await rm(directory, { recursive: true });
});

async function load(
  graph: OnnxGraph,
  parameters: Record<string, string> = {},
  config: Partial<ModelConfig> = {},
): Promise<BackendInstance> {
  await writeFile(join(directory, "model.onnx"), onnxModel(graph));
  const entries = Object.entries(parameters);
  const instance = await onnxruntimeBackend.createInstance({
    name: "m_0",
    kind: "KIND_CPU",
    deviceId: -1,
    directory,
    config: modelConfig({
      parameters: Object.fromEntries(entries.map(([key, value]) => [key, { string_value: value }])),
      ...config,
    }),
    instanceCount: 1,
    onLost: () => {},
  });
  open.push(instance);
  return instance;
}

type Shape = OnnxGraph["inputs"][number]["shape"];

/** y = op(x), in FP32 by default. */
const graphOf = (
  op: string,
  type: OnnxGraph["inputs"][number]["type"] = "FP32",
  shape: Shape = ["batch", 2],
): OnnxGraph => ({
  inputs: [{ name: "x", type, shape }],
  outputs: [{ name: "y", type, shape }],
  nodes: [{ op, inputs: ["x"], outputs: ["y"] }],
});

function batch(values: readonly number[]): BatchInput {
  const buffer = new Float32Array(values).buffer;
  const shape = [values.length / 2, 2];
  const { byteLength } = buffer;
  const tensor = { name: "x", datatype: "FP32", shape, offset: 0, byteLength } as const;
  return { buffer, tensors: [tensor], items: [values.length / 2], outputs: undefined };
}

function readFirst({ outputs: [output] }: BatchOutput): number[] {
  const bytes = output?.data ?? new Uint8Array();
  return [...new Float32Array(bytes.slice().buffer)];
}

const executeHere = (instance: BackendInstance, input: BatchInput): Promise<BatchOutput> =>
  instance.executeHere?.(input) ?? Promise.reject(new Error("it can't"));

describe("an instance that can execute on the serving thread", () => {
  it("[HERE-1] gives the same results there", async () => {
    const instance = await load(graphOf("Softmax"));
    const values = [1, 2, -3, 0.5];
    const onThread = await instance.execute(batch(values));
    const here = await executeHere(instance, batch(values));
    expect(readFirst(here)).toEqual(readFirst(onThread));
    expect(here.outputs[0]).toMatchObject({ name: "y", datatype: "FP32", shape: [2, 2] });
    expect(here.inferEnd).toBeGreaterThanOrEqual(here.inferStart);
  });

  it("[HERE-1] completes synchronously and doesn't affect timers", async () => {
    const instance = await load(graphOf("Relu"));
    const later = globalThis.setImmediate;
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    const output = await executeHere(instance, batch([-1, 1]));
    expect(turned).toBe(false);
    expect(readFirst(output)).toEqual([0, 1]);
    expect(globalThis.setImmediate).toBe(later);
  });

  it("[HERE-1] doesn't keep results in the batch's buffer", async () => {
    const instance = await load(graphOf("Identity"));
    const input = batch([1, 2]);
    const output = await executeHere(instance, input);
    expect(output.buffer).toBe(input.buffer);
    new Float32Array(input.buffer).fill(9);
    expect(readFirst(output)).toEqual([1, 2]);
  });

  it("[BACKEND-10] reports a failed run like on its thread, and keeps running", async () => {
    const instance = await load(graphOf("Relu"));
    const wrong = {
      ...batch([1, 2, 3, 4]),
      tensors: [{ ...batch([1, 2]).tensors[0], shape: [1] }],
    };
    const input = wrong as unknown as BatchInput;
    const expected = expect.stringMatching(/^onnx runtime error: /);
    await expect(instance.execute(structuredClone(input))).rejects.toMatchObject({
      message: expected,
    });
    await expect(executeHere(instance, input)).rejects.toMatchObject({ message: expected });
    expect(readFirst(await executeHere(instance, batch([-1, 1])))).toEqual([0, 1]);
  });

  it("[HERE-3] computes denormal numbers there", async () => {
    const graph = {
      ...graphOf("Mul"),
      nodes: [{ op: "Mul", inputs: ["x", "half"], outputs: ["y"] }],
      initializers: [{ name: "half", shape: [1], values: new Float32Array([0.5]) }],
    };
    const instance = await load(graph);
    const denormal = 2 ** -140;
    expect(readFirst(await instance.execute(batch([denormal, 1])))).toEqual([0, 0.5]);
    expect(readFirst(await executeHere(instance, batch([denormal, 1])))).toEqual([
      denormal / 2,
      0.5,
    ]);
  });
});

describe("an instance that stays on its thread", () => {
  it.each([
    ["an operator whose time depends on values", graphOf("NonZero"), {}],
    ["an operator that makes small differences large", graphOf("Log"), {}],
    ["a variable dimension", graphOf("Relu", "FP32", ["batch", "length"]), {}],
    ["a scalar", graphOf("Relu", "FP32", []), {}],
    ["a type that this thread reads differently", graphOf("Identity", "FP16"), {}],
    ["strings", graphOf("Identity", "BYTES"), {}],
    [
      "another treatment of denormal numbers",
      graphOf("Relu"),
      { "session.set_denormal_as_zero": "1" },
    ],
  ])("[HERE-2] because of %s", async (_why, graph, parameters) => {
    const outputs =
      graph.nodes[0]?.op === "NonZero"
        ? [{ name: "y", type: "INT64" as const, shape: [2, "count"] }]
        : graph.outputs;
    const instance = await load({ ...graph, outputs }, parameters);
    expect(instance.executeHere).toBeUndefined();
  });

  it("[HERE-2] because its first dimension isn't the batch, so requests differ in size", async () => {
    const instance = await load(graphOf("Relu"), {}, { max_batch_size: 0 });
    expect(instance.executeHere).toBeUndefined();
    const fixed = await load(graphOf("Relu", "FP32", [1, 2]), {}, { max_batch_size: 0 });
    expect(fixed.executeHere).toBeDefined();
  });

  it("[HERE-2] because of a larger file", async () => {
    const large = {
      ...graphOf("Add"),
      nodes: [{ op: "Add", inputs: ["x", "bias"], outputs: ["y"] }],
      initializers: [
        { name: "bias", shape: [2], values: new Float32Array(2) },
        { name: "unused", shape: [600_000], values: new Float32Array(600_000) },
      ],
    };
    expect((await load(large)).executeHere).toBeUndefined();
  });

  it("[HERE-4] because its configuration says so", async () => {
    const off = await load(graphOf("Relu"), { run_on_serving_thread: "0" });
    expect(off.executeHere).toBeUndefined();
    const automatic = await load(graphOf("Relu"), { run_on_serving_thread: "1" });
    expect(automatic.executeHere).toBeDefined();
    await expect(load(graphOf("Relu"), { run_on_serving_thread: "always" })).rejects.toThrow(
      'parameters "run_on_serving_thread" is "always", expected "0" or "1"',
    );
  });
});
