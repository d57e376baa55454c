import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type {
  Engine,
  InferRequest,
  InputTensor,
  RequestedOutput,
  SharedMemorySpan,
} from "../../types.ts";
import { readClassification } from "../infer-parameters.ts";
import { MAX_BYTES_AT_ONCE, refuseRank, refuseTooMany } from "../request-limits.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { Steps } from "../../../base/steps.ts";
import { timeSlices } from "../time-slices.ts";
import { BinaryReader, type InferBody } from "./binary-reader.ts";
import { sliceBytes } from "./body.ts";
import type { Call } from "./call.ts";
import type { OutputFormat } from "./infer-response.ts";
import type { RawJson } from "./json-cursor.ts";
import { elementsFromRaw } from "./json-elements.ts";
import { requestParameters } from "./json-parameters.ts";
import type { IsRaw } from "./json-reader.ts";
import { knownDatatype, tensorFromJson } from "./json-tensor.ts";
import {
  type JsonObject,
  optionalBoolean,
  optionalObject,
  optionalObjects,
  optionalString,
  parseObject,
  readObjectSteps,
  required,
  requiredString,
  unparsable,
} from "./json.ts";
import { rawRequest } from "./raw-request.ts";
import { type BinaryInput, keepRequest, knownRequest } from "./request-memory.ts";
import { inputSpan, outputSpan } from "./shared-memory-span.ts";

const NOT_UNSIGNED = "non-unsigned-integer as unsigned-integer";

export interface HttpInferRequest {
  readonly request: InferRequest;
  readonly format: OutputFormat;
}

/**
 * Parses Inference-Header-Content-Length; INVALID_ARGUMENT if it isn't a length within the body.
 */
export function readJsonLength(header: string | undefined, bodyBytes: number): number | undefined {
  if (header === undefined) return bodyBytes === 0 ? 0 : undefined;
  if (!/^[+-]?\d+$/.test(header)) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `Unable to parse Inference-Header-Content-Length, got: ${header}`,
    );
  }
  const length = Number(header);
  if (length >= 0 && length <= bodyBytes) return length;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `inference header size should be in range (0, ${bodyBytes}), got: ${header}`,
  );
}

/**
 * Parses a request; a promise if the JSON is large and parsed in time slices. `check` rejects
 * requests that don't fit the model before their data is read.
 */
export function readInferRequest(
  source: InferBody,
  engine: Engine,
): HttpInferRequest | Promise<HttpInferRequest> {
  const { call, body, jsonBytes } = source;
  if (jsonBytes === 0)
    return { request: rawRequest(call, body, engine), format: { binary: () => true } };
  const length = jsonBytes ?? body.byteLength;
  if (length > MAX_BYTES_AT_ONCE) {
    return timeSlices.run(length, largeRequest(source, length, engine), call.signal);
  }
  const bytes = sliceBytes(body, 0, length);
  const known = jsonBytes === undefined ? undefined : knownRequest(call.captures, bytes);
  if (known !== undefined) {
    return toInferRequest(call, known.fields, binaryInputs(source, known.inputs), known.format);
  }
  const described = describedRequest(parseObject(bytes));
  const { fields, format } = described;
  const read = readInputs(source, described.inputs);
  if (read.binary.length === described.inputs.length && fields.id === "") {
    keepRequest(call.captures, bytes, { fields, inputs: read.binary, format });
  }
  return toInferRequest(call, fields, read.tensors, format);
}

/**
 * The path of a tensor's data, which is read after its type and shape were checked against the
 * model.
 */
const isData: IsRaw = (path) => path.length === 2 && path[0] === "inputs" && path[1] === "data";

function* largeRequest(source: InferBody, length: number, engine: Engine): Steps<HttpInferRequest> {
  const { call } = source;
  const json = yield* readObjectSteps(source.body, length, isData);
  const { fields, format, inputs } = describedRequest(json);
  const described = inputs.map(describedInput);
  const undecoded = described.map(({ name, datatype, shape }) => {
    return { name, datatype, shape, segments: [], byteLength: 0 };
  });
  engine.checkDescribed(toInferRequest(call, fields, undecoded, format).request);
  let room = call.maxBodyBytes;
  const reader = new BinaryReader(source);
  const tensors: InputTensor[] = [];
  for (const input of described) {
    const { byteLength, sharedMemory } = input;
    if (sharedMemory !== undefined) tensors.push(sharedInput(input, sharedMemory));
    else if (byteLength !== undefined) tensors.push(reader.read({ ...input, byteLength }));
    else {
      const tensor = yield* decodedInput(input, room);
      room -= tensor.byteLength;
      tensors.push(tensor);
    }
    yield;
  }
  reader.end();
  return toInferRequest(call, fields, tensors, format);
}

