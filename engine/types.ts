import type { ModelConfig } from "./config/types.ts";
import type { LatencyCounts } from "./protocol/latency-histogram.ts";

/** Data types as the Open Inference Protocol names them. */
export type WireDatatype =
  | "BOOL"
  | "UINT8"
  | "UINT16"
  | "UINT32"
  | "UINT64"
  | "INT8"
  | "INT16"
  | "INT32"
  | "INT64"
  | "FP16"
  | "FP32"
  | "FP64"
  | "BYTES"
  | "BF16";

export type ParameterValue = boolean | number | bigint | string;

/**
 * A tensor as it came from the wire. `segments` are views in order, little endian, never copied before they
 * are written into a batch; BYTES elements are each a u32 length and that many bytes.
 */
export interface InputTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly segments: readonly Uint8Array[];
  readonly byteLength: number;
}

export interface RequestedOutput {
  readonly name: string;
  /** Classes to return as "value:index[:label]"; 0 returns the tensor itself. */
  readonly classification: number;
}

export interface InferRequest {
  readonly modelName: string;
  /** Empty: the newest ready version. */
  readonly modelVersion: string;
  readonly id: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly inputs: readonly InputTensor[];
  /** Empty: all outputs. */
  readonly outputs: readonly RequestedOutput[];
  /** Aborts when the client cancels, disconnects or runs past its deadline. */
  readonly signal?: AbortSignal;
}

export interface OutputTensor {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  /** A view; valid until the response has been written. */
  readonly data: Uint8Array;
}

export interface InferResponse {
  readonly modelName: string;
  readonly modelVersion: string;
  readonly id: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly outputs: readonly OutputTensor[];
}

export interface TensorMetadata {
  name: string;
  datatype: WireDatatype;
  /** With the batch dimension where the model batches; −1 is variable. */
  shape: number[];
}

export interface ModelMetadata {
  name: string;
  versions: string[];
  platform: string;
  inputs: TensorMetadata[];
  outputs: TensorMetadata[];
}

export interface ServerMetadata {
  name: string;
  version: string;
  extensions: string[];
}

export interface StatisticDuration {
  count: number;
  ns: number;
}

export interface BatchStatistics {
  batch_size: number;
  compute_input: StatisticDuration;
  compute_infer: StatisticDuration;
  compute_output: StatisticDuration;
}

/** Triton's ModelStatistics message, field for field. */
export interface ModelStatistics {
  name: string;
  version: string;
  /** ms since the epoch; 0 before the first inference. */
  last_inference: number;
  inference_count: number;
  execution_count: number;
  inference_stats: {
    success: StatisticDuration;
    fail: StatisticDuration;
    queue: StatisticDuration;
    compute_input: StatisticDuration;
    compute_infer: StatisticDuration;
    compute_output: StatisticDuration;
    cache_hit: StatisticDuration;
    cache_miss: StatisticDuration;
  };
  batch_stats: BatchStatistics[];
  memory_usage: { type: string; id: number; byte_size: number }[];
}

export type FailureReason = "REJECTED" | "CANCELED" | "BACKEND" | "OTHER";

export type ModelState = "READY" | "UNAVAILABLE" | "LOADING" | "UNLOADING";

/** Models that were never loaded have a name alone, as in Triton's index. */
export interface ModelIndexEntry {
  name: string;
  version?: string;
  state?: ModelState;
  reason?: string;
}

/** What the telemetry service and /metrics need beside the statistics. Counters start when `loadId` does. */
export interface ModelTelemetry {
  name: string;
  version: string;
  /** Changes whenever the version is loaded anew, so that a reader sees its counters restart. */
  loadId: string;
  /** Requests waiting in the scheduler. */
  queued: number;
  /** Requests in a batch that an instance runs. */
  executing: number;
  instances: { name: string; kind: string; provider: string; busy: boolean }[];
  failures: Record<FailureReason, number>;
  /** Seconds the load took. */
  loadSeconds: number;
  /** Whole-request latency of successes since `loadId`, cumulative. */
  latency: LatencyCounts;
  metricTags: Readonly<Record<string, string>>;
  cached: boolean;
}

export interface CacheTelemetry {
  capacityBytes: number;
  usedBytes: number;
  entries: number;
  lookups: number;
  hits: number;
  misses: number;
  evictions: number;
  lookupNs: number;
  insertionNs: number;
}

export interface TelemetrySnapshot {
  /** Identifies this run of the engine. */
  engineId: string;
  /** Monotonic ns since the engine started. */
  uptimeNs: number;
  models: ModelTelemetry[];
  cache?: CacheTelemetry;
}

export interface LoadParameters {
  /** ModelConfig as JSON text: used instead of config.pbtxt until unload or a change of the files. */
  config?: string;
}

/** The engine as protocols see it. Every method may throw a StatusError with Triton's words. */
export interface Engine {
  infer(request: InferRequest): Promise<InferResponse>;
  live(): boolean;
  ready(): boolean;
  modelReady(name: string, version: string): boolean;
  serverMetadata(): ServerMetadata;
  modelMetadata(name: string, version: string): ModelMetadata;
  modelConfig(name: string, version: string): ModelConfig;
  /** Empty name: every loaded version. */
  modelStatistics(name: string, version: string): ModelStatistics[];
  repositoryIndex(readyOnly: boolean): Promise<ModelIndexEntry[]>;
  loadModel(name: string, parameters: LoadParameters): Promise<void>;
  unloadModel(name: string, unloadDependents: boolean): Promise<void>;
  telemetry(): TelemetrySnapshot;
  /** Finishes what was accepted, refuses what comes, then ends the instances. */
  close(): Promise<void>;
}
