import type { InitialState, SequenceState } from "../types.ts";
import { setTo } from "../fix.ts";
import type { Check, Remedy } from "./check.ts";

const PATH = "sequence_batching.state";

/** SPEC.md CFG-V7: implicit states of sequences. */
export function checkStates(check: Check, states: readonly SequenceState[]): void {
  const { config, name } = check;
  const problem = (id: string, path: string, message: string, remedy: Remedy = {}) =>
    check.problem(id, path, message, { stage: "load", ...remedy });
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  states.forEach((state, index) => {
    const path = `${PATH}[${index}]`;
    const { input_name: input, output_name: output, data_type, dims, initial_state } = state;
    if (input === "" || output === "") {
      const message = `sequence batching state must have an input_name and an output_name for ${name}`;
      problem("state-name", path, message);
    } else if (inputs.has(input)) {
      problem("state-reused", path, `State input name '${input}' specified more than once.`);
    } else if (outputs.has(output)) {
      problem("state-reused", path, `State output name '${output}' specified more than once.`);
    }
    inputs.add(input);
    outputs.add(output);
    if (data_type === "TYPE_INVALID") {
      const message = `sequence batching state '${input}' must specify a data_type for ${name}`;
      problem("state-type", `${path}.data_type`, message);
    }
    const wrong = dims.find((dim) => dim < 1 && dim !== -1);
    if (wrong !== undefined) {
      const message = `sequence batching state '${input}' dims must be at least 1 or -1 for ${name}, got ${wrong}`;
      problem("state-dims", `${path}.dims`, message);
    }
    if (state.use_growable_memory && !state.use_same_buffer_for_input_output) {
      const message = `In order to 'use_growable_memory', you must also enable 'use_same_buffer_for_input_output' for state input name '${input}'.`;
      const fix = setTo(`${path}.use_same_buffer_for_input_output`, true);
      problem("state-growable", `${path}.use_growable_memory`, message, { fix });
    } else if (
      state.use_growable_memory &&
      config.instance_group.some(({ kind }) => kind !== "KIND_GPU" && kind !== "KIND_AUTO")
    ) {
      const message = `'use_growable_memory' can only work with KIND_GPU model instances right now. Please either change the instance type to KIND_GPU or set 'use_growable_memory' to false for state input '${input}'.`;
      const fix = setTo(`${path}.use_growable_memory`, false);
      problem("state-growable", `${path}.use_growable_memory`, message, { fix, stage: "running" });
    }
    if (initial_state.length > 1) {
      const message = `initial_state field for state input '${input}' must contain exactly one or zero element. Found '${initial_state.length}' elements.`;
      problem("initial-state", `${path}.initial_state`, message);
    }
    const [initial] = initial_state;
    const fault = initial && initialStateFault(state, initial);
    if (fault !== undefined) problem("initial-state", `${path}.initial_state[0]`, fault);
  });
}

function initialStateFault(
  { input_name, data_type, dims }: SequenceState,
  initial: InitialState,
): string | undefined {
  if (initial.data_type !== data_type) {
    return `The data type used for 'initial_state' field of state '${input_name}' does not match the state data type.`;
  }
  if (initial.name === "") {
    return `Field 'name' must be set when using initial_state for state input '${input_name}'.`;
  }
  if (initial.dims.length !== dims.length) {
    return `Number of dimensions in 'initial_state' doesn't match the size of 'state' dimensions for state input '${input_name}'. ${initial.dims.length} != ${dims.length}`;
  }
  for (const [i, dim] of initial.dims.entries()) {
    if (dim === -1) {
      return `'initial_state' field for state input name '${input_name}' contains variable dimensions.`;
    }
    if (dim < 1) {
      return `'initial_state' dims for state input name '${input_name}' must be at least 1, got ${dim}`;
    }
    if (dims[i] !== -1 && dims[i] !== dim) {
      return `'initial_state' dim for input name '${input_name}' doesn't match 'state' dim description. ${dim} != ${dims[i]}`;
    }
  }
  if (initial.zero_data === undefined && initial.data_file === undefined) {
    return `initial_state setting expects state '${input_name}' to have state_data set`;
  }
  return undefined;
}
