import { describe, expect, test } from "vitest";
import {
  checkSignature,
  checkText,
  completeBackend,
  completeConfig,
  inspectedVersion,
  normalizeConfig,
  parseConfig,
  printConfig,
} from "./index.ts";
import type { ModelConfig, ModelFileSignature } from "./index.ts";
import { mlpSignature } from "./testing/fixtures.ts";

function config(text: string): ModelConfig {
  const { config, findings } = parseConfig(text);
  expect(findings).toEqual([]);
  return { ...config, name: "m" };
}

const FIXED: ModelFileSignature = {
  inputs: [{ name: "x", data_type: "TYPE_FP32", shape: [1, 3] }],
  outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [1] }],
};

describe("completing", () => {
  test.each([
    ["", ["model.onnx"], ["onnxruntime", "onnxruntime_onnx", "model.onnx"]],
    ["", ["model.py"], ["python", "", "model.py"]],
    ["", ["model.plan", "notes.txt"], ["tensorrt", "tensorrt_plan", "model.plan"]],
    ["", ["model.xml", "model.bin"], ["openvino", "", "model.xml"]],
    ["", ["model.pt"], ["pytorch", "pytorch_libtorch", "model.pt"]],
    ["", ["model.pt2"], ["pytorch", "torch_aoti", "model.pt2"]],
    ["", ["model.savedmodel"], ["tensorflow", "tensorflow_savedmodel", "model.savedmodel"]],
    ["", ["model.graphdef"], ["tensorflow", "tensorflow_graphdef", "model.graphdef"]],
    // TensorRT comes before ONNX Runtime, ONNX Runtime before Python.
    ["", ["model.onnx", "model.plan", "model.py"], ["tensorrt", "tensorrt_plan", "model.plan"]],
    ["", ["model.mine", "weights"], ["", "", ""]],
    ["", ["weights"], ["", "", ""]],
    ['platform: "onnxruntime_onnx"', [], ["onnxruntime", "onnxruntime_onnx", "model.onnx"]],
    ['platform: "tensorrt_plan"', [], ["tensorrt", "tensorrt_plan", "model.plan"]],
    ['backend: "tensorrt"', [], ["tensorrt", "tensorrt_plan", "model.plan"]],
    ['backend: "pytorch"', ["model.pt2"], ["pytorch", "pytorch_libtorch", "model.pt"]],
    ['backend: "pytorch" platform: "torch_aoti"', [], ["pytorch", "torch_aoti", "model.pt2"]],
    [
      'backend: "onnxruntime" default_model_filename: "a.onnx"',
      [],
      ["onnxruntime", "onnxruntime_onnx", "a.onnx"],
    ],
    ['default_model_filename: "model.plan"', [], ["tensorrt", "tensorrt_plan", "model.plan"]],
    ['default_model_filename: "model.mine"', ["model.onnx"], ["", "", "model.mine"]],
    ['backend: "identity"', ["model.onnx"], ["identity", "", ""]],
    ['platform: "ensemble"', ["model.onnx"], ["", "ensemble", ""]],
  ])("[CFG-C1] %s with files %j", (text, versionFiles, expected) => {
    const complete = completeBackend(config(text), { modelName: "m", versionFiles });
    const { backend, platform, default_model_filename: file } = complete;
    expect([backend, platform, file]).toEqual(expected);
  });

  test.each<[string, readonly string[] | undefined, string, string]>([
    ["scores.identity", [], "identity", "model.identity"],
    ["model.identity", ["weights"], "identity", "model.identity"],
    // The text after the first dot, as in Triton.
    ["v1.scores.identity", [], "scores.identity", "model.scores.identity"],
    ["scores.identity", ["model.onnx"], "onnxruntime", "model.onnx"],
    ["scores.identity", undefined, "", ""],
    ["scores", [], "", ""],
    ["scores.", [], "", ""],
  ])(
    "[CFG-C1] takes a backend from the folder's name %s with files %j",
    (modelName, versionFiles, backend, file) => {
      const complete = completeBackend(config(""), { modelName, versionFiles });
      expect(complete).toMatchObject({ backend, default_model_filename: file });
    },
  );

  test("[CFG-C1] looks into the first version by name, not by number", () => {
    const versions = ["2", "9", "10"].map((version) => ({ version }));
    expect(inspectedVersion(versions)?.version).toBe("10");
    expect(inspectedVersion([])).toBeUndefined();
  });

  test("[CFG-C2] doesn't change a configuration with inputs and outputs", () => {
    const full = config("input { name: 'a' } output { name: 'b' }");
    expect(completeConfig(full, mlpSignature)).toBe(full);
  });

  test("[CFG-C3, CFG-C4] keeps what is given and adds the rest", () => {
    const complete = completeConfig(
      config("max_batch_size: 16 sequence_batching { }"),
      mlpSignature,
    );
    expect(complete).toMatchObject({ max_batch_size: 16, input: [{ name: "x", dims: [128] }] });
    expect(complete.dynamic_batching).toBeUndefined();
    expect(
      completeConfig(config("max_batch_size: 1"), mlpSignature).dynamic_batching,
    ).toBeUndefined();
  });

  test("[CFG-C3] a model with a fixed first dimension stays unbatched", () => {
    const complete = completeConfig(config(""), FIXED);
    expect(complete).toMatchObject({
      max_batch_size: 0,
      input: [{ dims: [1, 3] }],
      output: [{ dims: [1] }],
    });
  });

  test("[CFG-C3] the server's default replaces a missing size; 0 leaves the model unbatched", () => {
    expect(completeConfig(config(""), mlpSignature, 16)).toMatchObject({
      max_batch_size: 16,
      dynamic_batching: {},
    });
    expect(completeConfig(config("max_batch_size: 2"), mlpSignature, 16).max_batch_size).toBe(2);
    const unbatched = completeConfig(config("max_batch_size: 0"), mlpSignature, 0);
    expect(unbatched).toMatchObject({ max_batch_size: 0, input: [{ dims: [-1, 128] }] });
    expect(unbatched.dynamic_batching).toBeUndefined();
  });

  test("[CFG-C2] a partial configuration keeps what it has", () => {
    const half = config("output { name: 'y' data_type: TYPE_FP32 dims: 10 label_filename: 'l' }");
    expect(completeConfig(half, mlpSignature)).toMatchObject({
      max_batch_size: 4,
      input: [{ name: "x", dims: [128] }],
      output: [{ label_filename: "l" }],
    });
  });

  test("[CFG-C5] rejects batching for a model that can't batch", () => {
    expect(() => completeConfig(config("max_batch_size: 2"), FIXED)).toThrow(
      /^autofill failed for model 'm': model does not support batching while non-zero max_batch_size is specified/,
    );
  });

  test("[CFG-C6] gives a tensor without dimensions [1]", () => {
    const complete = completeConfig(config(""), {
      ...mlpSignature,
      outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [-1] }],
    });
    expect(complete.output[0]).toMatchObject({ dims: [1], reshape: { shape: [] } });
  });

  test("[CFG-C6, CFG-L5, CFG-V9] makes a scalar of an unbatched model [1], and keeps its own dims of 0", () => {
    const signature: ModelFileSignature = {
      inputs: [
        { name: "x", data_type: "TYPE_FP32", shape: [0, 3] },
        { name: "rate", data_type: "TYPE_INT64", shape: [] },
      ],
      outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [] }],
    };
    const complete = completeConfig(config("backend: 'onnxruntime'"), signature);
    expect(complete.input.map(({ dims }) => dims)).toEqual([[0, 3], [1]]);
    expect(complete.output).toMatchObject([{ dims: [1] }]);
    expect([...complete.input, ...complete.output].some(({ reshape }) => reshape)).toBe(false);
    expect(() => checkSignature(complete, signature)).not.toThrow();
    const text = printConfig(complete);
    expect(checkText(text, { modelName: "m", signature })).toEqual([]);
    const forTriton = checkText(text, { modelName: "m", signature, lint: { server: "triton" } });
    expect(forTriton.filter(({ severity }) => severity === "error")).toMatchObject([
      { id: "dimension", message: expect.stringContaining("must be integer >= 1") },
    ]);
    const wide = { ...complete, output: complete.output.map((io) => ({ ...io, dims: [2] })) };
    expect(() => checkSignature(wide, signature)).toThrow(
      "scalar tensor 'y', should only provide 1 in the model configuration",
    );
  });
});

