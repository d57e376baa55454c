export { toCredentials } from "./grpc-credentials.ts";
export { boundedText } from "./bounded-text.ts";
export { type CallOptions, GrpcClient } from "./grpc-client.ts";
export { recogniseRefusal } from "./http-rejection.ts";
export { withoutCredentials } from "./redact-credentials.ts";
export { type TextResponse, type HttpOptions, ServerHttp } from "./server-http.ts";
