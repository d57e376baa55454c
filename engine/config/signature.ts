import type {
  ModelConfig,
  ModelFileSignature,
  ModelFileTensor,
  ModelInput,
  ModelOutput,
} from "./types.ts";
import { type Fix, remove, setTo } from "./fix.ts";
import { suggestedName } from "./near.ts";
import { controlInputs, sequenceInputs, stateInputs, stateOutputs } from "./sequence-tensors.ts";
import { type Check, type Problem, shapeText, startCheck, throwFirst } from "./validation/check.ts";

const STATES = "sequence_batching.state";

/**
 * Compares a complete configuration with what the ONNX file declares (SPEC.md, CFG-L1 to CFG-L5). Throws INVALID_ARGUMENT
 * with the message of Triton's onnxruntime backend at the first difference.
 */
export function checkSignature(config: ModelConfig, signature: ModelFileSignature): void {
  throwFirst(signatureProblems(config, signature));
}

export function signatureProblems(config: ModelConfig, signature: ModelFileSignature): Problem[] {
  const { check, problems } = startCheck(config, config.name, "load");
  checkInputCount(check, signature);
  const provided = [...signature.inputs, ...(signature.optional ?? [])];
  config.input.forEach((input, index) => {
    const path = `input[${index}]`;
    checkTensor(check, input, { role: "input", path }, provided);
    if (input.optional && config.max_batch_size > 0) {
      const message = `unable to load model '${config.name}', optional input '${input.name}' is not supported for models that support batching`;
      const fix = remove(`${path}.optional`);
      check.problem("optional-batched", `${path}.optional`, message, { fix });
    } else if (input.optional && input.allow_ragged_batch) {
      const message = `unable to load model '${config.name}', configuration expects model provides input with shape [-1] for ragged input '${input.name}', which is not supported for optional input`;
      const fix = remove(`${path}.optional`);
      check.problem("optional-ragged", `${path}.optional`, message, { fix });
    }
  });
  config.output.forEach((output, index) => {
    checkTensor(check, output, { role: "output", path: `output[${index}]` }, signature.outputs);
  });
  for (const input of controlInputs(config)) checkControl(check, input, signature);
  stateInputs(config).forEach((input, index) => {
    checkTensor(check, input, { role: "input", path: `${STATES}[${index}]` }, signature.inputs);
  });
  stateOutputs(config).forEach((output, index) => {
    checkTensor(check, output, { role: "output", path: `${STATES}[${index}]` }, signature.outputs);
  });
  return problems;
}

/** CFG-L7: a sequence control is an input of shape [1] in the file. */
function checkControl(check: Check, input: ModelInput, { inputs }: ModelFileSignature): void {
  const controls = "sequence_batching.control_input";
  const all = check.config.sequence_batching?.control_input ?? [];
  const path = `${controls}[${all.findIndex(({ name }) => name === input.name)}]`;
  const model = inputs.find(({ name }) => name === input.name);
  if (model === undefined) {
    const message = `configuration specified sequence control '${input.name}', but model does not provide that input`;
    const near = suggestedName(input.name, freeNames(check.config, "input", inputs));
    const fix = near === undefined ? undefined : setTo(`${path}.name`, near);
    check.problem("tensor-unknown", `${path}.name`, message, { fix });
    return;
  }
  const dims = model.shape.slice(check.config.max_batch_size > 0 ? 1 : 0);
  const what = `unable to load model '${check.name}', sequence control '${input.name}'`;
  if (String(dims) !== "1") {
    const message = `${what} in model has dims ${shapeText(dims)} but dims [1] is expected`;
    check.problem("tensor-dims", path, message);
  } else if (model.data_type !== input.data_type) {
    const message = `${what}, the model expects data-type ${model.data_type} but the model configuration specifies data-type ${input.data_type}`;
    check.problem("tensor-datatype", path, message);
  }
}

