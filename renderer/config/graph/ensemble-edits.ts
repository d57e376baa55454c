import {
  type ConfigPath,
  insertElement,
  parseConfig,
  removeValue,
  setValue,
  type TextEdit,
} from "../../../engine/config/index.ts";
import { type End, type Ensemble, toEnsemble, freshName, type Port } from "./ensemble.ts";

const STEPS: ConfigPath = ["ensemble_scheduling", "step"];

type Edits = readonly TextEdit[];

export interface NewStep {
  readonly model: string;
  readonly version: number;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

const toMap = (ports: readonly Port[]) =>
  Object.fromEntries(ports.map(({ name, tensor }) => [name, tensor]));

function ensembleIn(text: string): Ensemble | null {
  return toEnsemble(parseConfig(text).config);
}

/** Appends a step. */
export function addStep(text: string, step: NewStep): Edits {
  return insertElement(text, STEPS, ensembleIn(text)?.steps.length ?? 0, {
    model_name: step.model,
    model_version: step.version,
    input_map: toMap(step.inputs),
    output_map: toMap(step.outputs),
  });
}

export function removeStep(text: string, index: number): Edits {
  return removeValue(text, [...STEPS, index]);
}

/**
 * Connects an end's tensor to a step's input or an output of the ensemble. A step's output without a tensor gets one. An
 * output of the ensemble is the tensor with its name, so a step's tensor is renamed to it everywhere; inputs of the
 * ensemble and tensors that are outputs already can't be renamed: that gives no edits.
 */
export function connect(text: string, from: End, to: End): Edits {
  const ensemble = ensembleIn(text);
  if (ensemble === null || from.kind === "output" || to.kind === "input") return [];
  const tensor = findTensor(ensemble, from);
  if (tensor === null) return connectNew(text, ensemble, from, to);
  if (to.kind === "step") return setValue(text, [...STEPS, to.step, "input_map", to.port], tensor);
  if (ensemble.inputs.includes(tensor) || ensemble.outputs.includes(tensor)) return [];
  return renameInSteps(text, ensemble, tensor, to.tensor);
}

/** Null for a step's output without a tensor. */
function findTensor({ steps }: Ensemble, end: End): string | null {
  if (end.kind !== "step") return end.tensor;
  return steps[end.step]?.outputs.find(({ name }) => name === end.port)?.tensor ?? null;
}

function connectNew(text: string, ensemble: Ensemble, from: End, to: End): Edits {
  if (from.kind !== "step") return [];
  const model = ensemble.steps[from.step]?.model ?? "";
  const tensor = to.kind === "step" ? freshName(ensemble, `${model}_${from.port}`) : to.tensor;
  const edits = setValue(text, [...STEPS, from.step, "output_map", from.port], tensor);
  if (to.kind !== "step") return edits;
  return [...edits, ...setValue(text, [...STEPS, to.step, "input_map", to.port], tensor)];
}

/**
 * Disconnects a tensor from a reader: removes the entry of a step's input, or renames the tensor so that it is no longer
 * an output of the ensemble.
 */
export function disconnect(text: string, tensor: string, from: End): Edits {
  if (from.kind === "step") return removeValue(text, [...STEPS, from.step, "input_map", from.port]);
  const ensemble = ensembleIn(text);
  if (ensemble === null) return [];
  return renameInSteps(text, ensemble, tensor, freshName(ensemble, `${tensor}_kept`));
}

/** Renames a tensor everywhere; no edits if the name is taken. */
export function renameTensor(text: string, tensor: string, name: string): Edits {
  const { config } = parseConfig(text);
  const ensemble = toEnsemble(config);
  if (ensemble === null || freshName(ensemble, name) !== name) return [];
  const own = (field: "input" | "output") =>
    config[field].flatMap((each, index) =>
      each.name === tensor ? setValue(text, [field, index, "name"], name) : [],
    );
  return [...own("input"), ...own("output"), ...renameInSteps(text, ensemble, tensor, name)];
}

function renameInSteps(text: string, { steps }: Ensemble, tensor: string, name: string): Edits {
  return steps.flatMap(({ index, inputs, outputs }) => {
    const renamed = (field: "input_map" | "output_map", ports: readonly Port[]) =>
      ports
        .filter((port) => port.tensor === tensor)
        .flatMap((port) => setValue(text, [...STEPS, index, field, port.name], name));
    return [...renamed("input_map", inputs), ...renamed("output_map", outputs)];
  });
}