interface DescribedInput extends Pick<InputTensor, "name" | "datatype" | "shape"> {
  /** Size of the binary data. */
  readonly byteLength: number | undefined;
  readonly sharedMemory: SharedMemorySpan | undefined;
  readonly data: unknown;
}

/** A request's JSON without its inputs. */
function describedRequest(json: JsonObject) {
  const { binary_data_output: binaryDefault, ...parameters } = requestParameters(
    optionalObject(json, "parameters"),
  );
  required(json, "inputs");
  const binaryOutputs = new Map<string, boolean>();
  const listed = optionalObjects(json, "outputs");
  refuseTooMany("outputs", listed.length);
  const outputs = listed.map((output): RequestedOutput => {
    const name = requiredString(output, "name");
    const parameters = optionalObject(output, "parameters");
    const binary = optionalBoolean(parameters, "binary_data", binaryDefault === true);
    binaryOutputs.set(name, binary);
    const classification = readClassification(name, parameters["classification"] as never);
    const sharedMemory = outputSpan(parameters);
    return { name, classification, ...(sharedMemory && { sharedMemory }) };
  });
  const inputs = optionalObjects(json, "inputs");
  refuseTooMany("inputs", inputs.length);
  const fields = { id: optionalString(json, "id"), parameters, outputs };
  const format: OutputFormat = {
    binary: (name) => binaryOutputs.get(name) ?? binaryDefault === true,
  };
  return { fields, format, inputs };
}

function toInferRequest(
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
  const tensors = inputs.map((json): InputTensor => {
    const input = describedInput(json);
    const { name, datatype, shape, byteLength, data, sharedMemory } = input;
    if (sharedMemory !== undefined) return sharedInput(input, sharedMemory);
    if (byteLength === undefined) {
      return { name, datatype, shape, ...tensorFromJson(name, datatype, shape, data) };
    }
    const described = { name, datatype, shape, byteLength };
    binary.push(described);
    return reader.read(described);
  });
  reader.end();
  return { tensors, binary };
}

function describedInput(input: JsonObject): DescribedInput {
  const name = requiredString(input, "name");
  const datatype = requiredString(input, "datatype");
  const shape = readShape(name, required(input, "shape"));
  const parameters = optionalObject(input, "parameters");
  const sharedMemory = inputSpan(input, parameters);
  const byteLength = parameters["binary_data_size"];
  const isJson = byteLength === undefined && sharedMemory === undefined;
  const data = isJson ? required(input, "data") : undefined;
  if (byteLength !== undefined && !isUnsigned(byteLength)) {
    throw unparsable("binary_data_size", NOT_UNSIGNED);
  }
  return { name, datatype, shape, byteLength, data, sharedMemory };
}

/** Its data is read when the request runs. */
function sharedInput(
  { name, datatype, shape }: DescribedInput,
  sharedMemory: SharedMemorySpan,
): InputTensor {
  return { name, datatype, shape, segments: [], byteLength: 0, sharedMemory };
}

/** At most `room` bytes, the limit of binary data; with Triton's message. */
function* decodedInput(input: DescribedInput, room: number): Steps<InputTensor> {
  const { name, shape, data } = input;
  const datatype = knownDatatype(name, input.datatype);
  const count = elementCount(shape);
  const byteLength = ELEMENT_BYTES[datatype] * count;
  if (byteLength > room) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `JSON input '${name}' has a byte_size (${byteLength} bytes) that exceeds the maximum allowed value of ${room} bytes. Use --http-max-input-size to increase the limit.`,
    );
  }
  const read = yield* elementsFromRaw(name, datatype, count, data as RawJson);
  return { name, datatype, shape, ...read };
}

function binaryInputs(source: InferBody, inputs: readonly BinaryInput[]): InputTensor[] {
  const reader = new BinaryReader(source);
  const tensors = inputs.map((input) => reader.read(input));
  reader.end();
  return tensors;
}

function readShape(input: string, value: unknown): number[] {
  if (Array.isArray(value) && value.every(isUnsigned)) {
    refuseRank(input, value.length);
    return value;
  }
  throw unparsable("shape", NOT_UNSIGNED);
}

function isUnsigned(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
