import type { ModelConfig } from "./config/types.ts";
import type { LatencyCounts } from "../base/latency-histogram.ts";

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
  /** Where its data is; it then has no segments yet. */
  readonly sharedMemory?: SharedMemorySpan;
}

export interface RequestedOutput {
  readonly name: string;
  /** Classes to return as "value:index[:label]"; 0 returns the tensor itself. */
  readonly classification: number;
  /** Where its data is to be written, in place of the response. */
  readonly sharedMemory?: SharedMemorySpan;
}

/** A part of a region that a client registered. Whether it lies within the region was not looked at. */
export interface SharedMemorySpan {
  readonly region: string;
  /** Within the region. */
  readonly offset: number;
  readonly byteSize: number;
}

export interface SharedMemoryRegion {
  readonly name: string;
  /** The name of the shared memory object, as shm_open() takes it. */
  readonly key: string;
  /** Within the object. */
  readonly offset: number;
  readonly byteSize: number;
}

/** System shared memory that clients registered for their tensors. */
export interface SharedMemoryRegions {
  /** UNIMPLEMENTED where the server was not started for it. */
  requireAllowed(): void;
  register(region: SharedMemoryRegion): void;
  /** Empty name: all. A region that requests use leaves when they are answered. */
  unregister(name: string): void;
  /** Empty name: all. NOT_FOUND for a name that is not registered. */
  status(name: string): SharedMemoryRegion[];
}

/** The client of a request, as far as its transport knows. */
export interface Client {
  /** Peer address without the port. */
  readonly address: string;
  readonly userAgent: string;
}

/** Points in a traced request's life, in order; names next to Triton's own are RECEIVED, CACHE_* and SENT. */
export type TracePoint =
  | "RECEIVED"
  | "REQUEST_START"
  | "CACHE_LOOKUP_START"
  | "CACHE_LOOKUP_END"
  | "QUEUE_START"
  | "COMPUTE_START"
  | "COMPUTE_INPUT_END"
  | "COMPUTE_OUTPUT_START"
  | "COMPUTE_END"
  | "REQUEST_END"
  | "SENT";

/** Which tensors a trace has, in Triton's terms: inputs that enter the queue, and outputs of the model. */
export type TensorActivity = "TENSOR_QUEUE_INPUT" | "TENSOR_BACKEND_OUTPUT";

export type TracedTensor = Pick<InputTensor, "name" | "datatype" | "shape" | "segments">;

/** The time line of one sampled request. */
export interface RequestTrace {
  /** `atNs` is the engine clock's. */
  stamp(point: TracePoint, atNs: number): void;
  /** What served it, once known. */
  served(by: { version: string; instance?: string; batchSize?: number; cacheHit?: boolean }): void;
  failed(error: Error): void;
  /** The time line of a step that an ensemble makes of this request. */
  child(modelName: string): RequestTrace;
  /** Tensors of this request, which are kept where the settings ask for them. */
  tensors?(activity: TensorActivity, tensors: readonly TracedTensor[]): void;
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
  readonly client?: Client;
  /** Only where this request is sampled. */
  readonly trace?: RequestTrace;
  /** Depth of calls between models that led to this request; absent for a client's request. */
  readonly callDepth?: number;
}

export interface OutputTensor {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  /** A view; valid until the response has been written. */
  readonly data: Uint8Array;
  /** Its data was written where the request wanted it. */
  readonly inSharedMemory?: true;
}

export interface InferResponse {
  readonly modelName: string;
  readonly modelVersion: string;
  readonly id: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly outputs: readonly OutputTensor[];
}

/**
 * Takes a stream's responses, in order. `response` is undefined where a decoupled model ends its stream without
 * another response; `final` is true once, in the last call.
 */
export type Respond = (response: InferResponse | undefined, final: boolean) => void;

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
  /** Only decoupled models: by the response's number within its request. */
  response_stats: Record<string, ResponseStatistics>;
}

export interface ResponseStatistics {
  compute_infer: StatisticDuration;
  compute_output: StatisticDuration;
  success: StatisticDuration;
  fail: StatisticDuration;
  empty_response: StatisticDuration;
  cancel: StatisticDuration;
}

/** Set to true in requests that look for sizes that run: one that fails is no failure of the model (statistics, rule STATS-11). */
export const SIZE_PROBE_PARAMETER = "batchdeck_size_probe";

export type FailureReason = "REJECTED" | "CANCELED" | "BACKEND" | "OTHER";

export type ModelState = "READY" | "UNAVAILABLE" | "LOADING" | "UNLOADING";

/** Models that were never loaded have only a name, as in Triton's index. */
export interface ModelIndexEntry {
  name: string;
  version?: string;
  state?: ModelState;
  reason?: string;
}

/**
 * Why a batch was sent: `full` it could not grow beyond the largest size wanted, `preferred` it reached a preferred
 * size, `delay` its oldest request had waited long enough, `forced` the next request would have led past the
 * largest size, `shape` the next request has another shape, `idle` nothing was to be waited for.
 */
