import { StatusError } from "../../base/status-error.ts";
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

/** Largest batch of a model that can batch but whose configuration sets none (Triton's default). */
export const DEFAULT_MAX_BATCH_SIZE = 4;

/** Platforms and files by which Triton recognises backends, in its order (core's AutoCompleteBackendFields). */
const KNOWN_BACKENDS: readonly KnownBackend[] = [
  { backend: "tensorflow", platform: "tensorflow_graphdef", file: "model.graphdef" },
  { backend: "tensorflow", platform: "tensorflow_savedmodel", file: "model.savedmodel" },
  { backend: "tensorrt", platform: "tensorrt_plan", file: "model.plan" },
  { backend: "onnxruntime", platform: "onnxruntime_onnx", file: "model.onnx" },
  { backend: "openvino", platform: "", file: "model.xml" },
  { backend: "pytorch", platform: "pytorch_libtorch", file: "model.pt" },
  { backend: "pytorch", platform: "libtorch", file: "model.pt" },
  { backend: "pytorch", platform: "torch_aoti", file: "model.pt2" },
  { backend: "python", platform: "", file: "model.py" },
];

interface KnownBackend {
  readonly backend: string;
  readonly platform: string;
  readonly file: string;
}

/** What a model's folder shows about its backend. */
export interface ModelPlace {
  /** Name of the folder. */
  readonly modelName: string;
  /** Names in the version folder that {@link inspectedVersion} picks; undefined if unknown. */
  readonly versionFiles?: readonly string[] | undefined;
}

/** Returns a copy with backend, platform and default_model_filename filled in (SPEC.md, CFG-C1). */
export function completeBackend(config: ModelConfig, place: ModelPlace): ModelConfig {
  const known = knownBackend(config, place.versionFiles ?? []);
  if (known !== undefined) {
    return {
      ...config,
      backend: known.backend,
      platform: config.platform || known.platform,
      default_model_filename: config.default_model_filename || known.file,
    };
  }
  const named = config.backend + config.platform + config.default_model_filename !== "";
  if (named || config.ensemble_scheduling !== undefined || place.versionFiles === undefined) {
    return config;
  }
  const [, backend = ""] = /\.(.+)$/s.exec(place.modelName) ?? [];
  if (backend === "") return config;
  return { ...config, backend, default_model_filename: `model.${backend}` };
}

function knownBackend(
  { backend, platform, default_model_filename: file, ensemble_scheduling }: ModelConfig,
  versionFiles: readonly string[],
): KnownBackend | undefined {
  if (platform !== "") {
    return (
      KNOWN_BACKENDS.find(
        (known) => known.platform === platform && (backend || known.backend) === known.backend,
      ) ?? KNOWN_BACKENDS.find((known) => known.backend === backend)
    );
  }
  // PyTorch models that name no platform are TorchScript, whatever their files.
  if (backend !== "" && backend !== "tensorflow") {
    return KNOWN_BACKENDS.find((known) => known.backend === backend);
  }
  if (ensemble_scheduling !== undefined) return undefined;
  const candidates = KNOWN_BACKENDS.filter((known) => (backend || known.backend) === known.backend);
  return file === ""
    ? candidates.find((known) => versionFiles.includes(known.file))
    : candidates.find((known) => known.file === file);
}

/** The version folder in which Triton looks for the backend's files: the first by name, not by number. */
export function inspectedVersion<V extends { readonly version: string }>(
  versions: readonly V[],
): V | undefined {
  return versions.toSorted((left, right) => (left.version < right.version ? -1 : 1))[0];
}

/**
 * Returns a copy completed from what an ONNX model's file declares (SPEC.md, CFG-C2 to CFG-C5); a configuration with
 * inputs and outputs is not changed. Normalize afterwards, since this may add a dynamic batcher. Throws
 * INVALID_ARGUMENT if configuration and file contradict each other.
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
  // Tensors that the sequence batcher provides or consumes are hidden from clients (CFG-C7).
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

/** A tensor without dimensions of its own becomes [1] (CFG-C6), since dims must not be empty. */
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
