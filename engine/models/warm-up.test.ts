import { describe, expect, it } from "vitest";
import type { BackendInstance, BatchInput } from "../backends/backend.ts";
import type { ModelWarmup } from "../config/types.ts";
import { modelConfig } from "../testing/model-config.ts";
import { TestRepository } from "../testing/repository.ts";
import { warmUp } from "./warm-up.ts";

const sample = (more: Partial<ModelWarmup>): ModelWarmup => ({
  name: "first",
  batch_size: 1,
  inputs: { x: { data_type: "TYPE_FP32", dims: [2], zero_data: true } },
  count: 0,
  ...more,
});

const config = (...samples: ModelWarmup[]) =>
  modelConfig({
    name: "m",
    max_batch_size: 8,
    input: [
      {
        name: "x",
        data_type: "TYPE_FP32",
        format: "FORMAT_NONE",
        dims: [2],
        is_shape_tensor: false,
        allow_ragged_batch: false,
        optional: false,
        is_non_linear_format_io: false,
      },
    ],
    model_warmup: samples,
  });

/** An instance that records the batches it gets. */
function recorder(fail?: string) {
  const batches: { items: readonly number[]; inputs: Record<string, unknown> }[] = [];
  const execute = async (batch: BatchInput) => {
    if (fail !== undefined) throw new Error(fail);
    const inputs = batch.tensors.map(({ name, shape, offset, byteLength }) => [
      name,
      { shape, bytes: [...new Uint8Array(batch.buffer, offset, byteLength)] },
    ]);
    batches.push({ items: batch.items, inputs: Object.fromEntries(inputs) });
    return { outputs: [], parameters: {}, inferStart: 0, inferEnd: 0, buffer: batch.buffer };
  };
  return { instance: { name: "m_0", execute } as unknown as BackendInstance, batches };
}

describe("warm-up", () => {
  it("[SCHED-WU1] runs each sample `count` times, as a batch of single-item requests", async () => {
    const { instance, batches } = recorder();
    await warmUp(instance, config(sample({ batch_size: 3, count: 2 }), sample({})), "/nowhere");
    expect(batches.map(({ items }) => items)).toEqual([[1, 1, 1], [1, 1, 1], [1]]);
    expect(batches[0]?.inputs["x"]).toEqual({ shape: [3, 2], bytes: Array(24).fill(0) });
  });

  it("[SCHED-WU5] lets the engine continue between runs", async () => {
    const { instance, batches } = recorder();
    const seen: number[] = [];
    const look = () => {
      seen.push(batches.length);
      turn = setImmediate(look);
    };
    let turn = setImmediate(look);
    await warmUp(instance, config(sample({ count: 50 })), "/nowhere");
    clearImmediate(turn);
    expect(seen.length).toBeGreaterThanOrEqual(49);
  });

  it("[SCHED-WU1] skips a sample of batch size 0", async () => {
    const { instance, batches } = recorder();
    await warmUp(instance, config(sample({ batch_size: 0 })), "/nowhere");
    expect(batches).toEqual([]);
  });

  it("[SCHED-WU2] fills with random bytes; strings are empty", async () => {
    const { instance, batches } = recorder();
    const inputs = {
      x: { data_type: "TYPE_FP32", dims: [2], random_data: true },
      s: { data_type: "TYPE_STRING", dims: [3], random_data: true },
    } as const;
    await warmUp(
      instance,
      config(sample({ inputs: structuredClone(inputs) as never })),
      "/nowhere",
      (bytes) => bytes.fill(7),
    );
    expect(batches[0]?.inputs).toEqual({
      x: { shape: [1, 2], bytes: Array(8).fill(7) },
      s: { shape: [1, 3], bytes: Array(12).fill(0) },
    });
  });

  it("[SCHED-WU2] reads a file of the warmup folder", async () => {
    await using repository = await TestRepository.create();
    await repository.write("m/warmup/x.bin", new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    const { instance, batches } = recorder();
    const inputs = {
      x: { data_type: "TYPE_FP32" as const, dims: [2], input_data_file: "x.bin" },
    };
    const directory = `${repository.path}/m`;
    await warmUp(instance, config(sample({ inputs })), directory);
    expect(batches[0]?.inputs["x"]).toEqual({ shape: [1, 2], bytes: [1, 2, 3, 4, 5, 6, 7, 8] });
    const long = { x: { ...inputs.x, dims: [3] } };
    await expect(warmUp(instance, config(sample({ inputs: long })), directory)).rejects.toThrow(
      "warmup setting expects 12 bytes, but the data provided from x.bin only has 9 bytes",
    );
  });

  it.each([
    [
      { x: { data_type: "TYPE_FP32" as const, dims: [-1], zero_data: true } },
      "warmup setting expects all variable-size dimensions are specified for input 'x'",
    ],
    [
      { x: { data_type: "TYPE_FP32" as const, dims: [2] } },
      "warmup setting expects input 'x' to have input_data_type set",
    ],
    [
      { x: { data_type: "TYPE_FP32" as const, dims: [2], input_data_file: "gone.bin" } },
      "gone.bin' can't be read",
    ],
  ])("[SCHED-WU3] reports what is wrong with a sample: %j", async (inputs, message) => {
    const { instance } = recorder();
    await expect(
      warmUp(instance, config(sample({ inputs: inputs as ModelWarmup["inputs"] })), "/nowhere"),
    ).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(message),
    });
  });

  it("[SCHED-WU3] names the sample that failed", async () => {
    const { instance } = recorder("too cold");
    await expect(warmUp(instance, config(sample({})), "/nowhere")).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "failed to run warmup sample 'first': too cold; ",
    });
  });
});
