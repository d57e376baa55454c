import type { ModelConfig } from "../../../engine/config/index.ts";
import { type End, type Ensemble, freshName, writtenTensors } from "./ensemble.ts";
import { agree, type KnownModels, typeAt, toTensorType, type TensorType } from "./tensor-types.ts";

/** An ensemble with what is known of its tensors. */
export interface Typed {
  readonly ensemble: Ensemble;
  readonly config: ModelConfig;
  readonly models: KnownModels;
}

/** What a tensor is where it is written; null while that is not known. */
export function writtenType(tensor: string, { ensemble, config, models }: Typed) {
  const end = findWriter(tensor, ensemble);
  return end && typeAt(end, "output", { ensemble, config, models });
}

function findWriter(tensor: string, { inputs, steps }: Ensemble): End | null {
  if (inputs.includes(tensor)) return { kind: "input", tensor };
  for (const { index, outputs } of steps)
    for (const port of outputs)
      if (port.tensor === tensor) return { kind: "step", step: index, port: port.name };
  return null;
}

/**
 * What the inputs of a new step most likely read, by name: of the tensors that fit by type and shape the one of the
 * same name, else one that no one reads yet, else the last written. What is not known may fit; without one that fits
 * an input is left open.
 */
export function proposedInputs(of: Typed, model: ModelConfig): Map<string, string> {
  const read = new Set(of.ensemble.links.map(({ tensor }) => tensor));
  const proposed = new Map<string, string>();
  for (const input of model.input) {
    const own = toTensorType(model, input);
    const taken = new Set(proposed.values());
    const rank = (tensor: string) => [
      fit(writtenType(tensor, of), own),
      Number(tensor === input.name),
      Number(!taken.has(tensor)),
      Number(!read.has(tensor)),
    ];
    // The last of equals.
    const best = writtenTensors(of.ensemble)
      .filter((tensor) => rank(tensor)[0] !== 0)
      .reduce<string | null>(
        (found, tensor) => (found && isMore(rank(found), rank(tensor)) ? found : tensor),
        null,
      );
    if (best !== null) proposed.set(input.name, best);
  }
  return proposed;
}

/** What the outputs of a new step most likely are: outputs of the ensemble that no one writes and that fit, else new tensors. */
export function proposedOutputs(of: Typed, model: ModelConfig): Map<string, string> {
  const written = writtenTensors(of.ensemble);
  const open = of.ensemble.outputs.filter((name) => !written.includes(name));
  const proposed = new Map<string, string>();
  for (const output of model.output) {
    const own = toTensorType(model, output);
    const fits = (name: string) => fit(typeAt({ kind: "output", tensor: name }, "input", of), own);
    const free = open.filter((name) => ![...proposed.values()].includes(name) && fits(name) > 0);
    const known = free.find((name) => name === output.name) ?? free.find((name) => fits(name) > 1);
    const fresh = freshName(of.ensemble, `${model.name}_${output.name}`);
    proposed.set(output.name, known ?? free[0] ?? fresh);
  }
  return proposed;
}

/** 2: fits; 1: may fit; 0: does not. */
function fit(one: TensorType | null, other: TensorType | null): number {
  if (one === null || other === null) return 1;
  return agree(one, other) ? 2 : 0;
}

/** Whether the first that differs is larger. */
function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}
