import type { CancelSignal } from "../base/cancellation.ts";
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
 * A tensor as it came from the wire. `segments` are views in order, little endian, not copied until
 * they are written into a batch; BYTES elements are each preceded by their length (u32).
 */
export interface InputTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly segments: readonly Uint8Array[];
  readonly byteLength: number;
  /** Its data is in shared memory; it then has no segments yet. */
  readonly sharedMemory?: SharedMemorySpan;
}

export interface RequestedOutput {
  readonly name: string;
  /** Number of classes to return as "value:index[:label]"; 0 returns the tensor itself. */
  readonly classification: number;
  /** Where to write its data, instead of the response. */
  readonly sharedMemory?: SharedMemorySpan;
}

/** A part of a client's registered region. Whether it is within the region was not checked. */
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
  /** UNIMPLEMENTED unless the server was started with it. */
  requireAllowed(): void;
  register(region: SharedMemoryRegion): void;
  /** Empty name: all. A region that requests use is removed when they are answered. */
  unregister(name: string): void;
  /** Empty name: all. NOT_FOUND for a name that is not registered. */
  status(name: string): SharedMemoryRegion[];
}

/** The client of a request, as far as its transport identifies it. */
export interface Client {
  /** Peer address without the port. */
  readonly address: string;
  readonly userAgent: string;
}

/** Points of a trace, in order; names beyond Triton's own are RECEIVED, CACHE_* and SENT. */
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

/**
 * Tensors in a trace, in Triton's terms: inputs on entering the queue, and outputs of the model.
 */
export type TensorActivity = "TENSOR_QUEUE_INPUT" | "TENSOR_BACKEND_OUTPUT";

export type TracedTensor = Pick<InputTensor, "name" | "datatype" | "shape" | "segments">;

/** The trace of one sampled request. */
export interface RequestTrace {
  /** `atNs` is the engine clock's time. */
  stamp(point: TracePoint, atNs: number): void;
  /** What served it, once known. */
  served(by: { version: string; instance?: string; batchSize?: number; cacheHit?: boolean }): void;
  failed(error: Error): void;
  /** The trace of an ensemble step of this request. */
  child(modelName: string): RequestTrace;
  /** Tensors of this request; kept if the settings request them. */
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
  readonly signal?: CancelSignal;
  readonly client?: Client;
  /** Only if this request is sampled. */
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
  /** Its data was written to the requested region. */
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
 * Receives a stream's responses, in order. `response` is undefined if a decoupled model ends its
 * stream without another response; `final` is true once, in the last call.
 */
export type Respond = (response: InferResponse | undefined, final: boolean) => void;

export interface TensorMetadata {
  name: string;
  datatype: WireDatatype;
  /** With the batch dimension if the model batches; −1 is variable. */
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

/** True in size probes: a failure isn't counted as the model's (STATS-11). */
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
 * Why a batch was sent: `full` it reached the largest preferred size, `preferred` it reached
 * another preferred size, `delay` its oldest request had waited for the batching delay, `forced`
 * the next request would have exceeded the largest size, `shape` the next request has another
 * shape, `idle` there was nothing to wait for.
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
  /** It ran on the serving thread, not on the instance's (HERE-1). */
  readonly onServingThread: boolean;
  readonly failed: boolean;
}

/** The queue of one priority level; 1 is the highest. A model without levels only has level 0. */
export interface QueueDepth {
  readonly level: number;
  readonly queued: number;
  /** Of these, those whose timeout passed with the action DELAY. */
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
  /** `ended`: its time is over, or it was stopped; the results stay. */
  readonly state: "observing" | "ended";
  readonly elapsedNs: number;
  readonly plannedNs: number;
  readonly requests: number;
  /** Share of the distinct requests in the sample; 1 while all are. */
  readonly sampledShare: number;
  readonly distinct: number;
  /** Memory that would hold the responses to all distinct requests. */
  readonly distinctBytes: number;
  /**
   * Sizes and rates ascending; caches smaller than the first have no hits. Empty without repeated
   * requests.
   */
  readonly curve: readonly HitRatePoint[];
  /** Median time of hashing a request, which each cache lookup would also take. */
  readonly hashNs: number;
  /**
   * The clients with the most repeated requests, at most 20; `hits` are those that equal a recent
   * request.
   */
  readonly clients: readonly CacheClient[];
}

/** Time to the first response, ms; one count per bucket and one beyond the last. */
export interface FirstResponses {
  readonly bucketsMs: readonly number[];
  readonly counts: readonly number[];
  readonly sumMs: number;
}

/**
 * What the telemetry service and /metrics report in addition to the statistics. Counters start when
 * `loadId` does.
 */
export interface ModelTelemetry {
  name: string;
  version: string;
  /** Changes with every reload of the version: readers then know that counters restarted. */
  loadId: string;
  /** Requests in the scheduler or in a batch that was handed over and doesn't run yet. */
  queued: number;
  /** Of the queued, those assigned to an instance. */
  handedOver: number;
  /** Of the queued, those in the scheduler, by priority level. */
  queueDepths: QueueDepth[];
  /** Requests in running batches. */
  executing: number;
  instances: {
    name: string;
    kind: string;
    /** -1 on a CPU. */
    deviceId: number;
    provider: string;
    busy: boolean;
  }[];
  /** Requests rejected by a full queue; Triton doesn't count them. */
  refused: number;
  failures: Record<FailureReason, number>;
  /** Failed size probes; not in any other counter. */
  failedSizeProbes?: number;
  /** Seconds the load took. */
  loadSeconds: number;
  /** Whole-request latency of successes since `loadId`, cumulative. */
  latency: LatencyCounts;
  /** Only for decoupled models. */
  firstResponses?: FirstResponses;
  metricTags: Readonly<Record<string, string>>;
  cached: boolean;
  /**
   * Response cache; all 0 without it. `savedNs`: compute time that hits saved, estimated with the
   * misses' mean.
   */
  cacheLedger: {
    lookups: number;
    hits: number;
    misses: number;
    savedNs: number;
    missCostNs: number;
  };
  /** The clients with the most hits, at most 20. */
  cacheClients: CacheClient[];
}

export type MetricKind = "counter" | "gauge" | "histogram";

/** A metric that a model reports, as exported. */
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
  /**
   * ModelConfig as JSON text, used instead of config.pbtxt until unload or a change of the files.
   */
  config?: string;
  /** Contents by path within the model's directory ("1/model.onnx"); requires `config`. */
  files?: ReadonlyMap<string, Uint8Array>;
}

