export { type AnswerTensor, grpcOutputs, httpOutputs } from "./answer.ts";
export { checkTraffic, isDecoupled, isSequenceModel } from "./check-traffic.ts";
export { answerDiffers } from "./differs.ts";
export {
  encodeGrpcRequest,
  encodeGrpcSuffix,
  encodeHttpHead,
  encodeHttpRequest,
  type GeneratedRequest,
  type RequestParameters,
  requestParameters,
} from "./encode.ts";
export { picker } from "./picker.ts";
export {
  batchLimit,
  checkRequestBytes,
  MOST_REQUEST_BYTES,
  planInputs,
} from "./plan-inputs.ts";
export { prepareRequests } from "./prepare.ts";
export { type Random, seededRandom, seedOf } from "./random.ts";
export type { ExpectedOutput, PreparedRequests, RequestSet } from "./request-set.ts";
export type { InputSpec } from "./tensor.ts";
