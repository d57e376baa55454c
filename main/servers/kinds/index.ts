import type { ServerKind } from "../../contract/index.ts";
import type { ObservedKind } from "./kind.ts";
import { dynamo } from "./dynamo/index.ts";
import { endpointPicker } from "./endpoint-picker/index.ts";
import { llamaCpp } from "./llama-cpp/index.ts";
import { mlserver } from "./mlserver/index.ts";
import { ollama } from "./ollama/index.ts";
import { openai } from "./openai/index.ts";
import { openInference } from "./open-inference/index.ts";
import { openvino } from "./openvino/index.ts";
import { rayServe } from "./ray-serve/index.ts";
import { sglang } from "./sglang/index.ts";
import { tensorflowServing } from "./tensorflow-serving/index.ts";
import { tgi } from "./tgi/index.ts";
import { torchserve } from "./torchserve/index.ts";
import { trtllm } from "./trtllm/index.ts";
import { vllm } from "./vllm/index.ts";

export type { ObservedKind, Reach } from "./kind.ts";
export { Exposition } from "./exposition/index.ts";
export { recordedMetrics, processStart } from "./recorded-metrics.ts";
export { vllm } from "./vllm/index.ts";

/** In the order in which they are tried: kinds that identify themselves before the generic ones. */
export const OBSERVED_KINDS: readonly ObservedKind[] = [
  vllm,
  trtllm,
  sglang,
  llamaCpp,
  tgi,
  ollama,
  dynamo,
  openvino,
  mlserver,
  torchserve,
  tensorflowServing,
  rayServe,
  endpointPicker,
  openInference,
  openai,
];

export function kindName(kind: ServerKind): string {
  if (kind === "triton") return "Triton";
  if (kind === "embedded") return "Batchdeck engine";
  return OBSERVED_KINDS.find((each) => each.kind === kind)?.name ?? kind;
}
