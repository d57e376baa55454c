import type { DataType, ModelConfig } from "../config/types.ts";
import { shapeText } from "../config/validation/check.ts";
import { StatusError } from "../protocol/status.ts";
import { ensemblePlan, type Mapping, type PlanStep } from "./plan.ts";
import { decoupledFlow } from "./decoupled-flow.ts";
import { dimsMatch } from "./tensors.ts";

/** What is known of an ensemble tensor, and from which model. */
interface Known {
  readonly model: string;
  readonly type: DataType;
  readonly dims: readonly number[];
  /** With the batch dimension, where the model batches. */
  readonly full: readonly number[];
}

const invalid = (message: string) => new StatusError("INVALID_ARGUMENT", message);

/**
 * Compares an ensemble with the models of its steps, in order (rules E1 to E3). Returns its configuration, with
 * `decoupled` set where one of them makes it so. Throws INVALID_ARGUMENT in Triton's words.
 */
export function checkModels(config: ModelConfig, models: readonly ModelConfig[]): ModelConfig {
  const { steps } = ensemblePlan(config);
  const tensors = new Map<string, Known>();
  for (const io of [...config.input, ...config.output]) {
    const dims = io.reshape?.shape ?? io.dims;
    tensors.set(io.name, known(config, io.data_type, dims));
  }
  for (const step of steps) {
    const model = models[step.index] as ModelConfig;
    checkBatchSize(config, model);
    checkStep(config, step, model, tensors);
  }
  const decoupled = decoupledFlow(
    config,
    steps,
    models.map((model) => model.model_transaction_policy?.decoupled === true),
  );
  return { ...config, model_transaction_policy: { decoupled } };
}

function known(config: ModelConfig, type: DataType, dims: readonly number[]): Known {
  const full = config.max_batch_size > 0 ? [-1, ...dims] : dims;
  return { model: config.name, type, dims, full };
}

/** A model that does not batch may be part of an ensemble that does: shapes tell whether it fits. */
function checkBatchSize(ensemble: ModelConfig, model: ModelConfig): void {
  if (model.max_batch_size === 0 || model.max_batch_size >= ensemble.max_batch_size) return;
  throw invalid(
    `ensemble ${ensemble.name} allows maximum batch size ${ensemble.max_batch_size}, but it contains model ${model.name} which only allows maximum batch size to be ${model.max_batch_size}`,
  );
}

function checkStep(
  { name }: ModelConfig,
  step: PlanStep,
  model: ModelConfig,
  tensors: Map<string, Known>,
): void {
  const agree = ({ tensor }: Mapping, own: Known) => {
    const other = tensors.get(tensor);
    if (other === undefined) tensors.set(tensor, own);
    else checkAgreement(other, own, `in ensemble ${name}, ensemble tensor ${tensor}: `);
  };
  for (const input of step.inputs) {
    const spec = model.input.find((candidate) => candidate.name === input.model);
    if (spec === undefined) {
      throw invalid(
        `in ensemble ${name}, ensemble tensor ${input.tensor} is mapping to non-existing input ${input.model} in model ${model.name}`,
      );
    }
    agree(input, known(model, spec.data_type, spec.dims));
  }
  for (const spec of model.input) {
    if (spec.optional || step.inputs.some((input) => input.model === spec.name)) continue;
    throw invalid(
      `in ensemble ${name}, input ${spec.name} in model ${model.name} is not mapped to any ensemble tensors`,
    );
  }
  for (const output of step.outputs) {
    const spec = model.output.find((candidate) => candidate.name === output.model);
    if (spec === undefined) {
      throw invalid(
        `in ensemble ${name}, ensemble tensor ${output.tensor} is mapped from non-existing output ${output.model} in model ${model.name}`,
      );
    }
    agree(output, known(model, spec.data_type, spec.dims));
  }
}

/** Shapes agree with or without the batch dimension, so that models that batch and others can be joined. */
function checkAgreement(a: Known, b: Known, prefix: string): void {
  if (a.type !== b.type) {
    throw invalid(
      `${prefix}inconsistent data type: ${a.type} is inferred from model ${a.model} while ${b.type} is inferred from model ${b.model}`,
    );
  }
  if (dimsMatch(a.dims, b.dims) || dimsMatch(a.full, b.full)) return;
  throw invalid(
    `${prefix}inconsistent shape: ${shapeText(a.full)} is inferred from model ${a.model} while ${shapeText(b.full)} is inferred from model ${b.model}`,
  );
}