describe("normalising", () => {
  const normal = (text: string, gpus: number[] = []) =>
    normalizeConfig(config(text), { modelName: "m", gpus });

  test("[CFG-N6, CFG-N7] resolves kinds, names and counts", () => {
    const text =
      'backend: "onnxruntime" instance_group [ { }, { name: "mine" count: 3 kind: KIND_CPU } ]';
    expect(normal(text).instance_group).toMatchObject([
      { name: "m_0", kind: "KIND_CPU", count: 2 },
      { name: "mine", kind: "KIND_CPU", count: 3 },
    ]);
    expect(normal(text, [0, 1]).instance_group[0]).toMatchObject({
      kind: "KIND_GPU",
      count: 1,
      gpus: [0, 1],
    });
    expect(normal('backend: "identity"').instance_group).toMatchObject([{ name: "m", count: 1 }]);
  });

  test("[CFG-N3, CFG-N4] fills in the schedulers' defaults", () => {
    expect(
      normal("max_batch_size: 8 sequence_batching { oldest { } }").sequence_batching,
    ).toMatchObject({
      max_sequence_idle_microseconds: 1_000_000,
      oldest: { preferred_batch_size: [8] },
    });
  });

  test("is idempotent, and doesn't modify its argument", () => {
    const written = config('backend: "onnxruntime" dynamic_batching { } max_batch_size: 4');
    const before = structuredClone(written);
    const once = normalizeConfig(written, { modelName: "m" });
    expect(written).toEqual(before);
    expect(normalizeConfig(once, { modelName: "m" })).toEqual(once);
  });
});

