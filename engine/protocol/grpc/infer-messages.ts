import type { inference } from "../../../assets/proto/index.ts";
import type {
  InferRequest,
  InferResponse,
  InputTensor,
  ParameterValue,
  RequestedOutput,
} from "../../types.ts";
import { classificationOf, refuseSharedMemory } from "../infer-parameters.ts";
import { StatusError } from "../status.ts";
import { type Parameters, parametersOf, requestParameters } from "./request-parameters.ts";
import { contentsSegments } from "./tensor-contents.ts";
import type { CallContext } from "./wire.ts";

type RequestMessage = inference.ModelInferRequest.$Properties;
type InputMessage = inference.ModelInferRequest.InferInputTensor.$Properties;
type OutputMessage = inference.ModelInferRequest.InferRequestedOutputTensor.$Properties;

/** The request of a ModelInferRequest; raw tensors stay views of the message's bytes. */
export function requestOf(message: RequestMessage, call: CallContext): InferRequest {
  const modelName = message.model_name ?? "";
  const raw = message.raw_input_contents ?? [];
  return {
    modelName,
    modelVersion: message.model_version ?? "",
    id: message.id ?? "",
    parameters: requestParameters(message.parameters ?? {}),
    inputs: (message.inputs ?? []).map((input, i) => inputOf(modelName, input, raw, i)),
    outputs: (message.outputs ?? []).map(outputOf),
    signal: call.signal,
    client: call.client,
  };
}

function inputOf(
  model: string,
  input: InputMessage,
  raw: readonly Uint8Array[],
  index: number,
): InputTensor {
  const name = input.name ?? "";
  const datatype = input.datatype ?? "";
  const { parameters, contents } = input;
  if (parameters) refuseSharedMemory(name, parametersOf(parameters));
  const shape = (input.shape ?? []).map(Number);
  if (contents) {
    if (raw.length > 0) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `contents field must not be specified when using raw_input_contents for '${name}' for model '${model}'`,
      );
    }
    const { segments, byteLength } = contentsSegments(model, name, datatype, contents);
    return { name, datatype, shape, segments, byteLength };
  }
  const bytes = raw[index];
  if (bytes === undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unable to find data for input tensor '${name}' for model '${model}' in request.`,
    );
  }
  return { name, datatype, shape, segments: [bytes], byteLength: bytes.byteLength };
}

function outputOf(output: OutputMessage): RequestedOutput {
  const name = output.name ?? "";
  const parameters = parametersOf(output.parameters ?? {});
  refuseSharedMemory(name, parameters);
  return { name, classification: classificationOf(name, parameters["classification"]) };
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
  // protobufjs writes the digits of an integer that no number holds.
  if (typeof value === "bigint") return { int64_param: value.toString() as unknown as number };
  return Number.isInteger(value) ? { int64_param: value } : { double_param: value };
}
