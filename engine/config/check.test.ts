import { describe, expect, test } from "vitest";
import { checkText, type CheckTextOptions, type ModelFiles } from "./index.ts";
import { mlpSignature } from "./testing/fixtures.ts";

describe("checking a text", () => {
  const stages = (text: string) =>
    checkText(text, { modelName: "m", signature: mlpSignature }).map(
      ({ stage, id, line, column }) => `${stage} ${id} ${line}:${column}`,
    );

  test("reports one stage at a time, as Triton does", () => {
    const load =
      'input { name: "z" data_type: TYPE_FP32 dims: 128 }\noutput { name: "y" data_type: TYPE_FP32 dims: 1 }\nmax_batch_size: 4';
    expect(stages(load)).toEqual(["load tensor-unknown 1:15", "load tensor-dims 2:47"]);
    expect(stages(`${load}\nname: "n"`)).toEqual(["validation name-differs 4:7"]);
    expect(stages(`${load}\nname: n`)).toEqual(["syntax wrong-type 4:7"]);
  });

  test("has no findings for an empty text, which the model's file completes", () => {
    expect(stages("")).toEqual([]);
  });

  test("does not compare a model of another backend with an ONNX file", () => {
    expect(stages('backend: "identity"')).toEqual([]);
  });

  test("[CFG-C5] marks max_batch_size of a model that cannot batch", () => {
    const signature = {
      inputs: [{ name: "x", data_type: "TYPE_FP32" as const, shape: [3] }],
      outputs: [],
    };
    expect(checkText("max_batch_size: 2", { modelName: "m", signature })).toMatchObject([
      { id: "not-batchable", stage: "load", from: 16, to: 17 },
    ]);
  });
});

describe("what the server may complete is not a finding", () => {
  const errors = (text: string, options: Partial<CheckTextOptions> = {}) =>
    checkText(text, { modelName: "m", ...options })
      .filter(({ severity }) => severity === "error")
      .map(({ id, from, to }) => `${id} @ ${text.slice(from, to)}`);
  const plan: ModelFiles = { versions: [{ version: "1", names: ["model.plan"] }], others: [] };

  test.each([
    'backend: "tensorrt"',
    'platform: "tensorrt_plan"',
    'backend: "python"',
    'backend: "dali"',
    "",
  ])("[CFG-C8] data types and dims that %s leaves out", (backend) => {
    const text = `${backend} max_batch_size: 8
input [ { name: "a" }, { name: "b" dims: 3 }, { name: "c" format: FORMAT_NCHW } ]
output { name: "y" data_type: TYPE_FP32 label_filename: "labels.txt" }
dynamic_batching { preferred_batch_size: 8 }`;
    expect(errors(text)).toEqual([]);
    expect(errors(text, { lint: { autoComplete: false } })).toHaveLength(7);
  });

  test("[CFG-C8] an input without a name is one for every backend", () => {
    expect(errors('backend: "tensorrt" input { dims: 3 }')).toEqual(["tensor-name @ input"]);
  });

  test("[CFG-C8] an empty reshape, if the batch size is left out as well", () => {
    const text = 'input { name: "a" data_type: TYPE_FP32 dims: 1 reshape { } }';
    expect(errors(`backend: "python" ${text}`)).toEqual([]);
    expect(errors(`backend: "onnxruntime" ${text}`)).toEqual([]);
    expect(errors(`backend: "identity" ${text}`)).toEqual(["reshape @ reshape"]);
  });

  test("[CFG-C8] sources and targets of batch tensors in lists that are left out", () => {
    const text =
      'batch_input { target_name: "n" data_type: TYPE_FP32 source_input: "a" } batch_output { target_name: "y" source_input: "a" }';
    expect(errors(`backend: "tensorrt" ${text}`)).toEqual([]);
    expect(errors(`backend: "tensorrt" ${text}`, { lint: { autoComplete: false } })).toHaveLength(
      3,
    );
  });

  test.each(["onnxruntime", "openvino", "identity", "pytorch"])(
    "[CFG-C8] the backend %s fills in no field of a tensor",
    (backend) => {
      const text = `backend: "${backend}" input { name: "a" } output { name: "y" }`;
      expect(errors(text)).toHaveLength(4);
    },
  );

  test("[CFG-C8] the embedded engine fills in no field either", () => {
    expect(errors('input { name: "a" }', { lint: { server: "embedded" } })).toHaveLength(2);
  });

  test("[CFG-V11] profiles, shape tensors and formats of a TensorRT model that only its file or folder names", () => {
    const text = `instance_group { kind: KIND_GPU profile: "1" }
input { name: "s" data_type: TYPE_INT32 dims: 1 is_shape_tensor: true }`;
    expect(errors(text)).toEqual([]);
    expect(errors(text, { files: plan })).toEqual([]);
    expect(errors(`default_model_filename: "model.plan" ${text}`)).toEqual([]);
    const onnx: ModelFiles = { versions: [{ version: "1", names: ["model.onnx"] }], others: [] };
    expect(errors(text, { files: onnx })).toEqual(['profile @ "1"', "tensorrt-only @ true"]);
  });

  test("[CFG-L12] a plan file that is missing, by the backend that another version's file gives", () => {
    const files: ModelFiles = {
      versions: [
        { version: "1", names: ["model.plan"] },
        { version: "2", names: [] },
      ],
      others: [],
    };
    expect(checkText("", { modelName: "m", files })).toMatchObject([
      {
        id: "model-file",
        message: expect.stringMatching(/^unable to find '2\/model.plan' for the tensorrt backend/),
      },
    ]);
  });

  test("[CFG-V2] a model that names no backend anywhere", () => {
    const files: ModelFiles = { versions: [{ version: "1", names: ["weights.bin"] }], others: [] };
    expect(checkText("", { modelName: "m", files })[0]?.message).toMatch(
      /^Invalid model name: Could not determine backend for model 'm' with no backend in model configuration\. Expected model name of the form 'model\.<backend_name>'/,
    );
    const named = checkText('default_model_filename: "weights.bin"', { modelName: "m", files });
    expect(named[0]?.message).toMatch(/^unexpected platform type '' for m/);
    expect(checkText("", { modelName: "m.mine", files })).toEqual([]);
  });
});