describe("comparing with the model's file", () => {
  const io = (input: string, output = "name: 'y' data_type: TYPE_FP32 dims: 10") =>
    config(`max_batch_size: 4 input { ${input} } output { ${output} }`);

  test("[CFG-L1 to CFG-L5] a completed configuration matches", () => {
    expect(() =>
      checkSignature(completeConfig(config(""), mlpSignature), mlpSignature),
    ).not.toThrow();
  });

  test.each([
    [
      "CFG-L1",
      config("output { name: 'y' data_type: TYPE_FP32 dims: [-1, 10] }"),
      "unable to load model 'm', configuration expects 0 inputs, model provides 1; not configured: 'x'",
    ],
    [
      "CFG-L2",
      io("name: 'z' data_type: TYPE_FP32 dims: 128"),
      "unexpected inference input 'z', allowed inputs are: x",
    ],
    [
      "CFG-L3",
      io("name: 'x' data_type: TYPE_INT32 dims: 128"),
      "unable to load model 'm', configuration expects datatype TYPE_INT32 for input 'x', model provides TYPE_FP32",
    ],
    [
      "CFG-L4",
      io("name: 'x' data_type: TYPE_FP32 dims: 64"),
      "model 'm', tensor 'x': the model expects shape [-1,128] but the model configuration specifies shape [-1,64]",
    ],
    [
      "CFG-L4",
      io("name: 'x' data_type: TYPE_FP32 dims: [1, 128]"),
      "model 'm', tensor 'x': the model expects 2 dimensions (shape [-1,128]) but the model configuration specifies 3 dimensions (an initial batch dimension because max_batch_size > 0 followed by the explicit tensor shape, making complete shape [-1,1,128])",
    ],
    [
      "CFG-L5",
      io("name: 'x' data_type: TYPE_FP32 dims: 128", "name: 'y' data_type: TYPE_FP32 dims: -1"),
      "model 'm', tensor 'y': the model expects shape [-1,10] but the model configuration specifies shape [-1,-1]",
    ],
    [
      "CFG-L6",
      io("name: 'x' data_type: TYPE_FP32 dims: 128 optional: true"),
      "unable to load model 'm', optional input 'x' is not supported for models that support batching",
    ],
    [
      "CFG-L6",
      io("name: 'x' data_type: TYPE_FP32 dims: 128 allow_ragged_batch: true"),
      "unable to load model 'm', configuration expects model provides input with shape [-1] for ragged input 'x', model provides [-1,128]",
    ],
  ])("[%s] refuses a difference", (_, wrong, message) => {
    expect(() => checkSignature(wrong, mlpSignature)).toThrow(message);
  });

  test("[CFG-L4] a batching model begins with a variable dimension", () => {
    const batched = config(
      "max_batch_size: 2 input { name: 'x' data_type: TYPE_FP32 dims: 3 } output { name: 'y' data_type: TYPE_FP32 dims: 1 }",
    );
    expect(() => checkSignature(batched, FIXED)).toThrow(
      /for the model to support batching .* is \[1,3\]$/,
    );
  });

  test("[CFG-L4] a reshape is compared with the model", () => {
    const reshaped = io("name: 'x' data_type: TYPE_FP32 dims: [8, 16] reshape { shape: 128 }");
    expect(() => checkSignature(reshaped, mlpSignature)).not.toThrow();
  });
});