/** Which requests are traced; Triton's settings of the same names. */
export interface TraceSettings {
  /** "OFF", "TIMESTAMPS", "TENSORS". */
  readonly trace_level: readonly string[];
  /** One of this many requests is traced. */
  readonly trace_rate: number;
  /** Remaining traces; -1 for no limit. */
  readonly trace_count: number;
  readonly log_frequency: number;
  readonly trace_file: string;
  readonly trace_mode: "triton" | "opentelemetry";
}

/**
 * One finished trace. Timestamps in ns of the engine's clock; `startedAtMs` is their origin since
 * the epoch.
 */
export interface TraceRecord {
  readonly id: number;
  /** 0 for a client's request. */
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

/**
 * Weights by version, e.g. {"1": 90, "2": 10}; empty: the newest version gets all requests, as in
 * Triton.
 */
export type VersionSplit = Readonly<Record<string, number>>;

/** The engine as protocols see it. Every method may throw a StatusError with Triton's message. */
export interface Engine {
  /** One response. UNIMPLEMENTED for decoupled models. */
  infer(request: InferRequest): Promise<InferResponse>;
  /** Any number of responses; resolves after the final one, rejects if the request fails. */
  inferStream(request: InferRequest, respond: Respond): Promise<void>;
  /**
   * Throws what {@link infer} would throw for a request's model, version, parameters, outputs, and
   * its inputs' names, types and shapes. Doesn't check their data.
   */
  checkDescribed(request: InferRequest): void;
  readonly sharedMemory: SharedMemoryRegions;
  live(): boolean;
  ready(): boolean;
  /** Whether it is loaded. */
  modelReady(name: string, version: string): boolean;
  /** As {@link modelReady}, and the model's own check if it has one. */
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
  /** The metrics that models report themselves. */
  customMetrics(): readonly CustomMetricFamily[];
  /** Undefined if the model's requests were never observed. */
  cacheObservation(modelName: string): CacheObservation | undefined;
  /**
   * Starts observing a model's requests, all versions together, and replaces an earlier
   * observation. Only hashes are stored. INVALID_ARGUMENT for a model that can't use the response
   * cache and for seconds outside 1 to 3600, RESOURCE_EXHAUSTED while 16 others are observed.
   */
  observeCache(modelName: string, seconds: number): Promise<CacheObservation>;
  stopObservingCache(modelName: string): CacheObservation | undefined;
  /**
   * Calls `listener` for each executed batch until the returned function is called. Costs nothing
   * without listeners.
   */
  watchBatches(listener: (event: BatchEvent) => void): () => void;
  /** Undefined unless this request is sampled; then it becomes part of the request. */
  startTrace(modelName: string, requestId: string): RequestTrace | undefined;
  /** Finished traces after the given id, oldest first; only the newest are kept. */
  traces(afterId: number): TraceRecord[];
  /** Settings of a model, or of the server if the name is empty. */
  traceSettings(modelName: string): TraceSettings;
  /** Null resets a model's setting to the server's, or the server's to its initial value. */
  updateTraceSettings(
    modelName: string,
    changes: Readonly<Partial<Record<keyof TraceSettings, readonly string[] | null>>>,
  ): TraceSettings;
  logSettings(): LogSettings;
  updateLogSettings(changes: Readonly<Record<string, boolean | number | string>>): LogSettings;
  versionSplit(modelName: string): VersionSplit;
  /**
   * Takes effect with the next request. INVALID_ARGUMENT for versions that don't serve or negative
   * weights.
   */
  setVersionSplit(modelName: string, split: VersionSplit): void;
  /** Rejects new requests, finishes accepted ones, then ends the instances. */
  close(): Promise<void>;
}
