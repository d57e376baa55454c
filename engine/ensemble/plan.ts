import type { ModelConfig } from "../config/types.ts";

/** Maps a tensor of a composing model to a tensor of the ensemble. */
export interface Mapping {
  /** Name in the composing model. */
  readonly model: string;
  /** Name in the ensemble. */
  readonly tensor: string;
}

export interface PlanStep {
  readonly index: number;
  readonly modelName: string;
  /** Empty: the newest. */
  readonly modelVersion: string;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
}

/** The data flow of an ensemble. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Limit of the requests in flight in each step; 0: no limit. */
  readonly maxInflight: number;
  /** The steps to run for `outputs` (rule ENSEMBLE-4), and the tensors that they pass on. */
  needed(outputs: readonly string[]): Needed;
}

export interface Needed {
  readonly outputs: readonly string[];
  /** Steps that read a tensor. */
  readonly readers: ReadonlyMap<string, readonly PlanStep[]>;
  /** Outputs of each step, by its index, that a step or the ensemble itself reads. */
  readonly produced: readonly (readonly Mapping[])[];
}

/** The plan of a valid ensemble's configuration. */
export function ensemblePlan(config: ModelConfig): Plan {
  const scheduling = config.ensemble_scheduling;
  const steps = (scheduling?.step ?? []).map((step, index) => ({
    index,
    modelName: step.model_name,
    modelVersion: step.model_version === -1 ? "" : String(step.model_version),
    inputs: mappings(step.input_map),
    outputs: mappings(step.output_map),
  }));
  const known = new Map<string, Needed>();
  return {
    steps,
    maxInflight: scheduling?.max_inflight_requests ?? 0,
    needed(outputs) {
      const key = JSON.stringify(outputs);
      let needed = known.get(key);
      if (needed === undefined) {
        needed = prune(steps, outputs);
        // Clients request few different sets of outputs; the limit guards against one that tries them all.
        if (known.size < MAX_KNOWN) known.set(key, needed);
      }
      return needed;
    },
  };
}

const MAX_KNOWN = 64;

function mappings(map: Readonly<Record<string, string>>): Mapping[] {
  return Object.entries(map).map(([model, tensor]) => ({ model, tensor }));
}

/** Follows the outputs back to the steps that they need. */
function prune(steps: readonly PlanStep[], outputs: readonly string[]): Needed {
  const writers = new Map(steps.flatMap((step) => step.outputs.map((o) => [o.tensor, step])));
  const wanted = new Set(outputs);
  const active = new Set<PlanStep>();
  // A set's iteration includes elements added during it.
  for (const tensor of wanted) {
    const step = writers.get(tensor);
    if (step === undefined || active.has(step)) continue;
    active.add(step);
    for (const input of step.inputs) wanted.add(input.tensor);
  }
  const readers = new Map<string, PlanStep[]>();
  for (const step of steps.filter((candidate) => active.has(candidate))) {
    for (const tensor of new Set(step.inputs.map((input) => input.tensor))) {
      const list = readers.get(tensor);
      if (list === undefined) readers.set(tensor, [step]);
      else list.push(step);
    }
  }
  const produced = steps.map((step) => step.outputs.filter((output) => wanted.has(output.tensor)));
  return { outputs, readers, produced };
}
