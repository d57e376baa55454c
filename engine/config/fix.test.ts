import { describe, expect, test } from "vitest";
import { applyEdits } from "./edit.ts";
import { checkText, type CheckTextOptions } from "./check.ts";
import type { Finding } from "./index.ts";
import { mlpSignature } from "./testing/fixtures.ts";

const X = 'input { name: "x" data_type: TYPE_FP32 dims: 128 }';
const Y = 'output { name: "y" data_type: TYPE_FP32 dims: 10 }';
const SERVED: Partial<CheckTextOptions> = { signature: mlpSignature };

/** A text, the finding to fix, and the text after the fix. */
const VALIDATION: [id: string, text: string, fixed: string, options?: Partial<CheckTextOptions>][] =
  [
    ["name-differs", 'name: "n" # mine\n', 'name: "m" # mine\n'],
    [
      "platform-backend",
      'backend: "python"\nplatform: "onnxruntime_onnx"\n',
      'backend: "python"\n',
    ],
    ["max-batch-negative", "max_batch_size: -4", "max_batch_size: 0"],
    [
      "preferred-exceeds-max",
      "max_batch_size: 4\ndynamic_batching { preferred_batch_size: [2, 8] }",
      "max_batch_size: 4\ndynamic_batching { preferred_batch_size: [2] }",
    ],
    [
      "priority-out-of-range",
      "dynamic_batching { priority_levels: 2 default_priority_level: 1 priority_queue_policy { key: 3 value { } } }",
      "dynamic_batching { priority_levels: 2 default_priority_level: 1 }",
    ],
    [
      "control-pair",
      'sequence_batching { control_input { name: "s" control { } } }',
      'sequence_batching { control_input { name: "s" control { int32_false_true: [0, 1] } } }',
    ],
    [
      "control-pair",
      'sequence_batching { control_input { name: "s" control { int32_false_true: [0, 1] fp32_false_true: [0, 1] } } }',
      'sequence_batching { control_input { name: "s" control { int32_false_true: [0, 1] } } }',
    ],
    [
      "control-type",
      'sequence_batching { control_input { name: "c" control { kind: CONTROL_SEQUENCE_CORRID data_type: TYPE_FP32 } } }',
      'sequence_batching { control_input { name: "c" control { kind: CONTROL_SEQUENCE_CORRID data_type: TYPE_UINT64 } } }',
    ],
    [
      "slot-utilization",
      "sequence_batching { direct { minimum_slot_utilization: 1.5 } }",
      "sequence_batching { direct { minimum_slot_utilization: 1 } }",
    ],
    [
      "dimension",
      'input { name: "x" data_type: TYPE_FP32 dims: [3, -2] }',
      'input { name: "x" data_type: TYPE_FP32 dims: [3, -1] }',
    ],
    [
      "format-dims",
      'input { name: "x" data_type: TYPE_FP32 dims: 3 format: FORMAT_NCHW }',
      'input { name: "x" data_type: TYPE_FP32 dims: 3 }',
    ],
    [
      "state-growable",
      'sequence_batching { state { input_name: "s" output_name: "t" data_type: TYPE_FP32 dims: 3 use_growable_memory: true use_same_buffer_for_input_output: true } } instance_group { kind: KIND_CPU }',
      'sequence_batching { state { input_name: "s" output_name: "t" data_type: TYPE_FP32 dims: 3 use_growable_memory: false use_same_buffer_for_input_output: true } } instance_group { kind: KIND_CPU }',
    ],
    ["tensor-twice", `${X}\n${X}\n`, `${X}\n`],
    [
      "batch-type",
      `${X} batch_input { source_input: "x" data_type: TYPE_INT64 }`,
      `${X} batch_input { source_input: "x" data_type: TYPE_FP32 }`,
    ],
    [
      "gpus-forbidden",
      "instance_group { kind: KIND_CPU gpus: [0] }",
      "instance_group { kind: KIND_CPU }",
    ],
    [
      "no-gpu",
      "instance_group { kind: KIND_GPU gpus: 1 }",
      "instance_group { kind: KIND_CPU }",
      { gpus: [] },
    ],
    [
      "gpu-unknown",
      "instance_group { kind: KIND_GPU gpus: [0, 7] }",
      "instance_group { kind: KIND_GPU }",
      { gpus: [0] },
    ],
    [
      "ensemble-not-written",
      `platform: "ensemble" ${X} ${Y} ensemble_scheduling { step { model_name: "a" model_version: -1 input_map { key: "i" value: "x" } output_map { key: "o" value: "middle" } } step { model_name: "b" model_version: -1 input_map { key: "i" value: "midle" } output_map { key: "o" value: "y" } } }`,
      `platform: "ensemble" ${X} ${Y} ensemble_scheduling { step { model_name: "a" model_version: -1 input_map { key: "i" value: "x" } output_map { key: "o" value: "middle" } } step { model_name: "b" model_version: -1 input_map { key: "i" value: "middle" } output_map { key: "o" value: "y" } } }`,
    ],
    [
      "profile",
      'backend: "python" instance_group { profile: "0" }',
      'backend: "python" instance_group { }',
    ],
  ];

