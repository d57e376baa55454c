import { remove, setTo } from "../fix.ts";
import type { ModelInput, ModelOutput } from "../types.ts";
import { completedByServer, leavesOpen } from "../open-tensors.ts";
import { type Check, shapeText } from "./check.ts";
import { mayBeTensorRt } from "./model.ts";

/** What a server accepts in the tensors of a configuration. */
interface Leniency {
  /** Dimensions of 0 are accepted. */
  readonly takesZero: boolean;
  /** A missing data type or missing dims are filled in. */
  readonly fillsFields: boolean;
  /** A max_batch_size of 0 may be completed to a larger one. */
  readonly mayBatch: boolean;
}

interface TensorOptions {
  /** Triton rejects dimensions of 0, which the embedded engine accepts. */
  readonly server?: "triton" | "embedded";
  /** The server completes configurations (SPEC.md, CFG-C8). */
  readonly tensorsMayBeCompleted?: boolean;
}

/** SPEC.md CFG-V9 and CFG-V10. */
export function checkTensors(
  check: Check,
  { server, tensorsMayBeCompleted = false }: TensorOptions = {},
): void {
  const { config, name, problem } = check;
  // The embedded engine completes only ONNX models, and only whole lists.
  const fillsFields =
    tensorsMayBeCompleted && server !== "embedded" && completedByServer(config) === "fields";
  const leniency = {
    takesZero: server !== "triton" && mayBeOnnx(config),
    fillsFields,
    mayBatch: fillsFields || (tensorsMayBeCompleted && leavesOpen(config)),
  };
  config.input.forEach((input, index) => {
    const path = `input[${index}]`;
    checkTensor(check, input, { role: "input", path }, leniency);
    const isOpen = fillsFields && input.dims.length === 0;
    if (input.format !== "FORMAT_NONE" && input.dims.length !== 3 && !isOpen) {
      const message = `model input '${input.name}' of ${name}: NHWC/NCHW require 3 dims, got ${shapeText(input.dims)}`;
      problem("format-dims", `${path}.format`, message, { fix: remove(`${path}.format`) });
    }
  });
  config.output.forEach((output, index) =>
    checkTensor(check, output, { role: "output", path: `output[${index}]` }, leniency),
  );
  checkNamesOnce(check, "input");
  checkNamesOnce(check, "output");
  // The tensors that they name may be among those that the server fills in.
  const isOpen = (tensors: readonly unknown[]) => tensors.length === 0 && tensorsMayBeCompleted;
  checkBatchInputs(check, isOpen(config.input));
  checkBatchOutputs(check, isOpen(config.input), isOpen(config.output));
}

/** A model file may declare dimensions of 0, which ONNX Runtime supports. */
function mayBeOnnx({ backend, platform }: Check["config"]): boolean {
  return backend === "onnxruntime" || platform === "onnxruntime_onnx" || backend + platform === "";
}

function checkTensor(
  check: Check,
  io: ModelInput | ModelOutput,
  { role, path }: { role: string; path: string },
  { takesZero, fillsFields, mayBatch }: Leniency,
): void {
  const { config, name, problem } = check;
  const at = io.name === "" ? name : `'${io.name}' of ${name}`;
  if (io.name === "") problem("tensor-name", path, `model ${role} must specify 'name' for ${name}`);
  if (io.data_type === "TYPE_INVALID" && !fillsFields) {
    problem("tensor-type", path, `model ${role} must specify 'data_type' for ${at}`);
  }
  const isOpen = io.dims.length === 0 && fillsFields;
  if (io.dims.length === 0 && !isOpen)
    problem("tensor-dims", path, `model ${role} must specify 'dims' for ${at}`);
  const dims = takesZero ? io.dims.map((dim) => dim || 1) : io.dims;
  checkDims(check, dims, `model ${role} ${at}: dimension`, `${path}.dims`);
  if (io.reshape !== undefined && !isOpen)
    checkReshape(check, { dims: io.dims, ...io.reshape, mayBatch }, `model ${role} ${at}`, path);
  const special = io.is_shape_tensor ? "shape tensors" : "non-linear format tensors";
  if ((io.is_shape_tensor || io.is_non_linear_format_io) && !mayBeTensorRt(config)) {
    const field = io.is_shape_tensor ? "is_shape_tensor" : "is_non_linear_format_io";
    problem(
      "tensorrt-only",
      `${path}.${field}`,
      `model ${role} ${at}: ${special} are only supported for TensorRT models`,
      { fix: remove(`${path}.${field}`) },
    );
  } else if (io.is_non_linear_format_io && io.dims.length !== 3 && !isOpen) {
    const message = `model ${role} ${at}: Non-linear IO format ${role} requires 3 dims, got ${shapeText(io.dims)}`;
    problem("format-dims", `${path}.is_non_linear_format_io`, message, {
      fix: remove(`${path}.is_non_linear_format_io`),
    });
  }
}

