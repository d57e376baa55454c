import type { ModelConfig } from "./types.ts";

/** Backends that never complete inputs and outputs. */
const COMPLETE_NOTHING: ReadonlySet<string> = new Set(["identity", "repeat", "pytorch"]);
/** Backends that complete a missing list, but not fields of existing elements. */
const COMPLETE_LISTS: ReadonlySet<string> = new Set(["onnxruntime", "openvino"]);

/**
 * What a Triton that completes configurations may fill in (SPEC.md, CFG-C8): whole lists of inputs or outputs, data type
 * and dims of named tensors, or nothing. A backend that is unknown or not named yet may fill in everything.
 */
export function completedByServer({
  backend,
  platform,
  ensemble_scheduling,
}: ModelConfig): "nothing" | "lists" | "fields" {
  if (platform === "ensemble" || ensemble_scheduling !== undefined) return "nothing";
  if (COMPLETE_NOTHING.has(backend)) return "nothing";
  return COMPLETE_LISTS.has(backend) ? "lists" : "fields";
}

/** Whether a server that completes configurations would read the model's file for what this one leaves out. */
export function leavesOpen(config: ModelConfig): boolean {
  const { input, batch_input, output } = config;
  const completed = completedByServer(config);
  if (completed === "nothing") return false;
  if ((input.length === 0 && batch_input.length === 0) || output.length === 0) return true;
  return (
    completed === "fields" &&
    [...input, ...output].some((io) => io.dims.length === 0 || io.data_type === "TYPE_INVALID")
  );
}