export type DispatchReason = "full" | "preferred" | "delay" | "forced" | "shape" | "idle";

/** One executed batch. Times in ns; `atNs` since the engine's start. */
export interface BatchEvent {
  readonly model: string;
  readonly version: string;
  readonly instance: string;
  /** When the batch left the queue. */
  readonly atNs: number;
  readonly requests: number;
  readonly items: number;
  readonly reason: DispatchReason;
  readonly oldestWaitNs: number;
  readonly meanWaitNs: number;
  readonly computeInputNs: number;
  readonly computeInferNs: number;
  readonly computeOutputNs: number;
  /** It ran on the serving thread, not on the instance's (rule HERE-1 of backends/SPEC.md). */
  readonly onServingThread: boolean;
  readonly failed: boolean;
}

/** The queue of one priority level; 1 is the highest. A model without levels only has level 0. */
export interface QueueDepth {
  readonly level: number;
  readonly queued: number;
  /** Of these, those whose timeout passed under the action DELAY. */
  readonly delayed: number;
}

/** The cache ledger of one client of one model. */
export interface CacheClient {
  readonly address: string;
  readonly userAgent: string;
  readonly lookups: number;
  readonly hits: number;
}

/** Hit rate of a response cache of this size. */
export interface HitRatePoint {
  readonly bytes: number;
  readonly hitRate: number;
}

/** What a response cache would do for a model, from its requests while they are observed. Times in ns. */
export interface CacheObservation {
  /** `ended`: its time is over, or it was stopped; the figures stay. */
  readonly state: "observing" | "ended";
  readonly elapsedNs: number;
  readonly plannedNs: number;
  readonly requests: number;
  /** Share of the distinct requests that were sampled; 1 while all are. */
  readonly sampledShare: number;
  readonly distinct: number;
  /** Memory that keeps the responses to all distinct requests. */
  readonly distinctBytes: number;
  /** Sizes ascending, rates too; a smaller cache than the first has no hit. Empty without a repeated request. */
  readonly curve: readonly HitRatePoint[];
  /** Median time of hashing a request, which each lookup of a cache takes too. */
  readonly hashNs: number;
  /** The clients with most repeated requests, at most 20; as `hits` those that a recent request was equal to. */
  readonly clients: readonly CacheClient[];
}

/** How long requests waited for their first response, ms; one count for each bucket and one beyond the last. */
export interface FirstResponses {
  readonly bucketsMs: readonly number[];
  readonly counts: readonly number[];
  readonly sumMs: number;
}

/** What the telemetry service and /metrics need next to the statistics. Counters start when `loadId` does. */
export interface ModelTelemetry {
  name: string;
  version: string;
  /** Changes whenever the version is reloaded, so that a reader sees its counters restart. */
  loadId: string;
  /** Requests waiting in the scheduler or in a batch handed over and not yet running. */
  queued: number;
  /** Of the queued, those assigned to an instance. */
  handedOver: number;
  /** Of the queued, those in the scheduler, by priority level. */
  queueDepths: QueueDepth[];
  /** Requests in a batch that an instance runs. */
  executing: number;
  instances: {
    name: string;
    kind: string;
    /** -1 on a CPU. */
    deviceId: number;
    provider: string;
    busy: boolean;
  }[];
  /** Requests rejected because the queue was full; in no counter of Triton's. */
  refused: number;
  failures: Record<FailureReason, number>;
  /** Requests that looked for sizes that run and failed; in no other counter. */
  failedSizeProbes?: number;
  /** Seconds the load took. */
  loadSeconds: number;
  /** Whole-request latency of successes since `loadId`, cumulative. */
  latency: LatencyCounts;
  /** Of decoupled models. */
  firstResponses?: FirstResponses;
  metricTags: Readonly<Record<string, string>>;
  cached: boolean;
  /** Of the response cache; all 0 without it. `savedNs`: compute time that hits saved, by the mean of the misses. */
  cacheLedger: {
    lookups: number;
    hits: number;
    misses: number;
    savedNs: number;
    missCostNs: number;
  };
  /** The clients with most hits, at most 20. */
  cacheClients: CacheClient[];
}

export type MetricKind = "counter" | "gauge" | "histogram";

/** A metric of a model's own, as it is exported. */
export interface CustomMetric {
  readonly labels: Readonly<Record<string, string>>;
  /** A histogram's sum. */
  readonly value: number;
  /** A histogram's cumulative counts by upper bound, the last one unbounded. */
  readonly buckets?: readonly { readonly bound: number; readonly count: number }[];
}

export interface CustomMetricFamily {
  readonly name: string;
  readonly help: string;
  readonly kind: MetricKind;
  readonly metrics: readonly CustomMetric[];
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
  /** Contents by path within the model's directory ("1/model.onnx"); needs `config`. */
  files?: ReadonlyMap<string, Uint8Array>;
}

