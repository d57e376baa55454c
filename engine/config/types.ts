/**
 * ModelConfig as Triton's JSON shows it: field names of model_config.proto, enums by name, maps as records,
 * 64-bit integers as numbers. Scalars that proto3 would default are present once a configuration has been
 * through {@link file://./normalize.ts}; messages are absent when not set.
 */

export type DataType =
  | "TYPE_INVALID"
  | "TYPE_BOOL"
  | "TYPE_UINT8"
  | "TYPE_UINT16"
  | "TYPE_UINT32"
  | "TYPE_UINT64"
  | "TYPE_INT8"
  | "TYPE_INT16"
  | "TYPE_INT32"
  | "TYPE_INT64"
  | "TYPE_FP16"
  | "TYPE_FP32"
  | "TYPE_FP64"
  | "TYPE_STRING"
  | "TYPE_BF16";

export interface ModelInput {
  name: string;
  data_type: DataType;
  format: "FORMAT_NONE" | "FORMAT_NHWC" | "FORMAT_NCHW";
  dims: number[];
  reshape?: { shape: number[] };
  is_shape_tensor: boolean;
  allow_ragged_batch: boolean;
  optional: boolean;
  is_non_linear_format_io: boolean;
}

export interface ModelOutput {
  name: string;
  data_type: DataType;
  dims: number[];
  reshape?: { shape: number[] };
  label_filename: string;
  is_shape_tensor: boolean;
  is_non_linear_format_io: boolean;
}

type InstanceKind = "KIND_AUTO" | "KIND_GPU" | "KIND_CPU" | "KIND_MODEL";

export interface InstanceGroup {
  name: string;
  kind: InstanceKind;
  count: number;
  gpus: number[];
  rate_limiter?: {
    resources: { name: string; global: boolean; count: number }[];
    priority: number;
  };
  secondary_devices: { kind: string; device_id: number }[];
  profile: string[];
  passive: boolean;
  host_policy: string;
}

export interface QueuePolicy {
  timeout_action: "REJECT" | "DELAY";
  /** µs a request may wait in the queue; 0 means no limit. */
  default_timeout_microseconds: number;
  allow_timeout_override: boolean;
  /** Requests, not items; 0 means no limit. */
  max_queue_size: number;
}

export interface DynamicBatching {
  preferred_batch_size: number[];
  /** µs the oldest request may wait for the batch to fill. Shapes batches; never rejects. */
  max_queue_delay_microseconds: number;
  preserve_ordering: boolean;
  priority_levels: number;
  default_priority_level: number;
  default_queue_policy?: QueuePolicy;
  priority_queue_policy: Record<string, QueuePolicy>;
}

/** Messages this version of the engine reads but does not schedule by; kept whole so that nothing is lost. */
export type OpaqueMessage = Record<string, unknown>;

export interface ModelConfig {
  name: string;
  platform: string;
  backend: string;
  runtime: string;
  version_policy?:
    | { latest: { num_versions: number } }
    | { all: Record<string, never> }
    | { specific: { versions: number[] } };
  max_batch_size: number;
  input: ModelInput[];
  output: ModelOutput[];
  batch_input: OpaqueMessage[];
  batch_output: OpaqueMessage[];
  optimization?: OpaqueMessage;
  dynamic_batching?: DynamicBatching;
  sequence_batching?: OpaqueMessage;
  ensemble_scheduling?: OpaqueMessage;
  instance_group: InstanceGroup[];
  default_model_filename: string;
  cc_model_filenames: Record<string, string>;
  metric_tags: Record<string, string>;
  parameters: Record<string, { string_value: string }>;
  model_warmup: OpaqueMessage[];
  model_operations?: OpaqueMessage;
  model_transaction_policy?: { decoupled: boolean };
  model_repository_agents?: OpaqueMessage;
  response_cache?: { enable: boolean };
  model_metrics?: OpaqueMessage;
}

/** Where Triton would report a finding. */
export type FindingStage = "syntax" | "validation" | "load" | "ensemble" | "running";

export interface Finding {
  /** Stable id, e.g. "syntax", "unknown-field", "preferred-exceeds-max". */
  id: string;
  severity: "error" | "warning" | "info";
  stage: FindingStage;
  /** A sentence that names the field, the value and what would be right. */
  message: string;
  /** UTF-16 offsets into the text, `to` exclusive. */
  from: number;
  to: number;
  /** 1-based position of `from`. */
  line: number;
  column: number;
}

/** One input or output as the model file itself declares it; −1 stands for a dynamic dimension. */
export interface ModelFileTensor {
  name: string;
  data_type: DataType;
  shape: number[];
}

export interface ModelFileSignature {
  inputs: ModelFileTensor[];
  outputs: ModelFileTensor[];
}
