import type { ModelConfig, ModelInput, ModelOutput } from "../config/types.ts";

/**
 * A normalized configuration with one CPU instance and, by default, one FP32 [-1] input and output.
 */
export function modelConfig(config: Partial<ModelConfig>): ModelConfig {
  const name = config.name ?? "m";
  return {
    name,
    platform: "",
    backend: "identity",
    runtime: "",
    version_policy: { latest: { num_versions: 1 } },
    max_batch_size: 8,
    input: [modelInput({})],
    output: [modelOutput({})],
    batch_input: [],
    batch_output: [],
    instance_group: [
      {
        name: `${name}_0`,
        kind: "KIND_CPU",
        count: 1,
        gpus: [],
        secondary_devices: [],
        profile: [],
        passive: false,
        host_policy: "",
      },
    ],
    default_model_filename: "",
    cc_model_filenames: {},
    metric_tags: {},
    parameters: {},
    model_warmup: [],
    ...config,
  };
}

export function modelInput(input: Partial<ModelInput>): ModelInput {
  return {
    name: "INPUT0",
    data_type: "TYPE_FP32",
    format: "FORMAT_NONE",
    dims: [-1],
    is_shape_tensor: false,
    allow_ragged_batch: false,
    optional: false,
    is_non_linear_format_io: false,
    ...input,
  };
}

export function modelOutput(output: Partial<ModelOutput>): ModelOutput {
  return {
    name: "OUTPUT0",
    data_type: "TYPE_FP32",
    dims: [-1],
    label_filename: "",
    is_shape_tensor: false,
    is_non_linear_format_io: false,
    ...output,
  };
}
