import type { Engine, InferRequest, InputTensor, RequestedOutput } from "../../types.ts";
import { classificationOf, refuseSharedMemory } from "../infer-parameters.ts";
import { StatusError } from "../status.ts";
import { BinaryReader, type InferBody } from "./binary-reader.ts";
import { bytesOf } from "./body.ts";
import type { Call } from "./call.ts";
import {
  type JsonObject,
  optionalBoolean,
  optionalObject,
  optionalObjects,
  optionalString,
  parseObject,
  required,
  requiredString,
  unparsable,
} from "./json.ts";
import { requestParameters } from "./json-parameters.ts";
import { tensorFromJson } from "./json-tensor.ts";
import type { OutputFormat } from "./infer-response.ts";
import { rawRequest } from "./raw-request.ts";
import { type BinaryInput, keepRequest, knownRequest } from "./request-memory.ts";

const NOT_UNSIGNED = "non-unsigned-integer as unsigned-integer";

export interface HttpInferRequest {
  readonly request: InferRequest;
  readonly format: OutputFormat;
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

export function readInferRequest(source: InferBody, engine: Engine): HttpInferRequest {
  const { call, body, jsonBytes } = source;
  if (jsonBytes === 0) return rawRequest(call, body, engine);
  const bytes = bytesOf(body, 0, jsonBytes ?? body.byteLength);
  const known = jsonBytes === undefined ? undefined : knownRequest(call.captures, bytes);
  return known
    ? requestOf(call, known.fields, binaryInputs(source, known.inputs), known.format)
    : jsonRequest(source, bytes);
}

function jsonRequest(source: InferBody, bytes: Buffer): HttpInferRequest {
  const { call } = source;
  const json = parseObject(bytes.toString("utf8"));
  const { binary_data_output: binaryDefault, ...parameters } = requestParameters(
    optionalObject(json, "parameters"),
  );
  required(json, "inputs");
  const binaryOutputs = new Map<string, boolean>();
  const outputs = optionalObjects(json, "outputs").map((output): RequestedOutput => {
    const name = requiredString(output, "name");
    const { classification, binary_data, ...rest } = optionalObject(output, "parameters");
    refuseSharedMemory(name, rest);
    const binary = optionalBoolean({ binary_data }, "binary_data", binaryDefault === true);
    // An output that is named twice is answered as it was asked for first.
    if (!binaryOutputs.has(name)) binaryOutputs.set(name, binary);
    return { name, classification: classificationOf(name, classification as never) };
  });
  const fields = { id: optionalString(json, "id"), parameters, outputs };
  const format: OutputFormat = {
    binary: (name) => binaryOutputs.get(name) ?? binaryDefault === true,
  };
  const inputs = optionalObjects(json, "inputs");
  const read = readInputs(source, inputs);
  if (read.binary.length === inputs.length && fields.id === "") {
    keepRequest(call.captures, bytes, { fields, inputs: read.binary, format });
  }
  return requestOf(call, fields, read.tensors, format);
}

function requestOf(
  call: Call,
  { id, parameters, outputs }: Pick<InferRequest, "id" | "parameters" | "outputs">,
  inputs: readonly InputTensor[],
  format: OutputFormat,
): HttpInferRequest {
  const [modelName = "", modelVersion = ""] = call.captures;
  const { signal, client } = call;
  return {
    request: { modelName, modelVersion, id, parameters, inputs, outputs, signal, client },
    format,
  };
}

function readInputs(source: InferBody, inputs: readonly JsonObject[]) {
  const binary: BinaryInput[] = [];
  const reader = new BinaryReader(source);
  const tensors = inputs.map((input): InputTensor => {
    const name = requiredString(input, "name");
    const datatype = requiredString(input, "datatype");
    const shape = shapeOf(required(input, "shape"));
    const parameters = optionalObject(input, "parameters");
    refuseSharedMemory(name, parameters);
    const byteLength = parameters["binary_data_size"];
    if (byteLength === undefined) {
      const data = required(input, "data");
      return { name, datatype, shape, ...tensorFromJson(name, datatype, shape, data) };
    }
    if (!isUnsigned(byteLength)) throw unparsable("binary_data_size", NOT_UNSIGNED);
    const described = { name, datatype, shape, byteLength };
    binary.push(described);
    return reader.read(described);
  });
  reader.end();
  return { tensors, binary };
}

function binaryInputs(source: InferBody, inputs: readonly BinaryInput[]): InputTensor[] {
  const reader = new BinaryReader(source);
  const tensors = inputs.map((input) => reader.read(input));
  reader.end();
  return tensors;
}

function shapeOf(value: unknown): number[] {
  if (Array.isArray(value) && value.every(isUnsigned)) return value;
  throw unparsable("shape", NOT_UNSIGNED);
}

function isUnsigned(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
