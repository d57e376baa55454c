/**
 * ModelConfig as in Triton's JSON: field names of model_config.proto, enums by name, maps as records, 64-bit integers as
 * numbers if they are exact (see {@link Uint64}). {@link file://./normalize.ts} sets scalars to proto3's defaults; messages
 * are absent if not set.
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

/** A uint64: a number up to 2^53 − 1, else its decimal digits. `Number(…)` is precise enough for durations. */
export type Uint64 = number | string;

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
  /** Longest time of a request in the queue, in µs; 0: no limit. */
  default_timeout_microseconds: Uint64;
  allow_timeout_override: boolean;
  /** Requests, not items; 0: no limit. */
  max_queue_size: number;
}

export interface DynamicBatching {
  preferred_batch_size: number[];
  /** Batching delay in µs: how long the oldest request is held for the batch to fill. Never rejects requests. */
  max_queue_delay_microseconds: Uint64;
  preserve_ordering: boolean;
  priority_levels: Uint64;
  default_priority_level: Uint64;
  default_queue_policy?: QueuePolicy;
  priority_queue_policy: Record<string, QueuePolicy>;
}

/** Exactly one of `zero_data`, `random_data` and `input_data_file` is set. */
export interface WarmupInput {
  data_type: DataType;
  /** Without the batch dimension, except for control inputs. */
  dims: number[];
  zero_data?: boolean;
  random_data?: boolean;
  /** A file in the model directory's `warmup` folder. */
  input_data_file?: string;
}

export interface ModelWarmup {
  name: string;
  /** Requests of one item each; 0: the sample is skipped. */
  batch_size: number;
  inputs: Record<string, WarmupInput>;
  /** Repetitions; 0: once. */
  count: number;
}

export interface SequenceControl {
  kind:
    | "CONTROL_SEQUENCE_START"
    | "CONTROL_SEQUENCE_READY"
    | "CONTROL_SEQUENCE_END"
    | "CONTROL_SEQUENCE_CORRID";
  /** The values for false and true; only one of the types is set. CORRID has none. */
  int32_false_true: number[];
  fp32_false_true: number[];
  bool_false_true: boolean[];
  /** For CORRID only. */
  data_type: DataType;
}

/** Exactly one of `zero_data` and `data_file` is set. */
export interface InitialState {
  name: string;
  data_type: DataType;
  /** Without the batch dimension; all are fixed. */
  dims: number[];
  zero_data?: boolean;
  /** A file in the model directory's `initial_state` folder. */
  data_file?: string;
}

/** A tensor that the model outputs with one request of a sequence and receives with the next. */
export interface SequenceState {
  input_name: string;
  output_name: string;
  data_type: DataType;
  dims: number[];
  /** At most one. */
  initial_state: InitialState[];
  use_same_buffer_for_input_output: boolean;
  use_growable_memory: boolean;
}

/** The default strategy, without `direct` and `oldest`, is direct. */
export interface SequenceBatching {
  max_sequence_idle_microseconds: Uint64;
  control_input: { name: string; control: SequenceControl[] }[];
  direct?: { max_queue_delay_microseconds: Uint64; minimum_slot_utilization: number };
  oldest?: {
    max_candidate_sequences: number;
    preferred_batch_size: number[];
    max_queue_delay_microseconds: Uint64;
    preserve_ordering: boolean;
  };
  state: SequenceState[];
  iterative_sequence: boolean;
}

export interface EnsembleStep {
  model_name: string;
  /** -1: the newest. */
  model_version: number;
  /** Ensemble tensors by the names of the model's inputs. */
  input_map: Record<string, string>;
  /** Ensemble tensors by the names of the model's outputs. */
  output_map: Record<string, string>;
  model_namespace: string;
}

export interface EnsembleScheduling {
  step: EnsembleStep[];
  /** Requests in flight in each step, over all requests of the ensemble; 0: no limit. */
  max_inflight_requests: number;
}

/** An input that the batcher creates from the requests of a batch. */
export interface ModelBatchInput {
  kind:
    | "BATCH_ELEMENT_COUNT"
    | "BATCH_ACCUMULATED_ELEMENT_COUNT"
    | "BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO"
    | "BATCH_MAX_ELEMENT_COUNT_AS_SHAPE"
    | "BATCH_ITEM_SHAPE"
    | "BATCH_ITEM_SHAPE_FLATTEN";
  target_name: string[];
  /** TYPE_INT32 or TYPE_FP32. */
  data_type: DataType;
  /** Exactly one. */
  source_input: string[];
}

/** Outputs whose first dimension isn't the batch: each request's part is as large as its `source_input`. */
export interface ModelBatchOutput {
  target_name: string[];
  kind: "BATCH_SCATTER_WITH_INPUT_SHAPE";
  /** Exactly one. */
  source_input: string[];
}

/** Messages that the engine reads but doesn't use for scheduling; kept whole so that nothing is lost. */
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
  batch_input: ModelBatchInput[];
  batch_output: ModelBatchOutput[];
  optimization?: OpaqueMessage;
  dynamic_batching?: DynamicBatching;
  sequence_batching?: SequenceBatching;
  ensemble_scheduling?: EnsembleScheduling;
  instance_group: InstanceGroup[];
  default_model_filename: string;
  cc_model_filenames: Record<string, string>;
  metric_tags: Record<string, string>;
  parameters: Record<string, { string_value: string }>;
  model_warmup: ModelWarmup[];
  model_operations?: OpaqueMessage;
  model_transaction_policy?: { decoupled: boolean };
  model_repository_agents?: OpaqueMessage;
  response_cache?: { enable: boolean };
  model_metrics?: OpaqueMessage;
}

/** The stage at which Triton would report a finding. */
export type FindingStage = "syntax" | "validation" | "load" | "ensemble" | "running";

/** Replaces a text from `from` to `to` (UTF-16 offsets, `to` exclusive) by `insert`. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What one click does to fix a finding. */
export interface FindingFix {
  /** An imperative: "Set max_queue_size to 64". */
  readonly title: string;
  /** Edits of the text that was checked; they don't overlap. */
  readonly edits: readonly TextEdit[];
}

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
  fix?: FindingFix;
  /** The lint rule behind it, whose page is docs/rules/RULE-….md. */
  rule?: string;
}

/** An input or output as the model file declares it; −1 is a dynamic dimension. */
export interface ModelFileTensor {
  name: string;
  data_type: DataType;
  shape: number[];
}

export interface ModelFileSignature {
  inputs: ModelFileTensor[];
  /** Initializers that requests may override. They are inputs only if configured as optional ones. */
  optional?: ModelFileTensor[];
  outputs: ModelFileTensor[];
}