/** What requests are traced; Triton's settings of the same names. */
export interface TraceSettings {
  /** "OFF", "TIMESTAMPS", "TENSORS". */
  readonly trace_level: readonly string[];
  /** One of this many requests is traced. */
  readonly trace_rate: number;
  /** Traces still to take; -1 is without limit. */
  readonly trace_count: number;
  readonly log_frequency: number;
  readonly trace_file: string;
  readonly trace_mode: "triton" | "opentelemetry";
}

/** One finished trace. Stamps in ns of the engine's clock; `startedAtMs` since the epoch places them. */
export interface TraceRecord {
  readonly id: number;
  /** 0 for a request that came from a client. */
  readonly parentId: number;
  readonly modelName: string;
  readonly modelVersion: string;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly stamps: readonly { readonly point: TracePoint; readonly atNs: number }[];
  readonly instance: string;
  readonly batchSize: number;
  readonly cacheHit: boolean;
  readonly error: string;
}

export interface LogSettings {
  readonly log_file: string;
  readonly log_info: boolean;
  readonly log_warning: boolean;
  readonly log_error: boolean;
  readonly log_verbose_level: number;
  readonly log_format: "default" | "ISO8601";
}

/** Weights by version, e.g. {"1": 90, "2": 10}; empty: the newest version takes all, as in Triton. */
export type VersionSplit = Readonly<Record<string, number>>;

/** The engine as protocols see it. Every method may throw a StatusError with Triton's message. */
export interface Engine {
  /** One response. UNIMPLEMENTED for decoupled models. */
  infer(request: InferRequest): Promise<InferResponse>;
  /** Any number of responses; resolves after the final one, rejects where the request fails. */
  inferStream(request: InferRequest, respond: Respond): Promise<void>;
  /**
   * Throws what {@link infer} would say of a request's model, version, parameters, outputs, and its inputs' names, types
   * and shapes. Their data is not looked at.
   */
  checkDescribed(request: InferRequest): void;
  readonly sharedMemory: SharedMemoryRegions;
  live(): boolean;
  ready(): boolean;
  /** As {@link ready}, and with strict readiness what {@link checkReady} says of all models. */
  checkServerReady(): Promise<boolean>;
  /** Whether it is loaded. */
  modelReady(name: string, version: string): boolean;
  /** As {@link modelReady}, and where a model or a step of an ensemble has a check of its own, what that says. */
  checkReady(name: string, version: string): Promise<boolean>;
  serverMetadata(): ServerMetadata;
  modelMetadata(name: string, version: string): ModelMetadata;
  modelConfig(name: string, version: string): ModelConfig;
  /** Empty name: every loaded version. */
  modelStatistics(name: string, version: string): ModelStatistics[];
  repositoryIndex(readyOnly: boolean): Promise<ModelIndexEntry[]>;
  loadModel(name: string, parameters: LoadParameters): Promise<void>;
  unloadModel(name: string, unloadDependents: boolean): Promise<void>;
  telemetry(): TelemetrySnapshot;
  /** The metrics that models report of themselves. */
  customMetrics(): readonly CustomMetricFamily[];
  /** Undefined where the model's requests were not observed. */
  cacheObservation(modelName: string): CacheObservation | undefined;
  /**
   * Observes a model's requests from now on, all versions together, in place of what was observed before. Only hashes are
   * kept. INVALID_ARGUMENT for a model that can't use the response cache and for seconds outside 1 to 3600,
   * RESOURCE_EXHAUSTED while 16 others are observed.
   */
  observeCache(modelName: string, seconds: number): Promise<CacheObservation>;
  stopObservingCache(modelName: string): CacheObservation | undefined;
  /** Calls `listener` for each executed batch until the returned function is called. Costs nothing unlistened. */
  watchBatches(listener: (event: BatchEvent) => void): () => void;
  /** Undefined unless this request is sampled; then it becomes part of the request. */
  startTrace(modelName: string, requestId: string): RequestTrace | undefined;
  /** Finished traces after the given id, oldest first; a bounded number is kept. */
  traces(afterId: number): TraceRecord[];
  /** Settings of one model, or with an empty name the server's. */
  traceSettings(modelName: string): TraceSettings;
  /** Null resets a setting to the server's, or the server's to its start value. */
  updateTraceSettings(
    modelName: string,
    changes: Readonly<Partial<Record<keyof TraceSettings, readonly string[] | null>>>,
  ): TraceSettings;
  logSettings(): LogSettings;
  updateLogSettings(changes: Readonly<Record<string, boolean | number | string>>): LogSettings;
  versionSplit(modelName: string): VersionSplit;
  /** Takes effect with the next request. INVALID_ARGUMENT for versions that do not serve or negative weights. */
  setVersionSplit(modelName: string, split: VersionSplit): void;
  /** Rejects new requests, finishes accepted ones, then ends the instances. */
  close(): Promise<void>;
}