/** CFG-L1: every input that is not optional is configured as an input, a control, a state or a batch input. */
function checkInputCount({ config, name, problem }: Check, { inputs }: ModelFileSignature): void {
  // Batching excludes optional inputs, which is reported elsewhere.
  const isCounted = ({ optional }: ModelInput) => !optional || config.max_batch_size > 0;
  const described = new Set([
    ...config.input.filter(isCounted).map((input) => input.name),
    ...sequenceInputs(config).map((input) => input.name),
    ...config.batch_input.flatMap((batch) => batch.target_name),
  ]);
  if (described.size === inputs.length) return;
  const missing = inputs
    .filter((input) => !described.has(input.name))
    .map((input) => `'${input.name}'`);
  const hint = missing.length === 0 ? "" : `; not configured: ${missing.join(", ")}`;
  const message = `unable to load model '${name}', configuration expects ${described.size} inputs, model provides ${inputs.length}${hint}`;
  const required = config.input.findIndex(
    (input) => !isCounted(input) && inputs.some(({ name: own }) => own === input.name),
  );
  if (required >= 0) {
    const path = `input[${required}].optional`;
    const reason = `'${config.input[required]?.name}' has no default in the model and can't be optional`;
    problem("input-count", path, `${message}; ${reason}`, { fix: remove(path) });
    return;
  }
  const known = [...described].every((own) => inputs.some((input) => input.name === own));
  const fix = known ? addedInputs(config, described, inputs) : undefined;
  problem("input-count", "input", message, { fix });
}

/** The unconfigured inputs as the model declares them; undefined if one can't be configured as an input. */
function addedInputs(
  { input, max_batch_size }: ModelConfig,
  described: ReadonlySet<string>,
  inputs: readonly ModelFileTensor[],
): Fix | undefined {
  const batches = max_batch_size > 0;
  const missing = inputs.filter(({ name }) => !described.has(name));
  const added = missing.map((tensor) => {
    const { name, data_type, shape } = tensor;
    const dims = ownDims(tensor, batches);
    const fits = dims.length > 0 && (!batches || shape[0] === -1);
    return fits ? { name, data_type, dims } : undefined;
  });
  if (added.includes(undefined)) return undefined;
  return {
    title: `Add the input ${missing.map(({ name }) => `'${name}'`).join(" and ")}`,
    changes: added.map((value, index) => ({ path: `input[${input.length + index}]`, value })),
  };
}

/** A place in which a configuration names a tensor. */
interface TensorPlace {
  readonly role: "input" | "output";
  readonly path: string;
}

function checkTensor(
  check: Check,
  io: ModelInput | ModelOutput,
  place: TensorPlace,
  provided: readonly ModelFileTensor[],
): void {
  const { role, path } = place;
  const model = provided.find((tensor) => tensor.name === io.name);
  if (model === undefined) {
    const allowed = provided.map((tensor) => tensor.name).join(", ");
    const message = `unexpected inference ${role} '${io.name}', allowed ${role}s are: ${allowed}`;
    const field = `${path}.${path.startsWith(STATES) ? `${role}_name` : "name"}`;
    const fix = renamed(check, io, place, provided);
    check.problem("tensor-unknown", field, message, { fix });
    return;
  }
  if (model.data_type !== io.data_type) {
    const message = `unable to load model '${check.name}', configuration expects datatype ${io.data_type} for ${role} '${io.name}', model provides ${model.data_type}`;
    const fix = setTo(`${path}.data_type`, model.data_type);
    check.problem("tensor-datatype", `${path}.data_type`, message, { fix });
  }
  if ("allow_ragged_batch" in io && io.allow_ragged_batch) {
    if (String(model.shape) === "-1") return;
    const message = `unable to load model '${check.name}', configuration expects model provides input with shape [-1] for ragged input '${io.name}', model provides ${shapeText(model.shape)}`;
    const fix = remove(`${path}.allow_ragged_batch`);
    check.problem("ragged-shape", `${path}.allow_ragged_batch`, message, { fix });
    return;
  }
  checkDims(check, io, place, model);
}

