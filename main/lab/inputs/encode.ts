import { inference } from "../../../assets/proto/index.ts";
import type { InputSpec } from "./tensor.ts";

/** One inference request before it is put on a wire; `contents[i]` belongs to `inputs[i]`. */
export interface GeneratedRequest {
  readonly model: string;
  /** Empty: the server chooses. */
  readonly modelVersion: string;
  readonly inputs: readonly InputSpec[];
  readonly contents: readonly Uint8Array[];
}

/**
 * The whole HTTP/1.1 message, head and body: JSON header, then the raw tensors, with outputs asked for in
 * binary too (the protocol's binary tensor data extension). `host` is HOST:PORT.
 */
export function encodeHttpRequest(request: GeneratedRequest, host: string): Buffer {
  const header = JSON.stringify({
    inputs: request.inputs.map(({ name, datatype, shape }, i) => ({
      name,
      datatype,
      shape,
      parameters: { binary_data_size: request.contents[i]?.byteLength ?? 0 },
    })),
    parameters: { binary_data_output: true },
  });
  const headerBytes = Buffer.byteLength(header);
  const bodyBytes = request.contents.reduce((sum, each) => sum + each.byteLength, headerBytes);
  const version = request.modelVersion && `/versions/${encodeURIComponent(request.modelVersion)}`;
  const head = [
    `POST /v2/models/${encodeURIComponent(request.model)}${version}/infer HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/octet-stream",
    `Inference-Header-Content-Length: ${headerBytes}`,
    `Content-Length: ${bodyBytes}`,
    "\r\n",
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head), Buffer.from(header), ...request.contents]);
}

/** A ModelInferRequest message with raw_input_contents. */
export function encodeGrpcRequest(request: GeneratedRequest): Buffer {
  return Buffer.from(
    inference.ModelInferRequest.encode({
      model_name: request.model,
      model_version: request.modelVersion,
      inputs: request.inputs.map(({ name, datatype, shape }) => ({
        name,
        datatype,
        shape: [...shape],
      })),
      raw_input_contents: [...request.contents],
    }).finish(),
  );
}
