import { StatusError } from "../protocol/status.ts";
import type { InferRequest, InputTensor } from "../types.ts";
import { bytesOffsets } from "./bytes-elements.ts";
import { ELEMENT_BYTES } from "./datatypes.ts";
import type { InputSpec, ModelIo } from "./model-io.ts";
import { queueParameters } from "./queue-parameters.ts";

/** An input that fits the model. */
export interface NormalizedInput {
  readonly spec: InputSpec;
  readonly tensor: InputTensor;
}

/** A request found to fit its model. */
export interface NormalizedRequest {
  readonly source: InferRequest;
  /** As statistics count it: 0 where the model does not batch. */
  readonly batchSize: number;
  /** Items it brings to a batch, at least 1. */
  readonly items: number;
  /** In the configuration's order; optional inputs that were not sent are left out. */
  readonly inputs: readonly NormalizedInput[];
  /** Requests whose keys are equal may share a batch. */
  readonly shapeKey: string;
  readonly priority: number;
  readonly timeoutUs: number;
}

const BATCH_NOTE =
  " NOTE: Setting a non-zero max_batch_size in the model config requires a batch dimension to be prepended to each input shape. If you want to specify the full shape including the batch dim in your input dims config, try setting max_batch_size to zero. See the model configuration docs for more info on max_batch_size.";

/** Triton's prefix of errors that concern one request. */
export function requestPrefix(id: string): string {
  return `[request id: ${id === "" ? "<id_unknown>" : id}] `;
}

/** Checks a request against its model (rules R1 to R12 of SPEC.md); throws INVALID_ARGUMENT in Triton's words. */
export function normalizeRequest(io: ModelIo, request: InferRequest): NormalizedRequest {
  const invalid = (message: string) =>
    new StatusError("INVALID_ARGUMENT", requestPrefix(request.id) + message);

  for (const output of request.outputs) {
    if (!io.outputsByName.has(output.name)) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unexpected inference output '${output.name}' for model '${io.model}'`,
      );
    }
  }
  const { priority, timeoutUs } = queueParameters(request.parameters);
  checkInputCount(io, request, invalid);
  const batchSize = requestBatchSize(io, request, invalid);
  const inputs = request.inputs.map((tensor) => {
    const spec = io.inputsByName.get(tensor.name);
    if (spec === undefined) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unexpected inference input '${tensor.name}' for model '${io.model}'`,
      );
    }
    checkInput(io, spec, tensor, invalid);
    return { spec, tensor };
  });
  if (inputs.length > 1) {
    inputs.sort((a, b) => io.inputs.indexOf(a.spec) - io.inputs.indexOf(b.spec));
  }
  return {
    source: namedOnce(request),
    batchSize,
    items: Math.max(1, batchSize),
    inputs,
    shapeKey: shapeKey(io, inputs),
    priority,
    timeoutUs,
  };
}

/** An answer holds each output once, however often a client names it (rule R12). */
function namedOnce(request: InferRequest): InferRequest {
  const { outputs } = request;
  if (outputs.length < 2) return request;
  const names = new Set<string>();
  const once = outputs.filter(({ name }) => !names.has(name) && names.add(name));
  return once.length === outputs.length ? request : { ...request, outputs: once };
}

type Invalid = (message: string) => StatusError;

