export { type AnswerTensor, grpcOutputs, httpOutputs } from "./answer.ts";
export {
  checkPriority,
  checkTraffic,
  checkVersion,
  isDecoupled,
  isSequenceModel,
} from "./check-traffic.ts";
export { assumedConfig, withAssumedConfig } from "./assumed-config.ts";
export { answerDiffers } from "./differs.ts";
export {
  type ElementValue,
  encodeElements,
  isWireDatatype,
  KINDS,
  splitTexts,
} from "./elements.ts";
export {
  encodeGrpcRequest,
  encodeGrpcSuffix,
  encodeHttpRequest,
  type GeneratedRequest,
  type HttpOrigin,
  LOAD_GENERATOR,
  type RequestParameters,
  requestParameters,
} from "./encode.ts";
export { parseJson } from "./json.ts";
export { jsonTensor, refuseWithoutJson } from "./json-tensor.ts";
export { picker } from "./picker.ts";
export {
  batchLimit,
  checkRequestBytes,
  MOST_REQUEST_BYTES,
  planInputs,
} from "./plan-inputs.ts";
export { prepareRequests } from "./prepare.ts";
export { type Random, seededRandom, seedOf } from "./random.ts";
export type { PreparedRequests, RequestSet } from "./request-set.ts";
export { elementsIn, type InputSpec } from "./tensor.ts";
