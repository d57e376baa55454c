import { inference } from "../../../assets/proto/index.ts";
import type { ParameterValue } from "../../../engine/types.ts";
import { jsonTensor } from "./json-tensor.ts";
import type { InputSpec } from "./tensor.ts";

/** User agent of requests, so that a server can distinguish the lab's load from other traffic. */
export const LOAD_GENERATOR = "batchdeck-load-generator";

export type RequestParameters = Readonly<Record<string, ParameterValue>>;

/** One inference request before encoding; `contents[i]` belongs to `inputs[i]`. */
export interface GeneratedRequest {
  readonly model: string;
  /** Empty: the server chooses. */
  readonly modelVersion: string;
  readonly inputs: readonly InputSpec[];
  readonly contents: readonly Uint8Array[];
  /** Absent or empty: none. */
  readonly id?: string;
  readonly parameters?: RequestParameters;
  /** Tensors go as JSON over HTTP; absent: in binary. */
  readonly asJson?: boolean;
}

export interface RequestOptions {
  /** 0: the model's default level. */
  readonly priority?: number;
  readonly timeoutMicros?: number | null;
  /** `id` is not 0. */
  readonly sequence?: {
    readonly id: number | bigint;
    readonly start: boolean;
    readonly end: boolean;
  } | null;
  /** Whether triton_final_response should follow or mark a decoupled model's last response. */
  readonly emptyFinalResponse?: boolean;
}

/** The options as parameters of the protocol's extensions for scheduling policies and sequences; none for defaults. */
export function requestParameters(options: RequestOptions): RequestParameters {
  const { priority, timeoutMicros, sequence, emptyFinalResponse } = options;
  return {
    ...(priority && { priority }),
    ...(timeoutMicros && { timeout: timeoutMicros }),
    ...(sequence && {
      sequence_id: sequence.id,
      sequence_start: sequence.start,
      sequence_end: sequence.end,
    }),
    ...(emptyFinalResponse && { triton_enable_empty_final_response: true }),
  };
}

/** Start of every HTTP request to one target. */
export interface HttpOrigin {
  /** HOST:PORT */
  readonly host: string;
  /** Prefix of every path; "" or "/a/b". */
  readonly path: string;
  /** Additional headers, "NAME: VALUE". */
  readonly lines: readonly string[];
}

/**
 * A complete HTTP/1.1 message: head, JSON header and raw tensors, with binary outputs requested (the protocol's binary
 * tensor data extension), or all of it as JSON. Throws INVALID_ARGUMENT or FAILED_PRECONDITION if JSON can't represent a
 * tensor.
 */
export function encodeHttpRequest(request: GeneratedRequest, origin: HttpOrigin): Buffer {
  const { asJson, inputs, contents, parameters } = request;
  if (asJson) {
    const tensors = inputs.map((input, i) => jsonTensor(input, contents[i] ?? new Uint8Array()));
    const body = Buffer.from(jsonBody(request, `[${tensors.join(",")}]`, { ...parameters }));
    const head = httpHead(request, origin, body.byteLength, ["Content-Type: application/json"]);
    return Buffer.concat([Buffer.from(head), body]);
  }
  const header = httpHeader(request);
  const headerBytes = Buffer.byteLength(header);
  const bodyBytes = contents.reduce((sum, each) => sum + each.byteLength, headerBytes);
  const head = httpHead(request, origin, bodyBytes, [
    "Content-Type: application/octet-stream",
    `Inference-Header-Content-Length: ${headerBytes}`,
  ]);
  return Buffer.concat([Buffer.from(head + header), ...contents]);
}

function httpHead(
  { model, modelVersion }: GeneratedRequest,
  origin: HttpOrigin,
  bodyBytes: number,
  lines: readonly string[],
): string {
  const version = modelVersion && `/versions/${encodeURIComponent(modelVersion)}`;
  return [
    `POST ${origin.path}/v2/models/${encodeURIComponent(model)}${version}/infer HTTP/1.1`,
    `Host: ${origin.host}`,
    `User-Agent: ${LOAD_GENERATOR}`,
    ...origin.lines,
    ...lines,
    `Content-Length: ${bodyBytes}`,
    "\r\n",
  ].join("\r\n");
}

/** The JSON in front of binary tensors. */
function httpHeader(request: GeneratedRequest): string {
  const tensors = request.inputs.map(({ name, datatype, shape }, i) => ({
    name,
    datatype,
    shape,
    parameters: { binary_data_size: request.contents[i]?.byteLength ?? 0 },
  }));
  return jsonBody(request, JSON.stringify(tensors), {
    ...request.parameters,
    binary_data_output: true,
  });
}

/** `inputs`: as JSON. 64-bit parameters keep every digit. */
function jsonBody({ id }: GeneratedRequest, inputs: string, parameters: RequestParameters): string {
  const values = Object.entries(parameters).map(
    ([key, value]) =>
      `${JSON.stringify(key)}:${typeof value === "bigint" ? value : JSON.stringify(value)}`,
  );
  const head = id ? `"id":${JSON.stringify(id)},` : "";
  const tail = values.length > 0 ? `,"parameters":{${values.join(",")}}` : "";
  return `{${head}"inputs":${inputs}${tail}}`;
}

/** A ModelInferRequest message with raw_input_contents. */
export function encodeGrpcRequest(request: GeneratedRequest): Buffer {
  return Buffer.from(
    inference.ModelInferRequest.encode({
      model_name: request.model,
      model_version: request.modelVersion,
      id: request.id ?? "",
      parameters: parameterMessages(request.parameters ?? {}),
      inputs: request.inputs.map(({ name, datatype, shape }) => ({
        name,
        datatype,
        shape: [...shape],
      })),
      raw_input_contents: [...request.contents],
    }).finish(),
  );
}

/**
 * Bytes that add an id and parameters when appended to an encoded ModelInferRequest, since protobuf merges concatenated
 * messages. So a request encoded before the run can differ each time it is sent.
 */
export function encodeGrpcSuffix(id: string, parameters: RequestParameters): Buffer {
  return Buffer.from(
    inference.ModelInferRequest.encode({
      id,
      parameters: parameterMessages(parameters),
    }).finish(),
  );
}

function parameterMessages(
  parameters: RequestParameters,
): Record<string, inference.InferParameter.$Properties> {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, parameterMessage(value)]),
  );
}

function parameterMessage(value: ParameterValue): inference.InferParameter.$Properties {
  if (typeof value === "boolean") return { bool_param: value };
  if (typeof value === "string") return { string_param: value };
  // protobufjs encodes the digits of an integer that a number can't hold.
  if (typeof value === "bigint") return { int64_param: value.toString() as unknown as number };
  return Number.isInteger(value) ? { int64_param: value } : { double_param: value };
}
