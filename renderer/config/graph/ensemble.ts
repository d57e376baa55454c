import type { ModelConfig } from "../../../engine/config/index.ts";

/** A tensor of a model, connected to a tensor of the ensemble. */
export interface Port {
  /** Its name in the model. */
  readonly name: string;
  /** Its name in the ensemble. */
  readonly tensor: string;
}

export interface StepNode {
  readonly index: number;
  readonly model: string;
  /** −1: the newest. */
  readonly version: number;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** An end of a link: an input or output of the ensemble, or a port of a step. */
export type End =
  | { readonly kind: "input" | "output"; readonly tensor: string }
  | { readonly kind: "step"; readonly step: number; readonly port: string };

/** A tensor between its producer and a reader. */
export interface Link {
  readonly tensor: string;
  readonly from: End;
  readonly to: End;
}

export interface Ensemble {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly steps: readonly StepNode[];
  readonly links: readonly Link[];
}

/** An ensemble as a graph; null for other configurations. */
export function toEnsemble(config: ModelConfig): Ensemble | null {
  const { ensemble_scheduling: scheduling, platform } = config;
  if (scheduling === undefined && platform !== "ensemble") return null;
  const steps = (scheduling?.step ?? []).map((step, index) => ({
    index,
    model: step.model_name,
    version: step.model_version,
    inputs: toPorts(step.input_map),
    outputs: toPorts(step.output_map),
  }));
  const inputs = uniqueNames(config.input);
  const outputs = uniqueNames(config.output);
  return { inputs, outputs, steps, links: makeLinks(inputs, outputs, steps) };
}

const uniqueNames = (tensors: readonly { name: string }[]) => [
  ...new Set(tensors.map(({ name }) => name)),
];

function toPorts(map: Readonly<Record<string, string>>): Port[] {
  return Object.entries(map).map(([name, tensor]) => ({ name, tensor }));
}

/** Links each producer of a tensor to each of its readers; with two producers, an error, both are linked. */
function makeLinks(
  inputs: readonly string[],
  outputs: readonly string[],
  steps: readonly StepNode[],
): Link[] {
  const readers = new Map<string, End[]>();
  const reads = (tensor: string, end: End) =>
    readers.set(tensor, [...(readers.get(tensor) ?? []), end]);
  for (const { index, inputs: ports } of steps)
    for (const { name, tensor } of ports) reads(tensor, { kind: "step", step: index, port: name });
  for (const tensor of outputs) reads(tensor, { kind: "output", tensor });
  const from = (tensor: string, end: End): Link[] =>
    (readers.get(tensor) ?? []).map((to) => ({ tensor, from: end, to }));
  return [
    ...inputs.flatMap((tensor) => from(tensor, { kind: "input", tensor })),
    ...steps.flatMap(({ index, outputs: ports }) =>
      ports.flatMap(({ name, tensor }) => from(tensor, { kind: "step", step: index, port: name })),
    ),
  ];
}

/** Tensors that a step can read: the ensemble's inputs and the steps' outputs. */
export function writtenTensors({ inputs, steps }: Ensemble): string[] {
  return [
    ...new Set([...inputs, ...steps.flatMap(({ outputs }) => outputs.map(({ tensor }) => tensor))]),
  ];
}

export function allTensors(ensemble: Ensemble): string[] {
  const read = ensemble.steps.flatMap(({ inputs }) => inputs.map(({ tensor }) => tensor));
  return [...new Set([...writtenTensors(ensemble), ...read, ...ensemble.outputs])];
}

/** A tensor name that isn't used yet. */
export function freshName(ensemble: Ensemble, wanted: string): string {
  const taken = new Set(allTensors(ensemble));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number += 1;
  return `${wanted}_${number}`;
}
