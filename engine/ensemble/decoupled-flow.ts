import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import type { PlanStep } from "./plan.ts";

/**
 * Whether an ensemble gives a stream of responses: whether a decoupled model is in it. Throws INVALID_ARGUMENT
 * where a step, or the ensemble's response, would join streams of different models (rule E3).
 */
export function decoupledFlow(
  { name, input, output }: ModelConfig,
  steps: readonly PlanStep[],
  decoupled: readonly boolean[],
): boolean {
  /** The step whose stream each tensor comes with; -1 is the request itself. */
  const origin = new Map<string, number>(input.map((tensor) => [tensor.name, -1]));
  const oneOrigin = (tensors: readonly string[], model: string): number => {
    const origins = new Set(tensors.map((tensor) => origin.get(tensor)));
    if (origins.size > 1) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `in ensemble ${name}, step of model '${model}' receives inputs originated from different decoupled models`,
      );
    }
    return [...origins][0] ?? -1;
  };
  let waiting = [...steps];
  while (waiting.length > 0) {
    const ready = waiting.filter((step) => step.inputs.every(({ tensor }) => origin.has(tensor)));
    // A valid configuration has no steps that wait for each other.
    if (ready.length === 0) break;
    for (const step of ready) {
      const tensors = step.inputs.map(({ tensor }) => tensor);
      const own = oneOrigin(tensors, step.modelName);
      for (const { tensor } of step.outputs) {
        origin.set(tensor, decoupled[step.index] ? step.index : own);
      }
    }
    waiting = waiting.filter((step) => !ready.includes(step));
  }
  const outputs = output.map((tensor) => tensor.name);
  oneOrigin(outputs, name);
  return decoupled.includes(true);
}
