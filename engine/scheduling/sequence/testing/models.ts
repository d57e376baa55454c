import { onnxModel } from "../../../testing/onnx-model.ts";

/**
 * Sums x over a sequence: total = START ? x : state + x; the state is the previous total. Also returns the READY, END and
 * CORRID that it received.
 */
export const accumulator = onnxModel({
  inputs: [
    { name: "x", type: "FP32", shape: ["batch", 1] },
    { name: "START", type: "FP32", shape: ["batch", 1] },
    { name: "READY", type: "INT32", shape: ["batch", 1] },
    { name: "END", type: "BOOL", shape: ["batch", 1] },
    { name: "CORRID", type: "INT64", shape: ["batch", 1] },
    { name: "state_in", type: "FP32", shape: ["batch", 1] },
  ],
  outputs: [
    { name: "total", type: "FP32", shape: ["batch", 1] },
    { name: "ready", type: "INT32", shape: ["batch", 1] },
    { name: "end", type: "BOOL", shape: ["batch", 1] },
    { name: "id", type: "INT64", shape: ["batch", 1] },
    { name: "state_out", type: "FP32", shape: ["batch", 1] },
  ],
  nodes: [
    { op: "Sub", inputs: ["one", "START"], outputs: ["keep"] },
    { op: "Mul", inputs: ["state_in", "keep"], outputs: ["kept"] },
    { op: "Add", inputs: ["kept", "x"], outputs: ["total"] },
    { op: "Identity", inputs: ["total"], outputs: ["state_out"] },
    { op: "Identity", inputs: ["READY"], outputs: ["ready"] },
    { op: "Identity", inputs: ["END"], outputs: ["end"] },
    { op: "Identity", inputs: ["CORRID"], outputs: ["id"] },
  ],
  initializers: [{ name: "one", shape: [1], values: new Float32Array([1]) }],
});

const control = (name: string, rest: string) =>
  `control_input { name: "${name}" control { kind: CONTROL_SEQUENCE_${name} ${rest} } }`;

/** The accumulator's configuration; `batching` is added to sequence_batching, `rest` after it. */
export function accumulatorConfig(batching = "", rest = ""): string {
  return `max_batch_size: 4
input { name: "x" data_type: TYPE_FP32 dims: 1 }
output [
  { name: "total" data_type: TYPE_FP32 dims: 1 }, { name: "ready" data_type: TYPE_INT32 dims: 1 },
  { name: "end" data_type: TYPE_BOOL dims: 1 }, { name: "id" data_type: TYPE_INT64 dims: 1 }
]
sequence_batching {
  ${control("START", "fp32_false_true: [ 0, 1 ]")}
  ${control("READY", "int32_false_true: [ 0, 1 ]")}
  ${control("END", "bool_false_true: [ false, true ]")}
  ${control("CORRID", "data_type: TYPE_INT64")}
  state { input_name: "state_in" output_name: "state_out" data_type: TYPE_FP32 dims: 1 }
  ${batching}
}
instance_group { kind: KIND_CPU count: 1 }
${rest}`;
}

/** Appends x to the state, which is also the output: all = state followed by x. */
export const history = onnxModel({
  inputs: [
    { name: "x", type: "FP32", shape: ["batch", 1] },
    { name: "past", type: "FP32", shape: ["batch", "before"] },
  ],
  outputs: [{ name: "all", type: "FP32", shape: ["batch", "after"] }],
  nodes: [{ op: "Concat", inputs: ["past", "x"], outputs: ["all"], attributes: { axis: 1 } }],
});

/** A configuration in which the state is also an output of the model. */
export function historyConfig(initial = "", batching = ""): string {
  return `max_batch_size: 4
input { name: "x" data_type: TYPE_FP32 dims: 1 }
output { name: "all" data_type: TYPE_FP32 dims: -1 }
sequence_batching {
  state { input_name: "past" output_name: "all" data_type: TYPE_FP32 dims: -1 ${initial} }
  ${batching}
}
instance_group { kind: KIND_CPU count: 1 }`;
}
