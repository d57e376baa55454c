import type { ServiceDefinition } from "@grpc/grpc-js";
import { inference } from "../../../assets/proto/index.ts";

interface MessageType {
  encode(message: object): { finish(): Uint8Array };
  fromObject(object: object): object;
}

const types = inference as unknown as Record<string, MessageType>;

/** A unary method of Triton's service for a test server: receives a request's bytes and returns a message. */
export function tritonMethod(method: string): {
  readonly definition: ServiceDefinition;
  readonly request: MessageType;
  readonly response: MessageType;
} {
  const [request, response] = [types[`${method}Request`], types[`${method}Response`]];
  if (!request || !response) throw new Error(`there are no messages of ${method}`);
  const definition: ServiceDefinition = {
    [method]: {
      path: `/inference.GRPCInferenceService/${method}`,
      requestStream: false,
      responseStream: false,
      requestSerialize: () => Buffer.alloc(0),
      responseDeserialize: () => ({}),
      requestDeserialize: (bytes: Buffer) => bytes,
      responseSerialize: (message: object) => Buffer.from(response.encode(message).finish()),
    },
  };
  return { definition, request, response };
}
