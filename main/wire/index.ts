export { parseAddress } from "./address.ts";
export { chatInterface } from "./endpoint.ts";
export { type ResponseTensor, grpcOutputs, httpOutputs } from "./inputs/response-outputs.ts";
export {
  checkPriority,
  checkTraffic,
  checkVersion,
  isDecoupled,
  isSequenceModel,
} from "./inputs/check-traffic.ts";
export { assumedConfig, withAssumedConfig } from "./inputs/assumed-config.ts";
export { findDifference } from "./inputs/compare-outputs.ts";
export {
  type ElementValue,
  encodeElements,
  isWireDatatype,
  KINDS,
  splitTexts,
} from "./inputs/elements.ts";
export {
  encodeGrpcRequest,
  encodeGrpcSuffix,
  encodeHttpRequest,
  type GeneratedRequest,
  type HttpOrigin,
  LOAD_GENERATOR,
  type RequestParameters,
  requestParameters,
} from "./inputs/encode.ts";
export { parseJson } from "./inputs/json.ts";
export { jsonTensor, refuseWithoutJson } from "./inputs/json-tensor.ts";
export { picker } from "./inputs/picker.ts";
export {
  batchLimit,
  checkRequestBytes,
  MAX_REQUEST_BYTES,
  planInputs,
} from "./inputs/plan-inputs.ts";
export { prepareRequests } from "./inputs/prepare.ts";
export { normal, type Random, seededRandom, deriveSeed } from "./inputs/random.ts";
export type { PreparedRequests, RequestSet } from "./inputs/request-set.ts";
export { elementsIn, type InputSpec } from "./inputs/tensor.ts";
export { formatEndpoint, defaultWire, loadTarget, missingEndpointReason } from "./endpoint.ts";
export { headerLines } from "./header-lines.ts";
export { secureOptions, type SecureOptions } from "./secure-context.ts";
export { ServerSentEvents } from "./server-sent-events.ts";
export {
  formatAuthority,
  NO_ACCESS,
  plainTarget,
  type ServerAccess,
  type Target,
  type TlsMaterial,
} from "./target.ts";
export {
  poolingTokens,
  rankedResults,
  readPoolingResponse,
} from "./inputs/pooling/pooling-response.ts";
export { poolingBody, poolingPath } from "./inputs/pooling/requests.ts";
export type { ChatMessage, Conversations } from "./inputs/chat/prepared-conversations.ts";
export { meanLength } from "./inputs/chat/lengths.ts";
export { contentLength } from "./inputs/chat/media.ts";
export { partSessions } from "./inputs/chat/traces/part-sessions.ts";
export { readPlannedTrace, readTrace } from "./inputs/chat/traces/read-trace.ts";
export { summarizeTrace } from "./inputs/chat/traces/summarize-trace.ts";
export { drawWords, type TokenEstimate, UNMEASURED } from "./inputs/chat/prompts.ts";
export {
  chatBody,
  encodeChatRequest,
  toRequestPath,
} from "./inputs/chat/requests.ts";
