import type { ModelConfig } from "../config/types.ts";
import { throwFirst } from "../config/validation/check.ts";
import { compositionProblems } from "../config/validation/composition.ts";

/**
 * Compares an ensemble with the models of its steps, in order (rules ENSEMBLE-2 and ENSEMBLE-3). Returns its configuration
 * with `decoupled` set if one of them is decoupled. Throws INVALID_ARGUMENT in Triton's words.
 */
export function checkModels(config: ModelConfig, models: readonly ModelConfig[]): ModelConfig {
  throwFirst(compositionProblems(config, models));
  const decoupled = models.some((model) => model.model_transaction_policy?.decoupled === true);
  return { ...config, model_transaction_policy: { decoupled } };
}
