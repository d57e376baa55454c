import { inference } from "../../../assets/proto/index.ts";
import { encodeGrpcRequest } from "../index.ts";
import type { PreparedRequest } from "./prepare.ts";

/** A ModelInferRequest with raw contents. */
export function grpcMessage(request: PreparedRequest): Buffer {
  const { inputs, outputs } = request;
  const requested = outputs.map(({ name, classification }) => ({
    name,
    parameters: classification ? { classification: { int64_param: classification } } : {},
  }));
  // Concatenated messages are merged.
  return Buffer.concat([
    encodeGrpcRequest({ ...request, contents: inputs.map(({ data }) => data) }),
    inference.ModelInferRequest.encode({ outputs: requested }).finish(),
  ]);
}
