import { emptyMessage } from "./fields.ts";
import type { DataType, ModelConfig, ModelInput, ModelOutput, SequenceControl } from "./types.ts";

/**
 * The inputs that a model has in addition to those of its requests: one with dims [1] for each sequence control, then one
 * for each implicit state.
 */
export function sequenceInputs(config: ModelConfig): ModelInput[] {
  return [...controlInputs(config), ...stateInputs(config)];
}

export function controlInputs({ sequence_batching: batching }: ModelConfig): ModelInput[] {
  return (batching?.control_input ?? []).flatMap(({ name, control: [control] }) =>
    control === undefined ? [] : [input(name, controlType(control), [1])],
  );
}

export function stateInputs({ sequence_batching: batching }: ModelConfig): ModelInput[] {
  return (batching?.state ?? []).map((state) =>
    input(state.input_name, state.data_type, state.dims),
  );
}

/** The outputs with the next implicit state, except those that are also outputs of the model. */
export function stateOutputs({
  sequence_batching: batching,
  output: own,
}: ModelConfig): ModelOutput[] {
  return (batching?.state ?? [])
    .filter(({ output_name }) => !own.some(({ name }) => name === output_name))
    .map(({ output_name: name, data_type, dims }) => ({
      ...(emptyMessage("ModelOutput") as unknown as ModelOutput),
      name,
      data_type,
      dims,
    }));
}

/** The element type of a control: that of its pair of values, or that of the correlation id. */
export function controlType(control: SequenceControl): DataType {
  if (control.kind === "CONTROL_SEQUENCE_CORRID") return control.data_type;
  if (control.int32_false_true.length > 0) return "TYPE_INT32";
  return control.fp32_false_true.length > 0 ? "TYPE_FP32" : "TYPE_BOOL";
}

function input(name: string, data_type: DataType, dims: number[]): ModelInput {
  return { ...(emptyMessage("ModelInput") as unknown as ModelInput), name, data_type, dims };
}
