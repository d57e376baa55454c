import type { ModelConfig } from "../../../engine/config/index.ts";
import { type End, type Ensemble, freshName, writtenTensors } from "./ensemble.ts";
import { agree, type KnownModels, typeAt, toTensorType, type TensorType } from "./tensor-types.ts";

/** An ensemble with the known types of its tensors. */
export interface Typed {
  readonly ensemble: Ensemble;
  readonly config: ModelConfig;
  readonly models: KnownModels;
}

/** The type of a tensor where it is produced; null if unknown. */
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
 * The most likely tensors for the inputs of a new step, by name: of the tensors with matching type and shape the one with
 * the same name, else an unread one, else the last produced. Unknown types may match; an input without a match is left
 * open.
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
    // The last of equal candidates.
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

/** The most likely tensors for the outputs of a new step: matching outputs of the ensemble without a producer, else new tensors. */
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

/** 2: matches; 1: may match; 0: doesn't match. */
function fit(one: TensorType | null, other: TensorType | null): number {
  if (one === null || other === null) return 1;
  return agree(one, other) ? 2 : 0;
}

/** Compares lexicographically. */
function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}
