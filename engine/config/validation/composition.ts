import { type Fix, remove, setTo } from "../fix.ts";
import { suggestedName } from "../near.ts";
import type { DataType, EnsembleStep, ModelConfig } from "../types.ts";
import { type Check, dimsMatch, type Problem, shapeText, startCheck } from "./check.ts";

const PATH = "ensemble_scheduling";

/** What is known about an ensemble tensor, and from which model. */
interface Known {
  readonly model: string;
  readonly type: DataType;
  readonly dims: readonly number[];
  /** With the batch dimension, if the model batches. */
  readonly full: readonly number[];
}

type Tensors = Map<string, Known>;
type Role = "input" | "output";

/**
 * Compares an ensemble with the models of its steps, in step order (SPEC.md, CFG-M2 to CFG-M4). Unknown models are
 * undefined and not checked. Messages and their order are Triton's.
 */
export function compositionProblems(
  config: ModelConfig,
  models: readonly (ModelConfig | undefined)[],
): Problem[] {
  const { check, problems } = startCheck(config, config.name, "ensemble");
  const tensors: Tensors = new Map();
  for (const io of [...config.input, ...config.output]) {
    tensors.set(io.name, known(config, io.data_type, io.reshape?.shape ?? io.dims));
  }
  config.ensemble_scheduling?.step.forEach((step, index) => {
    const model = models[index];
    if (model === undefined) return;
    checkBatchSize(check, model, index);
    checkStep({ check, step, index, model }, tensors);
  });
  checkStreams(
    check,
    models.map((model) => model?.model_transaction_policy?.decoupled === true),
  );
  return problems;
}

function known(config: ModelConfig, type: DataType, dims: readonly number[]): Known {
  const full = config.max_batch_size > 0 ? [-1, ...dims] : dims;
  return { model: config.name, type, dims, full };
}

/** A model without batching may be part of an ensemble with batching: its shapes decide. */
function checkBatchSize({ config, name, problem }: Check, model: ModelConfig, index: number): void {
  const { max_batch_size: max } = model;
  if (max === 0 || max >= config.max_batch_size) return;
  problem(
    "ensemble-batch-size",
    `${PATH}.step[${index}].model_name`,
    `ensemble ${name} allows maximum batch size ${config.max_batch_size}, but it contains model ${model.name} which only allows maximum batch size to be ${max}`,
    { fix: setTo("max_batch_size", max) },
  );
}

/** A step of an ensemble and the model it runs. */
interface Step {
  readonly check: Check;
  readonly step: EnsembleStep;
  readonly index: number;
  readonly model: ModelConfig;
}

function checkStep(of: Step, tensors: Tensors): void {
  const { check, step, index, model } = of;
  checkMappings(of, "input", tensors);
  for (const spec of model.input) {
    if (spec.optional || Object.hasOwn(step.input_map, spec.name)) continue;
    const message = `in ensemble ${check.name}, input ${spec.name} in model ${model.name} is not mapped to any ensemble tensors`;
    check.problem("ensemble-unmapped", `${PATH}.step[${index}]`, message);
  }
  checkMappings(of, "output", tensors);
}

function checkMappings(of: Step, role: Role, tensors: Tensors): void {
  const { check, step, index, model } = of;
  const { name, problem } = check;
  const map = `${role}_map` as const;
  for (const [key, tensor] of Object.entries(step[map])) {
    const path = `${PATH}.step[${index}].${map}[${JSON.stringify(key)}]`;
    const spec = model[role].find((io) => io.name === key);
    if (spec === undefined) {
      const how = role === "input" ? "mapping to" : "mapped from";
      const message = `in ensemble ${name}, ensemble tensor ${tensor} is ${how} non-existing ${role} ${key} in model ${model.name}`;
      const fix = renamed(of, role, key, tensor);
      problem("ensemble-tensor-unknown", path, message, { fix });
      continue;
    }
    const own = known(model, spec.data_type, spec.dims);
    const other = tensors.get(tensor);
    if (other === undefined) tensors.set(tensor, own);
    else {
      const fault = disagreement(other, own);
      if (fault === undefined) continue;
      problem(fault.id, path, `in ensemble ${name}, ensemble tensor ${tensor}: ${fault.message}`);
    }
  }
}

/** The mapping renamed to the model's only unused tensor, or the closest one. */
function renamed(
  { step, index, model }: Step,
  role: Role,
  key: string,
  tensor: string,
): Fix | undefined {
  const map = `${role}_map` as const;
  const free = model[role]
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(step[map], name));
  const name = suggestedName(key, free) ?? (free.length === 1 ? free[0] : undefined);
  const path = `${PATH}.step[${index}].${map}`;
  const old = `${path}[${JSON.stringify(key)}]`;
  if (name === undefined)
    return role === "input" ? remove(old, `the mapping of '${key}'`) : undefined;
  return {
    title: `Map '${name}' instead of '${key}'`,
    changes: [{ path: `${path}[${JSON.stringify(name)}]`, value: tensor }, { path: old }],
  };
}

/** Shapes may match with or without the batch dimension, so that models with and without batching can be connected. */
function disagreement(a: Known, b: Known): { id: string; message: string } | undefined {
  const says = (first: string, second: string) =>
    `${first} is inferred from model ${a.model} while ${second} is inferred from model ${b.model}`;
  if (a.type !== b.type) {
    return {
      id: "ensemble-data-type",
      message: `inconsistent data type: ${says(a.type, b.type)}`,
    };
  }
  if (dimsMatch(a.dims, b.dims) || dimsMatch(a.full, b.full)) return undefined;
  return {
    id: "ensemble-shape",
    message: `inconsistent shape: ${says(shapeText(a.full), shapeText(b.full))}`,
  };
}

/**
 * Reports steps and responses of an ensemble that would join streams of different decoupled models (SPEC.md, CFG-M4).
 * `decoupled`: for each step, whether its model is decoupled.
 */
function checkStreams(check: Check, decoupled: readonly boolean[]): void {
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
