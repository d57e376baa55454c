import { type Fix, setTo } from "../fix.ts";
import type { InitialState, SequenceControl, SequenceState } from "../types.ts";
import type { Check, Remedy } from "./check.ts";

const PATH = "sequence_batching";
const CORRELATION_TYPES = ["TYPE_UINT64", "TYPE_INT64", "TYPE_UINT32", "TYPE_INT32", "TYPE_STRING"];

/** SPEC.md CFG-V7. */
export function checkSequences(check: Check): void {
  const { config, name, problem } = check;
  const sequence = config.sequence_batching;
  if (sequence === undefined) return;
  const names = new Set<string>();
  const kinds = new Set<string>();
  sequence.control_input.forEach((input, index) => {
    const path = `${PATH}.control_input[${index}]`;
    if (input.name === "") {
      problem(
        "control-name",
        path,
        `sequence batching control tensor must have a name for ${name}`,
      );
    } else if (names.has(input.name)) {
      const message = `sequence batching control tensor '${input.name}' is specified for multiple control kinds for ${name}`;
      problem("control-reused", `${path}.name`, message);
    }
    names.add(input.name);
    if (input.control.length > 1) {
      const message = `sequence batching control tensor '${input.name}' is specified for multiple control kinds for ${name}`;
      problem("control-reused", `${path}.control[1]`, message);
    }
    input.control.forEach((control, position) => {
      const where = `${path}.control[${position}]`;
      if (kinds.has(control.kind)) {
        problem(
          "control-twice",
          where,
          `sequence batching specifies multiple ${control.kind} tensors for ${name}`,
        );
      }
      kinds.add(control.kind);
      checkControl(check, control, where);
    });
  });
  const utilization = sequence.direct?.minimum_slot_utilization ?? 0;
  if (!(utilization >= 0 && utilization <= 1)) {
    const message = `sequence batching minimum slot utilization must be in range (0.0, 1.0] for ${name}, got ${utilization}`;
    const path = `${PATH}.direct.minimum_slot_utilization`;
    problem("slot-utilization", path, message, { fix: setTo(path, utilization > 1 ? 1 : 0) });
  }
  checkStates(check, sequence.state);
}

function checkControl({ name, problem }: Check, control: SequenceControl, path: string): void {
  const { kind, int32_false_true, fp32_false_true, bool_false_true } = control;
  const pairs = { int32_false_true, fp32_false_true, bool_false_true };
  const given = Object.entries(pairs).filter(([, values]) => values.length > 0);
  if (kind === "CONTROL_SEQUENCE_CORRID") {
    if (given.length > 0) {
      const message = `sequence batching must not specify either 'int32_false_true', 'fp32_false_true' or 'bool_false_true' for ${kind} for ${name}`;
      const changes = given.map(([field]) => ({ path: `${path}.${field}` }));
      const fix: Fix = { title: `Remove ${given.map(([field]) => field).join(", ")}`, changes };
      problem("control-pair", path, message, { fix });
    }
    if (!CORRELATION_TYPES.includes(control.data_type)) {
      const message = `unexpected data type ${control.data_type} for control ${kind} for ${name}. Allowed data types are ${CORRELATION_TYPES.join(", ")}`;
      const fix = setTo(`${path}.data_type`, "TYPE_UINT64");
      problem("control-type", `${path}.data_type`, message, { fix });
    }
    return;
  }
  const [pair, ...others] = given;
  if (pair === undefined || others.length > 0) {
    const names = "'int32_false_true', 'fp32_false_true'";
    const message =
      pair === undefined
        ? `sequence batching must specify either ${names} or 'bool_false_true' for ${kind} for ${name}`
        : `sequence batching specifies more than one from ${names} and 'bool_false_true' for ${kind} for ${name}`;
    const fix: Fix = {
      title: pair === undefined ? "Set int32_false_true to [0, 1]" : `Keep ${pair[0]} alone`,
      changes:
        pair === undefined
          ? [{ path: `${path}.int32_false_true`, value: [0, 1] }]
          : others.map(([field]) => ({ path: `${path}.${field}` })),
    };
    problem("control-pair", path, message, { fix });
    return;
  }
  const [field, values] = pair;
  if (values.length !== 2) {
    const message = `sequence batching control '${field}' must have exactly 2 entries for ${kind} for ${name}, got ${values.length}`;
    const value = field === "bool_false_true" ? [false, true] : [0, 1];
    const fix: Fix = {
      title: `Set ${field} to [${value.join(", ")}]`,
      changes: [{ path: `${path}.${field}`, value }],
    };
    problem("control-pair", `${path}.${field}`, message, { fix });
  }
}

const STATES = "sequence_batching.state";

/** SPEC.md CFG-V7: implicit states of sequences. */
function checkStates(check: Check, states: readonly SequenceState[]): void {
  const { config, name } = check;
  const problem = (id: string, path: string, message: string, remedy: Remedy = {}) =>
    check.problem(id, path, message, { stage: "load", ...remedy });
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  states.forEach((state, index) => {
    const path = `${STATES}[${index}]`;
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
