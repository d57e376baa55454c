import {
  type ConfigPath,
  insertElement,
  parseConfig,
  removeValue,
  setValue,
  type TextEdit,
} from "../../../engine/config/index.ts";
import { type End, type Ensemble, ensembleOf, freshName, type Port } from "./ensemble.ts";

const STEPS: ConfigPath = ["ensemble_scheduling", "step"];

type Edits = readonly TextEdit[];

export interface NewStep {
  readonly model: string;
  readonly version: number;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

const mapOf = (ports: readonly Port[]) =>
  Object.fromEntries(ports.map(({ name, tensor }) => [name, tensor]));

function ensembleIn(text: string): Ensemble | null {
  return ensembleOf(parseConfig(text).config);
}

/** Puts a step behind the last. */
export function addStep(text: string, step: NewStep): Edits {
  return insertElement(text, STEPS, ensembleIn(text)?.steps.length ?? 0, {
    model_name: step.model,
    model_version: step.version,
    input_map: mapOf(step.inputs),
    output_map: mapOf(step.outputs),
  });
}

export function removeStep(text: string, index: number): Edits {
  return removeValue(text, [...STEPS, index]);
}

/**
 * Lets a tensor go into a step's input or out of the ensemble. An output of an ensemble is the tensor of its name,
 * so a step's tensor takes that name wherever it is used; one of the ensemble's own inputs cannot, and gives no edit.
 */
export function connect(text: string, tensor: string, to: End): Edits {
  if (to.kind === "step") return setValue(text, [...STEPS, to.step, "input_map", to.port], tensor);
  const ensemble = ensembleIn(text);
  if (ensemble === null || to.kind === "input" || ensemble.inputs.includes(tensor)) return [];
  if (ensemble.outputs.includes(tensor)) return [];
  return renameInSteps(text, ensemble, tensor, to.tensor);
}

/**
 * Takes a tensor away from a reader: the entry of a step's input, or the name by which it is an output of the
 * ensemble; it takes another then.
 */
export function disconnect(text: string, tensor: string, from: End): Edits {
  if (from.kind === "step") return removeValue(text, [...STEPS, from.step, "input_map", from.port]);
  const ensemble = ensembleIn(text);
  if (ensemble === null) return [];
  return renameInSteps(text, ensemble, tensor, freshName(ensemble, `${tensor}_kept`));
}

/** Gives a tensor another name wherever it stands; none where the name is taken. */
export function renameTensor(text: string, tensor: string, name: string): Edits {
  const { config } = parseConfig(text);
  const ensemble = ensembleOf(config);
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
