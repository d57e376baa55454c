import type { ObservedKind } from "../kind.ts";
import { observe } from "./observe.ts";
import { recognise } from "./recognise.ts";

/** vLLM's OpenAI-compatible server, old names of its metrics and new; what is read is in SPEC.md. */
export const vllm: ObservedKind = {
  kind: "vllm",
  name: "vLLM",
  capabilities: ["chat"],
  recognise,
  observe,
};