function checkDims(
  check: Check,
  io: ModelInput | ModelOutput,
  { role, path }: TensorPlace,
  model: ModelFileTensor,
): void {
  const { config } = check;
  const scattered = config.batch_output.some(({ target_name }) => target_name.includes(io.name));
  // CFG-L6: such an output holds the elements of all requests one after another.
  if (role === "output" && scattered && String(model.shape) === "-1") return;
  const batches = config.max_batch_size > 0;
  const what = `model '${check.name}', tensor '${io.name}'`;
  const dims = io.reshape?.shape ?? io.dims;
  const full = batches ? [-1, ...dims] : dims;
  const fix = dimsFix(io, path, ownDims(model, batches));
  if (!batches && model.shape.length === 0) {
    if (dims.every((dim) => dim === 1)) return;
    const message = `unable to load model '${config.name}', scalar tensor '${io.name}', should only provide 1 in the model configuration when the model doesn't support batching. Model configuration provided: ${shapeText(dims)}`;
    check.problem("tensor-dims", `${path}.dims`, message, { fix });
    return;
  }
  if (batches && model.shape[0] !== -1) {
    const message = `${what}: for the model to support batching the shape should have at least 1 dimension and the first dimension must be -1; but shape expected by the model is ${shapeText(model.shape)}`;
    check.problem("not-batchable", "max_batch_size", message);
  } else if (full.length !== model.shape.length) {
    const explained = batches
      ? ` (an initial batch dimension because max_batch_size > 0 followed by the explicit tensor shape, making complete shape ${shapeText(full)})`
      : ` (shape ${shapeText(full)})`;
    const message = `${what}: the model expects ${model.shape.length} dimensions (shape ${shapeText(model.shape)}) but the model configuration specifies ${full.length} dimensions${explained}`;
    check.problem("tensor-dims", `${path}.dims`, message, { fix });
  } else if (!full.every((dim, index) => fits(dim, model.shape[index], role))) {
    const message = `${what}: the model expects shape ${shapeText(model.shape)} but the model configuration specifies shape ${shapeText(full)}`;
    check.problem("tensor-dims", `${path}.dims`, message, { fix });
  }
}

/** Dims as written in configurations; a scalar is [1]. */
function ownDims({ shape }: ModelFileTensor, batches: boolean): number[] {
  return !batches && shape.length === 0 ? [1] : shape.slice(batches ? 1 : 0);
}

/** Sets the model's own dims, unless the configuration reshapes them. */
function dimsFix(io: ModelInput | ModelOutput, path: string, own: readonly number[]) {
  if (io.reshape !== undefined || own.length === 0) return undefined;
  const value = [...own];
  return { title: `Set dims to ${shapeText(value)}`, changes: [{ path: `${path}.dims`, value }] };
}

/**
 * Renames to an unused tensor of the model: one with matching description, the closest or the only one, else the closest
 * of all with the model's description.
 */
function renamed(
  check: Check,
  io: ModelInput | ModelOutput,
  place: TensorPlace,
  provided: readonly ModelFileTensor[],
): Fix | undefined {
  const { role, path } = place;
  const isState = path.startsWith(STATES);
  const field = `${path}.${isState ? `${role}_name` : "name"}`;
  const free = freeNames(check.config, role, provided);
  const findFaults = (described: ModelInput | ModelOutput) => {
    const { check: trial, problems } = startCheck(check.config, check.name, "load");
    checkTensor(trial, described, place, provided);
    return problems.length;
  };
  const agreeing = free.filter((name) => findFaults({ ...io, name }) === 0);
  const name =
    suggestedName(io.name, agreeing) ?? (agreeing.length === 1 ? agreeing[0] : undefined);
  if (name !== undefined) return setTo(field, name);
  const near = suggestedName(io.name, free);
  const model = provided.find((tensor) => tensor.name === near);
  if (near === undefined || model === undefined || isState) return undefined;
  const { data_type } = model;
  const dims = ownDims(model, check.config.max_batch_size > 0);
  if (findFaults({ ...io, name: near, data_type, dims }) > 0) return undefined;
  return {
    title: `Set name to ${near}, with its type and dims`,
    changes: [
      { path: field, value: near },
      { path: `${path}.data_type`, value: data_type },
      { path: `${path}.dims`, value: dims },
    ],
  };
}

/** Tensors of the model that are not configured. */
function freeNames(
  config: ModelConfig,
  role: "input" | "output",
  provided: readonly ModelFileTensor[],
): string[] {
  const described = role === "input" ? [...config.input, ...sequenceInputs(config)] : config.output;
  const taken = new Set(described.map(({ name }) => name));
  return provided.map(({ name }) => name).filter((name) => !taken.has(name));
}

/** CFG-L4, CFG-L5: a fixed dimension may be configured for a variable one of an input; outputs must be equal. */
function fits(configured: number, model: number | undefined, role: "input" | "output"): boolean {
  return configured === model || (role === "input" && model === -1);
}
