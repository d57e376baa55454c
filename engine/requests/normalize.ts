import { StatusError } from "../../base/status-error.ts";
import type { InferRequest, InputTensor } from "../types.ts";
import {
  eachBytesElement,
  firstElementNotUtf8,
  MAX_TEXT_ELEMENTS,
  tooManyTexts,
} from "./bytes-elements.ts";
import { ELEMENT_BYTES } from "./datatypes.ts";
import type { InputSpec, ModelIo } from "./model-io.ts";
import { queueParameters } from "./queue-parameters.ts";

/** An input that fits the model. */
export interface NormalizedInput {
  readonly spec: InputSpec;
  readonly tensor: InputTensor;
}

/** A request that was checked against its model. */
export interface NormalizedRequest {
  readonly source: InferRequest;
  /** As in the statistics: 0 if the model doesn't batch. */
  readonly batchSize: number;
  /** Items it brings to a batch, at least 1. */
  readonly items: number;
  /** In the configuration's order; missing optional inputs are left out. */
  readonly inputs: readonly NormalizedInput[];
  /** Requests with equal keys may share a batch. */
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

/**
 * Checks a request's tensors before their data is read (REQUEST-R1 to REQUEST-R6 and REQUEST-R9 to
 * REQUEST-R12); throws like {@link normalizeRequest}.
 */
export function checkDescribed(io: ModelIo, request: InferRequest): void {
  const invalid = refusal(request);
  checkBeforeInputs(io, request, invalid);
  for (const tensor of request.inputs) describedElements(io, tensor, invalid);
}

/**
 * Checks a request against its model (REQUEST-R1 to REQUEST-R14); throws INVALID_ARGUMENT with
 * Triton's message.
 */
export function normalizeRequest(io: ModelIo, request: InferRequest): NormalizedRequest {
  const invalid = refusal(request);
  const { priority, timeoutUs, batchSize } = checkBeforeInputs(io, request, invalid);
  const inputs = request.inputs.map((tensor) => {
    const described = describedElements(io, tensor, invalid);
    checkData(io, tensor, described, invalid);
    return { spec: described.spec, tensor };
  });
  if (inputs.length > 1) {
    inputs.sort((a, b) => io.inputs.indexOf(a.spec) - io.inputs.indexOf(b.spec));
  }
  return {
    source: request,
    batchSize,
    items: Math.max(1, batchSize),
    inputs,
    shapeKey: shapeKey(io, inputs),
    priority,
    timeoutUs,
  };
}

type Invalid = (message: string) => StatusError;

function refusal({ id }: InferRequest): Invalid {
  return (message) => new StatusError("INVALID_ARGUMENT", requestPrefix(id) + message);
}

function checkBeforeInputs(io: ModelIo, request: InferRequest, invalid: Invalid) {
  const output = firstRepeated(request.outputs);
  if (output !== undefined) throw invalid(`output '${output}' already exists in request`);
  for (const { name } of request.outputs) {
    if (!io.outputsByName.has(name)) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unexpected inference output '${name}' for model '${io.model}'`,
      );
    }
  }
  const { priority, timeoutUs } = queueParameters(request.parameters);
  checkInputCount(io, request, invalid);
  return { priority, timeoutUs, batchSize: requestBatchSize(io, request, invalid) };
}

/** The first repeated name. */
function firstRepeated(tensors: readonly { readonly name: string }[]): string | undefined {
  if (tensors.length < 2) return undefined;
  const names = new Set<string>();
  for (const { name } of tensors) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}

function checkInputCount(io: ModelIo, { inputs }: InferRequest, invalid: Invalid): void {
  if (inputs.length === 1 && io.inputs.length === 1) return;
  const got = new Set(inputs.map(({ name }) => name));
  if (got.size < inputs.length) {
    throw invalid(`input '${firstRepeated(inputs)}' already exists in request`);
  }
  const missing = io.inputs.filter(({ name, optional }) => !optional && !got.has(name));
  const required = io.inputs.filter(({ optional }) => !optional).length;
  const total = io.inputs.length;
  const unknown = inputs.filter(({ name }) => !io.inputsByName.has(name));
  const count = inputs.length;
  if (count <= total && count >= required && (missing.length === 0 || unknown.length > 0)) return;
  const expected =
    required === total
      ? `expected ${total} inputs but got ${count} inputs`
      : `expected number of inputs between ${required} and ${total} but got ${count} inputs`;
  const list = (tensors: readonly { readonly name: string }[]) =>
    `[${tensors.map(({ name }) => `'${name}'`).join(",")}]`;
  const reason = unknown.length > 0 ? ` The model has no input(s) ${list(unknown)}.` : "";
  throw invalid(
    `${expected} for model '${io.model}'. Got input(s) ${list(inputs)}, but missing required input(s) ${list(missing)}. Please provide all required input(s).${reason}`,
  );
}

/** 0 if the model doesn't batch. */
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

/** The input's place in the model, and the elements of its shape. */
function describedElements(io: ModelIo, tensor: InputTensor, invalid: Invalid) {
  const spec = io.inputsByName.get(tensor.name);
  if (spec === undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected inference input '${tensor.name}' for model '${io.model}'`,
    );
  }
  if (tensor.datatype !== spec.datatype) throw wrongDatatype(io, spec, tensor, invalid);
  const batches = io.maxBatchSize > 0;
  const elements = fittingElements(spec, tensor.shape, batches);
  if (elements !== undefined) return { spec, elements };
  const expected = batches ? [-1, ...spec.dims] : spec.dims;
  throw invalid(
    `unexpected shape for input '${spec.name}' for model '${io.model}'. Expected [${expected.join(",")}], got [${tensor.shape.join(",")}].${batches ? BATCH_NOTE : ""}`,
  );
}

