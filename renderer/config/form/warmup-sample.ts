import type { ModelConfig, ModelFileSignature } from "../../../engine/config/index.ts";
import { dimsWithoutBatch } from "./tensor-rows.ts";

/** A warm-up request with zeros for every input; variable dimensions are 1. */
export function warmupSample(config: ModelConfig, signature: ModelFileSignature | null) {
  const inputs =
    config.input.length > 0
      ? config.input
      : (signature?.inputs ?? []).map((tensor) => ({
          name: tensor.name,
          data_type: tensor.data_type,
          dims: dimsWithoutBatch(tensor, config.max_batch_size),
        }));
  return {
    name: `warmup_${config.model_warmup.length + 1}`,
    batch_size: Math.max(1, config.max_batch_size),
    inputs: Object.fromEntries(
      inputs.map(({ name, data_type, dims }) => [name, zeros(data_type, dims)]),
    ),
  };
}

export function zeros(data_type: string, dims: readonly number[]) {
  return { data_type, dims: dims.map((dim) => Math.max(1, dim)), zero_data: true };
}
