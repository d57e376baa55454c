import { StatusError } from "../protocol/status.ts";
import { emptyMessage } from "./fields.ts";
import { sequenceInputs, stateOutputs } from "./sequence-tensors.ts";
import type {
  DynamicBatching,
  ModelConfig,
  ModelFileSignature,
  ModelFileTensor,
  ModelInput,
  ModelOutput,
} from "./types.ts";

/** Largest batch of a model that can batch and whose configuration does not say (Triton's default). */
export const DEFAULT_MAX_BATCH_SIZE = 4;

/** Files by which Triton recognises a backend that a configuration does not name. */
const KNOWN_BACKENDS = [
  { backend: "onnxruntime", platform: "onnxruntime_onnx", file: "model.onnx" },
  { backend: "python", platform: "", file: "model.py" },
] as const;

/**
 * Fills in backend, platform and default_model_filename (SPEC.md, C1). `versionFiles` are the names in a
 * version's folder. Leaves its argument as it is.
 */
export function completeBackend(config: ModelConfig, versionFiles: readonly string[]): ModelConfig {
  const known = KNOWN_BACKENDS.find(({ backend, platform, file }) => {
    if (config.backend !== "") return config.backend === backend;
    if (config.platform !== "") return config.platform === platform;
    return config.ensemble_scheduling === undefined && versionFiles.includes(file);
  });
  if (known !== undefined) {
    return {
      ...config,
      backend: known.backend,
      platform: config.platform || known.platform,
      default_model_filename: config.default_model_filename || known.file,
    };
  }
  if (config.backend !== "" || config.platform !== "") return config;
  const custom = versionFiles.find((file) => /^model\.[a-z0-9_]+$/.test(file));
  return custom === undefined ? config : { ...config, backend: custom.slice("model.".length) };
}

/**
 * Completes the configuration of an ONNX model from what its file declares (SPEC.md, C2 to C5). A
 * configuration that has inputs and outputs stays as it is. Throws INVALID_ARGUMENT where the two disagree.
 * Leaves its argument as it is. Normalise after this: it may add a dynamic batcher.
 */
export function completeConfig(
  config: ModelConfig,
  signature: ModelFileSignature,
  defaultMaxBatchSize = DEFAULT_MAX_BATCH_SIZE,
): ModelConfig {
  const hasInputs = config.input.length > 0 || config.batch_input.length > 0;
  if (hasInputs && config.output.length > 0) return config;
  const batchable = isBatchable(signature);
  if (!batchable && config.max_batch_size > 0) throw cannotBatch(config, signature);
  const complete = structuredClone(config);
  if (batchable && complete.max_batch_size === 0) complete.max_batch_size = defaultMaxBatchSize;
  const batches = complete.max_batch_size > 0;
  if (complete.max_batch_size > 1 && !hasScheduler(complete)) {
    complete.dynamic_batching = emptyMessage("ModelDynamicBatching") as unknown as DynamicBatching;
  }
  // What the sequence batcher provides and takes away is not the clients' (C7).
  const without = (tensors: ModelFileTensor[], hidden: readonly { name: string }[]) =>
    tensors.filter((tensor) => !hidden.some(({ name }) => name === tensor.name));
  if (!hasInputs) {
    complete.input = without(signature.inputs, sequenceInputs(config)).map((tensor) => ({
      ...(emptyMessage("ModelInput") as unknown as ModelInput),
      ...described(tensor, batches),
    }));
  }
  if (complete.output.length === 0) {
    complete.output = without(signature.outputs, stateOutputs(config)).map((tensor) => ({
      ...(emptyMessage("ModelOutput") as unknown as ModelOutput),
      ...described(tensor, batches),
    }));
  }
  return complete;
}

/** Whether every input and output begins with a variable dimension. */
function isBatchable(signature: ModelFileSignature): boolean {
  return [...signature.inputs, ...signature.outputs].every((tensor) => tensor.shape[0] === -1);
}

function hasScheduler(config: ModelConfig): boolean {
  return Boolean(config.dynamic_batching ?? config.sequence_batching ?? config.ensemble_scheduling);
}

/** A tensor without dimensions of its own becomes [1] (C6): dims may not be empty. */
function described(tensor: ModelFileTensor, batches: boolean) {
  const dims = batches ? tensor.shape.slice(1) : [...tensor.shape];
  const io = { name: tensor.name, data_type: tensor.data_type, dims };
  if (dims.length > 0) return io;
  return { ...io, dims: [1], ...(batches && { reshape: { shape: [] as number[] } }) };
}

function cannotBatch(config: ModelConfig, signature: ModelFileSignature): StatusError {
  const fixed = [...signature.inputs, ...signature.outputs].find(
    (tensor) => tensor.shape[0] !== -1,
  );
  return new StatusError(
    "INVALID_ARGUMENT",
    `autofill failed for model '${config.name}': model does not support batching while non-zero max_batch_size is specified: ` +
      `'${fixed?.name}' has shape [${fixed?.shape.join(",")}], whose first dimension is not -1`,
    { details: { field: "max_batch_size", value: config.max_batch_size } },
  );
}
