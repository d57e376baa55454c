import type { ObservedKind } from "../kind.ts";
import { observe } from "./observe.ts";
import { recognise } from "./recognise.ts";

/** TorchServe through its management address (SPEC.md). */
export const torchserve: ObservedKind = {
  kind: "torchserve",
  name: "TorchServe",
  capabilities: ["workers"],
  recognise,
  observe,
};