function checkInputCount(io: ModelIo, request: InferRequest, invalid: Invalid): void {
  if (request.inputs.length === 1 && io.inputs.length === 1) return;
  const got = request.inputs.map(({ name }) => name);
  const missing = io.inputs.filter(({ name, optional }) => !optional && !got.includes(name));
  const required = io.inputs.filter(({ optional }) => !optional).length;
  const total = io.inputs.length;
  if (new Set(got).size < got.length) {
    const twice = got.find((name, i) => got.indexOf(name) !== i);
    throw invalid(`input '${twice}' already exists in request for model '${io.model}'`);
  }
  const known = got.every((name) => io.inputsByName.has(name));
  if (got.length <= total && got.length >= required && (missing.length === 0 || !known)) return;
  const expected =
    required === total
      ? `expected ${total} inputs but got ${got.length} inputs`
      : `expected number of inputs between ${required} and ${total} but got ${got.length} inputs`;
  const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(",")}]`;
  const hint =
    missing.length > 0
      ? `. Got input(s) ${list(got)}, but missing required input(s) ${list(missing.map(({ name }) => name))}. Please provide all required input(s).`
      : "";
  throw invalid(`${expected} for model '${io.model}'${hint}`);
}

/** 0 where the model does not batch. */
function requestBatchSize(io: ModelIo, request: InferRequest, invalid: Invalid): number {
  if (io.maxBatchSize === 0) return 0;
  let batchSize: number | undefined;
  for (const { name, shape } of request.inputs) {
    const [first] = shape;
    if (first === undefined) {
      throw invalid(
        `input '${name}' has no shape but model requires batch dimension for '${io.model}'`,
      );
    }
    batchSize ??= first;
    if (first !== batchSize) {
      throw invalid(`input '${name}' batch size does not match other inputs for '${io.model}'`);
    }
  }
  if ((batchSize ?? 0) > io.maxBatchSize) {
    throw invalid(`inference request batch-size must be <= ${io.maxBatchSize} for '${io.model}'`);
  }
  return Math.max(1, batchSize ?? 1);
}

function checkInput(io: ModelIo, spec: InputSpec, tensor: InputTensor, invalid: Invalid): void {
  if (tensor.datatype !== spec.datatype) {
    throw invalid(
      `inference input '${spec.name}' data-type is '${tensor.datatype}', but model '${io.model}' expects '${spec.datatype}'`,
    );
  }
  const batches = io.maxBatchSize > 0;
  const elements = fittingElements(spec, tensor.shape, batches);
  if (elements === undefined) {
    const expected = batches ? [-1, ...spec.dims] : spec.dims;
    throw invalid(
      `unexpected shape for input '${spec.name}' for model '${io.model}'. Expected [${expected.join(",")}], got [${tensor.shape.join(",")}].${batches ? BATCH_NOTE : ""}`,
    );
  }
  if (spec.datatype === "BYTES") checkStrings(tensor, elements, invalid);
  else if (tensor.byteLength !== elements * ELEMENT_BYTES[spec.datatype]) {
    throw invalid(
      `input byte size mismatch for input '${spec.name}' for model '${io.model}'. Expected ${elements * ELEMENT_BYTES[spec.datatype]}, got ${tensor.byteLength}`,
    );
  }
}

/** Elements of a shape that fits the model; a batch size of 0 counts as 1, as in Triton. Undefined where it does not fit. */
function fittingElements(
  { dims }: InputSpec,
  shape: readonly number[],
  batches: boolean,
): number | undefined {
  const offset = batches ? 1 : 0;
  if (shape.length !== dims.length + offset) return undefined;
  let elements = 1;
  for (let i = 0; i < shape.length; i++) {
    const dim = shape[i] as number;
    if (!Number.isSafeInteger(dim) || dim < 0) return undefined;
    if (i < offset) elements = Math.max(1, dim);
    else if (dims[i - offset] !== -1 && dims[i - offset] !== dim) return undefined;
    else elements *= dim;
  }
  return elements;
}

function checkStrings(tensor: InputTensor, elements: number, invalid: Invalid): void {
  const [only] = tensor.segments;
  const data = tensor.segments.length === 1 && only ? only : Buffer.concat(tensor.segments);
  try {
    bytesOffsets(data, elements, tensor.name);
  } catch (error) {
    throw invalid(StatusError.from(error).message);
  }
}

/** Where an input was left out, the others are named; the mark keeps these keys apart from those of all inputs. */
function shapeKey(io: ModelIo, inputs: readonly NormalizedInput[]): string {
  const complete = inputs.length === io.inputs.length;
  let key = complete ? "" : "of ";
  for (const { spec, tensor } of inputs) {
    if (spec.variable) key += `${spec.name}:${tensor.shape.slice(1).join("x")};`;
    else if (!complete) key += `${spec.name};`;
  }
  return key;
}
