import { describe, expect, test } from "vitest";
import { checkSignature, completeConfig, parseConfig, requireValid } from "./index.ts";
import type { ModelConfig, ModelFileSignature, ModelFileTensor } from "./index.ts";

function config(text: string): ModelConfig {
  const { config, findings } = parseConfig(`backend: "b" max_batch_size: 4 ${text}`);
  expect(findings).toEqual([]);
  return { ...config, name: "m" };
}

const tensor = (name: string, shape: number[], type = "FP32"): ModelFileTensor => ({
  name,
  data_type: `TYPE_${type}` as ModelFileTensor["data_type"],
  shape,
});

const STATE = 'input_name: "s" output_name: "t" data_type: TYPE_FP32 dims: -1';
const INITIAL = 'name: "i" data_type: TYPE_FP32';
const BATCHING = `sequence_batching {
  control_input { name: "c" control { kind: CONTROL_SEQUENCE_READY int32_false_true: [0, 1] } } state { ${STATE} }
}`;
const FILE: ModelFileSignature = {
  inputs: [tensor("x", [-1, 2]), tensor("c", [-1, 1], "INT32"), tensor("s", [-1, -1])],
  outputs: [tensor("y", [-1, 2]), tensor("t", [-1, -1])],
};

describe("implicit states", () => {
  test.each([
    [
      'state { input_name: "s" data_type: TYPE_FP32 dims: 1 }',
      "sequence batching state must have an input_name and an output_name for m",
    ],
    [`state { ${STATE} } state { ${STATE} }`, "State input name 's' specified more than once."],
    [
      'state { input_name: "s" output_name: "t" dims: 1 }',
      "sequence batching state 's' must specify a data_type for m",
    ],
    [
      `state { input_name: "s" output_name: "t" data_type: TYPE_FP32 dims: 0 }`,
      "sequence batching state 's' dims must be at least 1 or -1 for m, got 0",
    ],
    [
      `state { ${STATE} use_growable_memory: true }`,
      "In order to 'use_growable_memory', you must also enable 'use_same_buffer_for_input_output' for state input name 's'.",
    ],
    [
      `state { ${STATE} initial_state [ { ${INITIAL} }, { ${INITIAL} } ] }`,
      "initial_state field for state input 's' must contain exactly one or zero element. Found '2' elements.",
    ],
    [
      `state { ${STATE} initial_state { name: "i" data_type: TYPE_INT32 dims: 1 zero_data: true } }`,
      "The data type used for 'initial_state' field of state 's' does not match the state data type.",
    ],
    [
      `state { ${STATE} initial_state { data_type: TYPE_FP32 dims: 1 zero_data: true } }`,
      "Field 'name' must be set when using initial_state for state input 's'.",
    ],
    [
      `state { ${STATE} initial_state { ${INITIAL} dims: [1, 1] zero_data: true } }`,
      "Number of dimensions in 'initial_state' doesn't match the size of 'state' dimensions for state input 's'. 2 != 1",
    ],
    [
      `state { ${STATE} initial_state { ${INITIAL} dims: -1 zero_data: true } }`,
      "'initial_state' field for state input name 's' contains variable dimensions.",
    ],
    [
      `state { input_name: "s" output_name: "t" data_type: TYPE_FP32 dims: 3 initial_state { ${INITIAL} dims: 2 zero_data: true } }`,
      "'initial_state' dim for input name 's' doesn't match 'state' dim description. 2 != 3",
    ],
    [
      `state { ${STATE} initial_state { ${INITIAL} dims: 2 } }`,
      "initial_state setting expects state 's' to have state_data set",
    ],
  ])("[CFG-V7] %s", (state, message) => {
    const check = () => requireValid(config(`sequence_batching { ${state} }`), { modelName: "m" });
    expect(check).toThrow(message);
  });

  test.each(["", `initial_state { ${INITIAL} dims: 2 data_file: "f" }`])(
    "[CFG-V7] %s is fine",
    (initial) => {
      const text = `sequence_batching { state { ${STATE} ${initial} } }`;
      expect(() => requireValid(config(text), { modelName: "m" })).not.toThrow();
    },
  );

  test("[CFG-V7] growable memory requires GPUs", () => {
    const text = `instance_group { kind: KIND_CPU } sequence_batching { state { ${STATE} use_growable_memory: true use_same_buffer_for_input_output: true } }`;
    expect(() => requireValid(config(text), { modelName: "m" })).toThrow(
      "'use_growable_memory' can only work with KIND_GPU model instances right now.",
    );
  });
});

test("[CFG-V7] a control input has one kind", () => {
  const control = "int32_false_true: [0, 1]";
  const text = `sequence_batching { control_input { name: "c" control [ { ${control} }, { kind: CONTROL_SEQUENCE_END ${control} } ] } }`;
  expect(() => requireValid(config(text), { modelName: "m" })).toThrow(
    "sequence batching control tensor 'c' is specified for multiple control kinds for m",
  );
});

test("[CFG-C7] controls and states are hidden from clients", () => {
  const complete = completeConfig(config(BATCHING), FILE);
  expect(complete.input.map(({ name }) => name)).toEqual(["x"]);
  expect(complete.output.map(({ name }) => name)).toEqual(["y"]);
  checkSignature(complete, FILE);
});

test.each([
  ["missing", FILE.inputs.filter(({ name }) => name !== "c"), "expects 3 inputs, model provides 2"],
  [
    "named otherwise",
    FILE.inputs.map((input) => (input.name === "c" ? { ...input, name: "d" } : input)),
    "configuration specified sequence control 'c', but model does not provide that input",
  ],
  [
    "of another shape",
    FILE.inputs.map((input) => (input.name === "c" ? { ...input, shape: [-1, 2] } : input)),
    "unable to load model 'm', sequence control 'c' in model has dims [2] but dims [1] is expected",
  ],
  [
    "of another type",
    FILE.inputs.map((input) => (input.name === "c" ? tensor("c", [-1, 1]) : input)),
    "unable to load model 'm', sequence control 'c', the model expects data-type TYPE_FP32 but the model configuration specifies data-type TYPE_INT32",
  ],
  [
    "a state of another type",
    FILE.inputs.map((input) => (input.name === "s" ? tensor("s", [-1, -1], "INT64") : input)),
    "unable to load model 'm', configuration expects datatype TYPE_FP32 for input 's', model provides TYPE_INT64",
  ],
])("[CFG-L7] refuses a control that is %s", (_, inputs, message) => {
  const complete = completeConfig(config(BATCHING), FILE);
  expect(() => checkSignature(complete, { ...FILE, inputs })).toThrow(message);
});
