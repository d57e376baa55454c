import type { ServerKind } from "../../contract/index.ts";
import type { ObservedKind } from "./kind.ts";
import { mlserver } from "./mlserver/index.ts";
import { openInference } from "./open-inference/index.ts";
import { openvino } from "./openvino/index.ts";
import { rayServe } from "./ray-serve/index.ts";
import { tensorflowServing } from "./tensorflow-serving/index.ts";
import { torchserve } from "./torchserve/index.ts";
import { vllm } from "./vllm/index.ts";

export { Exposition } from "./exposition/index.ts";
export { vllm } from "./vllm/index.ts";

/** In the order in which they are asked for: those that answer to a name of their own before those that answer to any. */
export const OBSERVED_KINDS: readonly ObservedKind[] = [
  vllm,
  openvino,
  mlserver,
  torchserve,
  tensorflowServing,
  rayServe,
  openInference,
];

export function kindName(kind: ServerKind): string {
  if (kind === "triton") return "Triton";
  if (kind === "embedded") return "Batchdeck engine";
  return OBSERVED_KINDS.find((each) => each.kind === kind)?.name ?? kind;
}