const LOAD: typeof VALIDATION = [
  [
    "tensor-unknown",
    `max_batch_size: 4 ${X.replace('"x"', '"z"')} ${Y}`,
    `max_batch_size: 4 ${X} ${Y}`,
  ],
  [
    "tensor-unknown",
    `max_batch_size: 4 ${X} ${Y.replace('"y"', '"yy"').replace("FP32", "INT8").replace("10", "3")}`,
    `max_batch_size: 4 ${X} ${Y}`,
  ],
  [
    "tensor-unknown",
    `max_batch_size: 4 ${X} ${Y} sequence_batching { control_input { name: "STRAT" control { int32_false_true: [0, 1] } } }`,
    `max_batch_size: 4 ${X} ${Y} sequence_batching { control_input { name: "START" control { int32_false_true: [0, 1] } } }`,
    {
      signature: {
        ...mlpSignature,
        inputs: [
          ...mlpSignature.inputs,
          { name: "START", data_type: "TYPE_INT32", shape: [-1, 1] },
        ],
      },
    },
  ],
  [
    "tensor-datatype",
    `max_batch_size: 4 ${X.replace("FP32", "INT8")} ${Y}`,
    `max_batch_size: 4 ${X} ${Y}`,
  ],
  [
    "tensor-dims",
    `max_batch_size: 4 ${X} ${Y.replace("dims: 10", "dims: [1, 10]")}`,
    `max_batch_size: 4 ${X} ${Y.replace("dims: 10", "dims: [10]")}`,
  ],
  ["tensor-dims", `${X} ${Y}`, `${X.replace("dims: 128", "dims: -1 dims: 128")} ${Y}`],
  [
    "optional-batched",
    `max_batch_size: 4 ${X.replace(" }", " optional: true }")} ${Y}`,
    `max_batch_size: 4 ${X} ${Y}`,
  ],
  [
    "ragged-shape",
    `max_batch_size: 4 ${X.replace(" }", " allow_ragged_batch: true }")} ${Y}`,
    `max_batch_size: 4 ${X} ${Y}`,
  ],
  [
    "warmup-batch",
    'backend: "onnxruntime" model_warmup { name: "w" batch_size: 9 }',
    'backend: "onnxruntime" model_warmup { name: "w" batch_size: 4 }',
  ],
  [
    "warmup-dims",
    `backend: "python" ${X} model_warmup { batch_size: 1 inputs { key: "x" value { dims: [-1, 3] zero_data: true } } }`,
    `backend: "python" ${X} model_warmup { batch_size: 1 inputs { key: "x" value { dims: [1, 3] zero_data: true } } }`,
    {},
  ],
  [
    "warmup-data",
    `backend: "python" ${X} model_warmup { batch_size: 1 inputs { key: "x" value { dims: 3 } } }`,
    `backend: "python" ${X} model_warmup { batch_size: 1 inputs { key: "x" value { dims: 3 zero_data: true } } }`,
    {},
  ],
  [
    "onnx-accelerator",
    'optimization { execution_accelerators { gpu_execution_accelerator [ { name: "cuda" }, { name: "rocm" } ] } }',
    'optimization { execution_accelerators { gpu_execution_accelerator [ { name: "cuda" } ] } }',
  ],
  [
    "onnx-parameter",
    'parameters { key: "intra_op_thread_count" value { string_value: "all" } }\n',
    "",
  ],
  [
    "unsupported",
    'runtime: "other"\nbackend: "identity"\n',
    'backend: "identity"\n',
    { lint: { server: "embedded" } },
  ],
  [
    "not-batchable",
    "max_batch_size: 4\n# that is all\n",
    "# that is all\n",
    { signature: { inputs: [{ name: "x", data_type: "TYPE_FP32", shape: [3] }], outputs: [] } },
  ],
  [
    "input-count",
    `max_batch_size: 4\n${X}\n${Y}\n`,
    `max_batch_size: 4\n${X}\ninput {\n  name: "w"\n  data_type: TYPE_INT64\n  dims: [2]\n}\n${Y}\n`,
    {
      signature: {
        ...mlpSignature,
        inputs: [...mlpSignature.inputs, { name: "w", data_type: "TYPE_INT64", shape: [-1, 2] }],
      },
    },
  ],
].map(([id, text, fixed, options]) => [id, text, fixed, options ?? SERVED]) as typeof VALIDATION;

function putRight(id: string, text: string, options: Partial<CheckTextOptions> = {}) {
  const check = (of: string): Finding[] => checkText(of, { modelName: "m", ...options });
  const before = check(text);
  const finding = before.find((each) => each.id === id && each.fix !== undefined);
  expect(finding, JSON.stringify(before)).toBeDefined();
  const after = applyEdits(text, finding!.fix!.edits);
  const count = (all: readonly Finding[]) => all.filter((each) => each.id === id).length;
  expect(count(check(after))).toBeLessThan(count(before));
  const known = new Set(before.map((each) => each.id));
  expect(check(after).filter((each) => !known.has(each.id))).toEqual([]);
  return after;
}

describe("the fix of a finding removes it and adds none", () => {
  test.each(VALIDATION)("of validation: %s", (id, text, fixed, options) => {
    expect(putRight(id, text, options)).toBe(fixed);
  });

  test.each(LOAD)("of loading: %s", (id, text, fixed, options) => {
    expect(putRight(id, text, options)).toBe(fixed);
  });

  test("is computed on demand, and included when it is serialized", () => {
    const [finding] = checkText('name: "n"', { modelName: "m" });
    const sent = JSON.parse(JSON.stringify(finding)) as Finding;
    expect(sent.fix).toEqual({
      title: "Set name to m",
      edits: [{ from: 7, to: 8, insert: "m" }],
    });
    expect(structuredClone(finding)).toEqual(finding);
  });
});