function checkDims({ problem }: Check, dims: readonly number[], what: string, path: string): void {
  dims.forEach((dim, index) => {
    if (dim >= 1 || dim === -1) return;
    const message = `${what} must be integer >= 1, or -1 to indicate a variable-size dimension, got ${dim}`;
    const at = `${path}[${index}]`;
    problem("dimension", at, message, {
      fix: { title: "Set the dimension to -1: variable", changes: [{ path: at, value: -1 }] },
    });
  });
}

interface Reshape {
  readonly dims: readonly number[];
  readonly shape: readonly number[];
  readonly mayBatch: boolean;
}

function checkReshape(
  check: Check,
  { dims, shape, mayBatch }: Reshape,
  what: string,
  owner: string,
): void {
  const path = `${owner}.reshape`;
  if (shape.length === 0 && check.config.max_batch_size === 0 && !mayBatch) {
    check.problem(
      "reshape",
      path,
      `${what}: cannot have empty reshape for non-batching model as scalar tensors are not supported; leave it out, dims [1] is how a scalar is written`,
      { fix: remove(path) },
    );
    return;
  }
  checkDims(check, shape, `${what}: reshape dimension`, `${path}.shape`);
  if (String(productsBetweenWildcards(dims)) === String(productsBetweenWildcards(shape))) return;
  const message = `${what}: dims ${shapeText(dims)} and reshape ${shapeText(shape)} must have the same size, with the same number of variable dimensions in the same places`;
  check.problem("reshape", path, message);
}

/** [2,-1,3,4] gives 2,12: these must be equal for two shapes to be reshaped into each other. */
function productsBetweenWildcards(dims: readonly number[]): number[] {
  const products = [1];
  for (const dim of dims) {
    if (dim === -1) products.push(1);
    else products[products.length - 1] = (products.at(-1) ?? 1) * dim;
  }
  return products;
}

function checkNamesOnce({ config, name, problem }: Check, role: "input" | "output"): void {
  const seen = new Set<string>();
  config[role].forEach((io, index) => {
    if (io.name !== "" && seen.has(io.name)) {
      problem(
        "tensor-twice",
        `${role}[${index}].name`,
        `model ${role} '${io.name}' is specified more than once for ${name}`,
        { fix: remove(`${role}[${index}]`, `the second ${role} '${io.name}'`) },
      );
    }
    seen.add(io.name);
  });
}

function checkBatchInputs({ config, name, problem }: Check, inputsAreOpen: boolean): void {
  const inputs = config.input.map((input) => input.name);
  config.batch_input.forEach((batch, index) => {
    const path = `batch_input[${index}]`;
    const [source, ...others] = batch.source_input;
    if (source === undefined || others.length > 0) {
      problem(
        "batch-source",
        path,
        `batch input kind '${batch.kind}' expects 1 source input, got ${batch.source_input.length} for ${name}`,
      );
    } else if (!inputs.includes(source) && !inputsAreOpen) {
      problem(
        "batch-source",
        `${path}.source_input`,
        `unknown source input name '${source}' in batch_input of ${name}`,
      );
    }
    if (!["TYPE_INT32", "TYPE_FP32"].includes(batch.data_type)) {
      problem(
        "batch-type",
        `${path}.data_type`,
        `batch input data type must be TYPE_INT32 or TYPE_FP32 for ${name}, got ${batch.data_type}`,
        { fix: setTo(`${path}.data_type`, "TYPE_FP32") },
      );
    }
  });
}

function checkBatchOutputs(
  { config, name, problem }: Check,
  inputsAreOpen: boolean,
  outputsAreOpen: boolean,
): void {
  const inputs = config.input.map((input) => input.name);
  const outputs = config.output.map((output) => output.name);
  const targets = new Set<string>();
  config.batch_output.forEach((batch, index) => {
    const path = `batch_output[${index}]`;
    const [source, ...others] = batch.source_input;
    if (source === undefined || others.length > 0) {
      problem(
        "batch-source",
        path,
        `batch output kind '${batch.kind}' expects 1 source input, got ${batch.source_input.length} for ${name}`,
      );
    } else if (!inputs.includes(source) && !inputsAreOpen) {
      problem(
        "batch-source",
        `${path}.source_input`,
        `unknown source input name '${source}' in batch_output of ${name}`,
      );
    }
    for (const target of batch.target_name) {
      if (!outputs.includes(target) && !outputsAreOpen) {
        problem(
          "batch-target",
          `${path}.target_name`,
          `unknown target output name '${target}' in batch_output of ${name}`,
        );
      } else if (targets.has(target)) {
        problem(
          "batch-target",
          `${path}.target_name`,
          `target output name '${target}' can only be specified once in batch_output of ${name}`,
        );
      }
      targets.add(target);
    }
  });
}
