import type { ObservedKind } from "../kind.ts";
import { observe } from "./observe.ts";
import { recognise } from "./recognise.ts";

/** vLLM's OpenAI-compatible server, with old and new metric names (SPEC.md). */
export const vllm: ObservedKind = {
  kind: "vllm",
  name: "vLLM",
  capabilities: ["chat"],
  recognise,
  observe,
};
