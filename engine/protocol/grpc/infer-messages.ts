import type { inference } from "../../../assets/proto/index.ts";
import type {
  Engine,
  InferRequest,
  InferResponse,
  InputTensor,
  ParameterValue,
  RequestedOutput,
} from "../../types.ts";
import { readClassification } from "../infer-parameters.ts";
import { MAX_BYTES_AT_ONCE } from "../request-limits.ts";
import { StatusError } from "../../../base/status-error.ts";
import { finish, type Steps } from "../../../base/steps.ts";
import { timeSlices } from "../time-slices.ts";
import type { InferRequestMessage, InputMessage, OutputMessage } from "./infer-request-message.ts";
import { type Parameters, readParameters, requestParameters } from "./request-parameters.ts";
import { readSpan } from "./shared-memory-span.ts";
import { contentsSegments } from "./tensor-contents.ts";
import type { CallContext } from "./wire.ts";

/**
 * Converts a ModelInferRequest. Raw tensors stay views of the message. Large typed contents are
 * decoded in time slices, after the rest of the request was checked against the model; the result
 * is then a promise.
 */
export function toInferRequest(
  message: InferRequestMessage,
  call: CallContext,
  engine: Engine,
): InferRequest | Promise<InferRequest> {
  const described = message.inputs.map((input) => describedInput(message, input));
  const request: InferRequest = {
    modelName: message.modelName,
    modelVersion: message.modelVersion,
    id: message.id,
    parameters: requestParameters(message.parameters),
    inputs: described,
    outputs: message.outputs.map(toRequestedOutput),
    signal: call.signal,
    client: call.client,
  };
  let contentBytes = 0;
  let isTyped = false;
  for (const { contents } of message.inputs) {
    if (contents === undefined) continue;
    isTyped = true;
    for (const { byteLength } of contents) contentBytes += byteLength;
  }
  if (!isTyped) return { ...request, inputs: rawInputs(message, described) };
  if (contentBytes <= MAX_BYTES_AT_ONCE) return finish(decoded(message, request));
  engine.checkDescribed(request);
  return timeSlices.run(contentBytes, decoded(message, request), call.signal);
}

/** An input without its data. */
function describedInput(message: InferRequestMessage, input: InputMessage): InputTensor {
  const { name, datatype, shape, parameters, contents } = input;
  readParameters(parameters);
  const sharedMemory = readSpan(name, parameters);
  if (sharedMemory !== undefined) {
    if (contents === undefined) {
      return { name, datatype, shape, segments: [], byteLength: 0, sharedMemory };
    }
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected 'content' provided when using shared memory for input tensor '${name}' for model '${message.modelName}'`,
    );
  }
  if (contents !== undefined && message.raw.length > 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `contents field must not be specified when using raw_input_contents for '${name}' for model '${message.modelName}'`,
    );
  }
  return { name, datatype, shape, segments: [], byteLength: 0 };
}

/** Raw contents belong to the inputs that aren't in shared memory, in order. */
function rawInputs(message: InferRequestMessage, inputs: readonly InputTensor[]): InputTensor[] {
  let index = 0;
  return inputs.map((input) => (input.sharedMemory ? input : raw(message, input, index++)));
}

function raw(message: InferRequestMessage, input: InputTensor, index: number): InputTensor {
  const tensor = message.raw[index];
  if (tensor !== undefined) return { ...input, ...tensor };
  throw new StatusError(
    "INVALID_ARGUMENT",
    `unable to find data for input tensor '${input.name}' for model '${message.modelName}' in request.`,
  );
}

function* decoded(message: InferRequestMessage, request: InferRequest): Steps<InferRequest> {
  const inputs: InputTensor[] = [];
  for (const [i, input] of request.inputs.entries()) {
    const contents = message.inputs[i]?.contents;
    if (input.sharedMemory !== undefined) inputs.push(input);
    else if (contents === undefined) inputs.push(raw(message, input, i));
    else {
      const typed = { ...input, model: message.modelName, contents };
      inputs.push({ ...input, ...(yield* contentsSegments(typed)) });
    }
  }
  return { ...request, inputs };
}

function toRequestedOutput({ name, parameters }: OutputMessage): RequestedOutput {
  const values = readParameters(parameters);
  const classification = readClassification(name, values["classification"]);
  const sharedMemory = readSpan(name, parameters);
  if (sharedMemory === undefined) return { name, classification };
  if (values["classification"] === undefined) return { name, classification, sharedMemory };
  throw new StatusError(
    "INVALID_ARGUMENT",
    "output can't set both 'shared_memory_region' and 'classification'",
  );
}

/** Tensors are always raw in responses. */
export function responseMessage(response: InferResponse): inference.ModelInferResponse.$Properties {
  const parameters: Parameters = {};
  for (const [key, value] of Object.entries(response.parameters)) {
    parameters[key] = parameterMessage(value);
  }
  return {
    model_name: response.modelName,
    model_version: response.modelVersion,
    id: response.id,
    parameters,
    outputs: response.outputs.map(({ name, datatype, shape }) => ({
      name,
      datatype,
      shape: shape as number[],
    })),
    raw_output_contents: response.outputs.map((output) => output.data),
  };
}

function parameterMessage(value: ParameterValue): inference.InferParameter.$Properties {
  if (typeof value === "boolean") return { bool_param: value };
  if (typeof value === "string") return { string_param: value };
  // Protobufjs writes integers over 2⁵³ exactly when they come as text.
  if (typeof value === "bigint") return { int64_param: value.toString() as unknown as number };
  return Number.isInteger(value) ? { int64_param: value } : { double_param: value };
}
