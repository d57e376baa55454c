import type { EnsembleStep } from "../types.ts";
import type { Check } from "./check.ts";

const PATH = "ensemble_scheduling";

/**
 * Reports steps and responses of an ensemble that would join streams of different decoupled models (SPEC.md, CFG-M4).
 * `decoupled`: for each step, whether its model is decoupled.
 */
export function checkStreams(check: Check, decoupled: readonly boolean[]): void {
  const { config, name, problem } = check;
  /** The step whose stream each tensor comes from; -1 is the request itself. */
  const origin = new Map<string, number>(config.input.map((tensor) => [tensor.name, -1]));
  const oneOrigin = (tensors: readonly string[], model: string, path: string): number => {
    const origins = new Set(tensors.map((tensor) => origin.get(tensor)));
    if (origins.size > 1) {
      const message = `in ensemble ${name}, step of model '${model}' receives inputs originated from different decoupled models`;
      problem("ensemble-streams", path, message);
    }
    return [...origins][0] ?? -1;
  };
  let waiting = (config.ensemble_scheduling?.step ?? []).map((step, index) => ({ step, index }));
  while (waiting.length > 0) {
    const ready = waiting.filter(({ step }) =>
      listReads(step).every((tensor) => origin.has(tensor)),
    );
    // A valid configuration has no steps that depend on each other.
    if (ready.length === 0) return;
    for (const { step, index } of ready) {
      const own = oneOrigin(listReads(step), step.model_name, `${PATH}.step[${index}].model_name`);
      for (const tensor of Object.values(step.output_map)) {
        origin.set(tensor, decoupled[index] ? index : own);
      }
    }
    waiting = waiting.filter((entry) => !ready.includes(entry));
  }
  oneOrigin(
    config.output.map((tensor) => tensor.name),
    name,
    PATH,
  );
}

function listReads(step: EnsembleStep): string[] {
  return Object.values(step.input_map);
}
