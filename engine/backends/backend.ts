import type { ModelConfig, ModelFileSignature } from "../config/types.ts";
import type { StatusError } from "../../base/status-error.ts";
import type { LogLevel } from "../log/log.ts";
import type { ModelIo } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { CustomMetrics } from "../statistics/custom-metrics.ts";
import type {
  InferRequest,
  InferResponse,
  LoadParameters,
  OutputTensor,
  ParameterValue,
  Respond,
  WireDatatype,
} from "../types.ts";

/** One input of a batch: a range of the batch's buffer, little endian. */
export interface BatchTensor {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly byteLength: number;
}

/**
 * The work for an instance. The buffer belongs to the instance until it returns with the output.
 */
export interface BatchInput {
  readonly buffer: ArrayBuffer;
  readonly tensors: readonly BatchTensor[];
  /** Items of each request of the batch, in order. */
  readonly items: readonly number[];
  /** Outputs that a request asked for; undefined for all. */
  readonly outputs: readonly string[] | undefined;
}

export interface BatchOutputTensor {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  /** Memory of its own, never the batch's buffer. */
  readonly data: Uint8Array;
}

export interface BatchOutput {
  readonly outputs: readonly BatchOutputTensor[];
  /** Parameters of every response of the batch. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** Start and end of the model run alone, ns. */
  readonly inferStart: number;
  readonly inferEnd: number;
  /** The batch's buffer, free again. */
  readonly buffer: ArrayBuffer;
}

/**
 * A decoupled model's response to the request at `index` of the batch; `final` is its last one.
 * Returns false if no caller waits for more.
 */
export type DecoupledRespond = (
  index: number,
  response: Pick<BatchOutput, "outputs" | "parameters"> | undefined,
  final: boolean,
) => boolean;

/** A model's result for one request: a response, or an error of this request alone. */
export type RequestResult =
  | {
      readonly outputs: readonly OutputTensor[];
      readonly parameters: Readonly<Record<string, ParameterValue>>;
    }
  | StatusError;

/**
 * Receives a response outside of the batch's results; `final` is the request's last one. Returns
 * false if no caller waits for more.
 */
export type RequestRespond = (
  index: number,
  result: RequestResult | undefined,
  final: boolean,
) => boolean;

/** The results of a batch whose requests each have a response of their own. */
export interface RequestsOutput {
  /**
   * By request; undefined if its responses come through {@link RequestRespond}, before or after.
   */
  readonly results: readonly (RequestResult | undefined)[];
  /** Indices of requests to execute again in a later batch; they have no result. */
  readonly rescheduled?: readonly number[];
  /** Start and end of the model run alone, ns. */
  readonly inferStart: number;
  readonly inferEnd: number;
}

/** One loaded copy of a model; runs one batch at a time. */
export interface BackendInstance {
  readonly name: string;
  readonly kind: string;
  /** -1 on a CPU. */
  readonly deviceId: number;
  /** What computes: the name of an execution provider or of the backend. */
  readonly provider: string;
  /** What the model file declares; undefined for a backend without model files. */
  readonly signature: ModelFileSignature | undefined;
  /**
   * Batch size to count per request in the statistics if the model doesn't batch; default 1
   * (STATS-3).
   */
  readonly unbatchedSize?: 0;
  execute(batch: BatchInput): Promise<BatchOutput>;
  /**
   * Executes synchronously on the calling thread while the instance runs no batch. Only for models
   * whose run time depends on the batch size alone.
   */
  readonly executeHere?: (batch: BatchInput) => Promise<BatchOutput>;
  /**
   * Only for decoupled models: resolves without outputs when the instance can take the next batch;
   * responses may still follow. Every request gets one final response, or none if this rejects.
   */
  executeDecoupled?(batch: BatchInput, respond: DecoupledRespond): Promise<BatchOutput>;
  /**
   * Replaces both for backends that handle each request of a batch with its own tensors. Rejects if
   * all of them failed.
   */
  executeRequests?(
    requests: readonly NormalizedRequest[],
    io: ModelIo,
    respond: RequestRespond,
  ): Promise<RequestsOutput>;
  /** Whether a second batch may be handed over during a run, to run directly after it. */
  readonly takesNext: boolean;
  /** Waits for the current batch, then frees the instance's resources. */
  close(): Promise<void>;
}

/** The device of an instance. */
export interface InstancePlace {
  readonly name: string;
  readonly kind: string;
  /** -1 on a CPU. */
  readonly deviceId: number;
}

export interface InstanceOptions extends InstancePlace {
  /** Directory of the model version. */
  readonly directory: string;
  readonly config: ModelConfig;
  /** Number of instances of the model version, to divide the cores among them. */
  readonly instanceCount: number;
  /** The instance ended by itself; called before its current batch is rejected. */
  readonly onLost: (error: StatusError) => void;
}

/** A configuration to complete. */
export type CompleteOptions = Pick<InstanceOptions, "directory" | "config">;

/** What models that call back can request from the engine. */
export interface ModelServices {
  infer(request: InferRequest): Promise<InferResponse>;
  inferStream(request: InferRequest, respond: Respond): Promise<void>;
  loadModel(name: string, parameters: LoadParameters): Promise<void>;
  unloadModel(name: string, unloadDependents: boolean): Promise<void>;
  checkReady(name: string, version: string): Promise<boolean>;
  /**
   * The versions that run for a request to this one, each "MODEL/VERSION": itself, or an ensemble's
   * steps.
   */
  executedVersions(name: string, version: string): readonly string[];
  /** Number of instances of a loaded version. */
  instanceCount(name: string, version: string): number;
}

/** What the engine provides to its backends. */
export interface BackendServices {
  readonly clock: EngineClock;
  readonly log: (level: LogLevel, sentence: string) => void;
  readonly models: ModelServices;
  readonly metrics: CustomMetrics;
}

export interface Backend {
  readonly name: string;
  /**
   * Ids of the GPUs that its instances can use, determined once per process; absent if it uses
   * none.
   */
  gpus?(): Promise<readonly number[]>;
  /**
   * Completes the configuration from the model, before there are instances. Throws a StatusError.
   */
  completeConfig?(options: CompleteOptions): Promise<ModelConfig>;
  /**
   * Delay in ms before an instance that ended by itself is replaced, by how often that happened in
   * a row; 0 if absent.
   */
  readonly restartDelaysMs?: readonly number[];
  /** Throws a StatusError for a problem with the model or the configuration. */
  createInstance(options: InstanceOptions): Promise<BackendInstance>;
}
