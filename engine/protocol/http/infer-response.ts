import type { CancelSignal } from "../../../base/cancellation.ts";
import type { InferResponse, OutputTensor } from "../../types.ts";
import { MAX_BYTES_AT_ONCE } from "../request-limits.ts";
import type { Steps } from "../../../base/steps.ts";
import { timeSlices } from "../time-slices.ts";
import { type HttpResponse, JSON_TYPE } from "./http-response.ts";
import { tensorToJson, tensorToJsonPieces } from "./json-output.ts";

/** How a request wants its outputs. */
export interface OutputFormat {
  /** Whether an output is to be sent as binary data. */
  binary(output: string): boolean;
  /** The JSON of the previous response, reused if nothing in it has changed. */
  last?: { readonly response: InferResponse; readonly sizes: readonly number[]; json: Buffer };
}

const JSON_HEADERS = { "Content-Type": JSON_TYPE };

/**
 * An infer response: JSON, then the data of binary outputs. A promise if there are too many JSON
 * elements to write at once; they are written in time slices.
 */
export function inferHttpResponse(
  response: InferResponse,
  format: OutputFormat,
  signal?: CancelSignal,
): HttpResponse | Promise<HttpResponse> {
  const isLarge = response.outputs.some(
    ({ name, data }) => data.byteLength > MAX_BYTES_AT_ONCE && !format.binary(name),
  );
  if (isLarge) return timeSlices.run(0, largeHttpResponse(response, format), signal);
  const { last } = format;
  const json = last && sameJson(last, response) ? last.json : render(response, format);
  return toHttpResponse([json], json.byteLength, response, format);
}

function* largeHttpResponse(response: InferResponse, format: OutputFormat): Steps<HttpResponse> {
  const pieces: Buffer[] = [Buffer.from(`${head(response)}"outputs":[`)];
  for (const [i, output] of response.outputs.entries()) {
    const comma = i === 0 ? "" : ",";
    if (output.inSharedMemory) pieces.push(Buffer.from(`${comma}${describedOutput(output)}}`));
    else if (format.binary(output.name)) pieces.push(Buffer.from(comma + binaryOutput(output)));
    else {
      pieces.push(Buffer.from(`${comma}${describedOutput(output)},"data":`));
      for (const piece of yield* tensorToJsonPieces(output)) pieces.push(piece);
      pieces.push(Buffer.from("}"));
    }
  }
  pieces.push(Buffer.from("]}"));
  const jsonBytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return toHttpResponse(pieces, jsonBytes, response, format);
}

function toHttpResponse(
  json: readonly Buffer[],
  jsonBytes: number,
  { outputs }: InferResponse,
  format: OutputFormat,
): HttpResponse {
  const data: Uint8Array[] = [];
  for (const output of outputs) {
    if (output.data.byteLength > 0 && format.binary(output.name)) data.push(output.data);
  }
  if (data.length === 0) return { status: 200, headers: JSON_HEADERS, body: json };
  return {
    status: 200,
    headers: {
      "Content-Type": "application/octet-stream",
      "Inference-Header-Content-Length": String(jsonBytes),
    },
    body: [...json, ...data],
  };
}

/** The fields of an output, without its closing brace. */
function describedOutput({ name, datatype, shape }: OutputTensor): string {
  return JSON.stringify({ name, datatype, shape }).slice(0, -1);
}

function binaryOutput(output: OutputTensor): string {
  const size = output.data.byteLength;
  return `${describedOutput(output)},"parameters":{"binary_data_size":${size}}}`;
}

function render(response: InferResponse, format: OutputFormat): Buffer {
  let allBinary = true;
  const outputs = response.outputs.map((output) => {
    if (format.binary(output.name) && !output.inSharedMemory) return binaryOutput(output);
    allBinary = false;
    if (output.inSharedMemory) return `${describedOutput(output)}}`;
    return `${describedOutput(output)},"data":${tensorToJson(output)}}`;
  });
  const json = Buffer.from(`${head(response)}"outputs":[${outputs.join(",")}]}`);
  if (allBinary && isPlain(response)) {
    const described = response.outputs.map((output) => ({ ...output, data: NO_DATA }));
    const sizes = response.outputs.map(({ data }) => data.byteLength);
    format.last = { response: { ...response, outputs: described }, sizes, json };
  }
  return json;
}

const NO_DATA = new Uint8Array(0);

/** The JSON without what changes between responses. */
function isPlain({ id, parameters }: InferResponse): boolean {
  for (const _ in parameters) return false;
  return id === "";
}

function sameJson(
  { response: before, sizes }: NonNullable<OutputFormat["last"]>,
  response: InferResponse,
): boolean {
  const { outputs, modelName, modelVersion } = response;
  if (!isPlain(response) || outputs.length !== sizes.length) return false;
  if (modelVersion !== before.modelVersion || modelName !== before.modelName) return false;
  return outputs.every(
    (output, i) =>
      output.data.byteLength === sizes[i] && sameTensor(output, before.outputs[i] as OutputTensor),
  );
}

function sameTensor(a: OutputTensor, b: OutputTensor): boolean {
  return (
    a.name === b.name &&
    a.datatype === b.datatype &&
    a.shape.length === b.shape.length &&
    a.shape.every((dim, i) => dim === b.shape[i])
  );
}

/** The JSON object up to its outputs: in Triton's order, empty fields left out. */
function head({ id, modelName, modelVersion, parameters }: InferResponse): string {
  const fields = JSON.stringify({
    ...(id !== "" && { id }),
    model_name: modelName,
    model_version: modelVersion,
  });
  const values = Object.entries(parameters).map(
    ([key, value]) =>
      `${JSON.stringify(key)}:${typeof value === "bigint" ? value : JSON.stringify(value)}`,
  );
  const tail = values.length > 0 ? `,"parameters":{${values.join(",")}}` : "";
  return `${fields.slice(0, -1)}${tail},`;
}
