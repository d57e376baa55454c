import type { ServerKind } from "../../contract/index.ts";
import type { ObservedKind } from "./kind.ts";

/** In the order in which they are asked for: those that answer to a name of their own before those that answer to any. */
export const OBSERVED_KINDS: readonly ObservedKind[] = [];

export function kindName(kind: ServerKind): string {
  if (kind === "triton") return "Triton";
  if (kind === "embedded") return "Batchdeck engine";
  return OBSERVED_KINDS.find((each) => each.kind === kind)?.name ?? kind;
}