/** Triton shows an unknown datatype as `<invalid>`. */
function wrongDatatype(io: ModelIo, spec: InputSpec, tensor: InputTensor, invalid: Invalid) {
  const isKnown = Object.hasOwn(ELEMENT_BYTES, tensor.datatype);
  const reason = isKnown ? "" : `. '${tensor.datatype}' is no datatype of the protocol`;
  return invalid(
    `inference input '${spec.name}' data-type is '${isKnown ? tensor.datatype : "<invalid>"}', but model '${io.model}' expects '${spec.datatype}'${reason}`,
  );
}

function checkData(
  io: ModelIo,
  tensor: InputTensor,
  { spec, elements }: { spec: InputSpec; elements: number },
  invalid: Invalid,
): void {
  if (spec.datatype === "BYTES") return checkStrings(io, tensor, elements, invalid);
  const expected = elements * ELEMENT_BYTES[spec.datatype];
  if (tensor.byteLength !== expected) {
    throw invalid(
      `input byte size mismatch for input '${spec.name}' for model '${io.model}'. Expected ${expected}, got ${tensor.byteLength}`,
    );
  }
}

/**
 * Number of elements of a shape that fits the model; a batch size of 0 counts as 1, as in Triton.
 * Undefined if it doesn't fit.
 */
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

function checkStrings(io: ModelIo, tensor: InputTensor, elements: number, invalid: Invalid): void {
  const { name, segments } = tensor;
  if (elements > MAX_TEXT_ELEMENTS) {
    throw invalid(tooManyTexts(name, elements).message);
  }
  const [only] = segments;
  const data = segments.length === 1 && only ? only : Buffer.concat(segments);
  try {
    eachBytesElement(data, elements, name, () => {});
  } catch (error) {
    throw invalid(StatusError.from(error).message);
  }
  const wrong = io.textOnly ? firstElementNotUtf8(data, elements, name) : -1;
  if (wrong >= 0) {
    throw invalid(
      `element ${wrong} of input '${name}' for model '${io.model}' is not UTF-8: the model's backend takes text alone`,
    );
  }
}

/**
 * If an input was left out, the sent ones are named; the mark separates these keys from those of
 * complete requests.
 */
function shapeKey(io: ModelIo, inputs: readonly NormalizedInput[]): string {
  const complete = inputs.length === io.inputs.length;
  let key = complete ? "" : "of ";
  for (const { spec, tensor } of inputs) {
    if (spec.variable) key += `${spec.name}:${tensor.shape.slice(1).join("x")};`;
    else if (!complete) key += `${spec.name};`;
  }
  return key;
}
