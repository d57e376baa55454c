import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type {
  Engine,
  InferRequest,
  InputTensor,
  ParameterValue,
  RequestedOutput,
  TensorMetadata,
} from "../../types.ts";

import {
  checkRequestParameters,
  classificationOf,
  refuseSharedMemory,
} from "../infer-parameters.ts";
import { StatusError } from "../status.ts";
import { type Body, segmentsOf, textOf } from "./body.ts";
import {
  type JsonObject,
  optionalObject,
  optionalObjects,
  parseObject,
  required,
  requiredString,
} from "./json.ts";
import { tensorFromJson } from "./json-tensor.ts";

export interface HttpInferRequest {
  readonly request: InferRequest;
  /** Whether an output is to be sent as binary data. */
  readonly binary: (output: string) => boolean;
}

/** Which model, whose body, and until when. */
export interface InferCall {
  readonly modelName: string;
  readonly modelVersion: string;
  readonly body: Body;
  /** Inference-Header-Content-Length: bytes of JSON before the binary data. Absent: all is JSON. */
  readonly jsonBytes: number | undefined;
  readonly signal: AbortSignal;
}

/** Reads Inference-Header-Content-Length; INVALID_ARGUMENT where it is no length within the body. */
export function jsonBytesOf(header: string | undefined, bodyBytes: number): number | undefined {
  if (header === undefined) return bodyBytes === 0 ? 0 : undefined;
  if (/^\d+$/.test(header) && Number(header) <= bodyBytes) return Number(header);
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Inference-Header-Content-Length is '${header}': it must be a number of bytes, at most the body's ${bodyBytes}`,
  );
}

export function readInferRequest(call: InferCall, engine: Engine): HttpInferRequest {
  return call.jsonBytes === 0 ? rawRequest(call, engine) : jsonRequest(call);
}

function jsonRequest(call: InferCall): HttpInferRequest {
  const { modelName, modelVersion, body, signal } = call;
  const json = parseObject(textOf(body, call.jsonBytes));
  const { binary_data_output: binaryDefault, ...parameters } = optionalObject(json, "parameters");
  checkRequestParameters(parameters);
  required(json, "inputs");
  const binaryOutputs = new Map<string, unknown>();
  const outputs = optionalObjects(json, "outputs").map((output): RequestedOutput => {
    const name = requiredString(output, "name");
    const { classification, binary_data } = optionalObject(output, "parameters");
    refuseSharedMemory(name, optionalObject(output, "parameters"));
    binaryOutputs.set(name, binary_data);
    return { name, classification: classificationOf(name, classification as ParameterValue) };
  });
  const request: InferRequest = {
    modelName,
    modelVersion,
    id: typeof json["id"] === "string" ? json["id"] : "",
    parameters: parameterValues(parameters),
    inputs: readInputs(call, optionalObjects(json, "inputs")),
    outputs,
    signal,
  };
  return { request, binary: (name) => (binaryOutputs.get(name) ?? binaryDefault) === true };
}

function readInputs(call: InferCall, inputs: readonly JsonObject[]): InputTensor[] {
  const { body, modelName } = call;
  let at = call.jsonBytes ?? body.byteLength;
  const tensors = inputs.map((input): InputTensor => {
    const name = requiredString(input, "name");
    const datatype = requiredString(input, "datatype");
    const shape = shapeOf(required(input, "shape"));
    const parameters = optionalObject(input, "parameters");
    refuseSharedMemory(name, parameters);
    const byteLength = parameters["binary_data_size"];
    if (byteLength === undefined) {
      return {
        name,
        datatype,
        shape,
        ...tensorFromJson(name, datatype, shape, required(input, "data")),
      };
    }
    if (!isUnsigned(byteLength)) throw notUnsigned("binary_data_size");
    if (at + byteLength > body.byteLength) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unexpected size for input '${name}', expecting ${at + byteLength - body.byteLength} additional bytes for model '${modelName}'`,
      );
    }
    const segments = segmentsOf(body, at, byteLength);
    at += byteLength;
    return { name, datatype, shape, segments, byteLength };
  });
  if (at < body.byteLength) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected additional input data for model '${modelName}'`,
    );
  }
  return tensors;
}

/** A body without JSON is the model's one input; every output is then binary. */
function rawRequest(call: InferCall, engine: Engine): HttpInferRequest {
  const { modelName, modelVersion, body, signal } = call;
  const { inputs } = engine.modelMetadata(modelName, modelVersion);
  const [input] = inputs;
  if (!input || inputs.length > 1) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `a body without JSON needs a model with one input, but model '${modelName}' has ${inputs.length}`,
    );
  }
  const element = { segments: body.chunks, byteLength: body.byteLength };
  const content = input.datatype === "BYTES" ? oneElement(element) : element;
  const shape = rawShape(input, body.byteLength);
  const { name, datatype } = input;
  return {
    request: {
      modelName,
      modelVersion,
      id: "",
      parameters: {},
      inputs: [{ name, datatype, shape, ...content }],
      outputs: [],
      signal,
    },
    binary: () => true,
  };
}

/** The body as the one element of a BYTES tensor: its length goes before it. */
function oneElement({ segments, byteLength }: Pick<InputTensor, "segments" | "byteLength">) {
  const prefix = new Uint8Array(4);
  new DataView(prefix.buffer).setUint32(0, byteLength, true);
  return { segments: [prefix, ...segments], byteLength: byteLength + 4 };
}

/** Of two variable dimensions the first, the batch, is 1; the last follows from the number of bytes. */
function rawShape(input: TensorMetadata, byteLength: number): number[] {
  const shape = [...input.shape];
  const variable = shape.flatMap((dim, i) => (dim < 0 ? [i] : []));
  const [first, second, ...more] = variable;
  const fill = second ?? first;
  if (more.length > 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `a body without JSON cannot tell the shape of input '${input.name}', which has several variable dimensions`,
    );
  }
  if (second !== undefined && first !== undefined) shape[first] = 1;
  if (fill === undefined) return shape;
  shape[fill] = 1;
  if (input.datatype !== "BYTES") {
    shape[fill] = Math.floor(byteLength / (ELEMENT_BYTES[input.datatype] * elementCount(shape)));
  }
  return shape;
}

function parameterValues(parameters: JsonObject): Record<string, ParameterValue> {
  for (const [key, value] of Object.entries(parameters)) {
    if (!["boolean", "number", "bigint", "string"].includes(typeof value)) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `parameter '${key}' has invalid type. It should be either 'int', 'bool', or 'string'.`,
      );
    }
  }
  return parameters as Record<string, ParameterValue>;
}

function shapeOf(value: unknown): number[] {
  if (Array.isArray(value) && value.every(isUnsigned)) return value;
  throw notUnsigned("shape");
}

function isUnsigned(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function notUnsigned(field: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse '${field}': attempt to access JSON non-unsigned-integer as unsigned-integer`,
  );
}
