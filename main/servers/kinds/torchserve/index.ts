import type { ObservedKind } from "../kind.ts";
import { observe } from "./observe.ts";
import { recognise } from "./recognise.ts";

/** TorchServe through its management address; what is read stands in SPEC.md. */
export const torchserve: ObservedKind = {
  kind: "torchserve",
  name: "TorchServe",
  capabilities: ["workers"],
  recognise,
  observe,
};
