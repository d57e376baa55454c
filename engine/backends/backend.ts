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

/** One input of a batch: a stretch of the batch's buffer, little endian. */
export interface BatchTensor {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly byteLength: number;
}

/** What an instance executes. The buffer belongs to the instance until it comes back with the output. */
export interface BatchInput {
  readonly buffer: ArrayBuffer;
  readonly tensors: readonly BatchTensor[];
  /** Items of each request of the batch, in order. */
  readonly items: readonly number[];
  /** Outputs that a request of the batch asked for; undefined asks for all. */
  readonly outputs: readonly string[] | undefined;
}

export interface BatchOutputTensor {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  /** Memory of its own: never the batch's buffer. */
  readonly data: Uint8Array;
}

export interface BatchOutput {
  readonly outputs: readonly BatchOutputTensor[];
  /** Parameters of every response of the batch. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** Stamps of the model run alone, ns. */
  readonly inferStart: number;
  readonly inferEnd: number;
  /** The batch's buffer, free again. */
  readonly buffer: ArrayBuffer;
}

/**
 * A response that a decoupled model gives to the request at `index` of the batch; `final` is its last. False where
 * no caller waits for more.
 */
export type DecoupledRespond = (
  index: number,
  response: Pick<BatchOutput, "outputs" | "parameters"> | undefined,
  final: boolean,
) => boolean;

/** What a model made of one request: a response, or the error of this request alone. */
export type RequestResult =
  | {
      readonly outputs: readonly OutputTensor[];
      readonly parameters: Readonly<Record<string, ParameterValue>>;
    }
  | StatusError;

/** Takes a response outside of its batch's results; `final` is the request's last. False where no caller waits for more. */
export type RequestRespond = (
  index: number,
  result: RequestResult | undefined,
  final: boolean,
) => boolean;

/** What a batch of requests that each have a response of their own came to. */
export interface RequestsOutput {
  /** By request; undefined where its responses come through {@link RequestRespond}, before or after. */
  readonly results: readonly (RequestResult | undefined)[];
  /** Requests, by index, that are to be executed again in a later batch; they have no result. */
  readonly rescheduled?: readonly number[];
  /** Stamps of the model run alone, ns. */
  readonly inferStart: number;
  readonly inferEnd: number;
}

/** One loaded copy of a model; runs one batch at a time. */
export interface BackendInstance {
  readonly name: string;
  readonly kind: string;
  /** -1 on a CPU. */
  readonly deviceId: number;
  /** What computes: an execution provider's name, or the backend's. */
  readonly provider: string;
  /** What the model file declares; undefined for a backend without model files. */
  readonly signature: ModelFileSignature | undefined;
  /** What a request counts in batch statistics where the model does not batch: 1 unless given (rule STATS-3). */
  readonly unbatchedSize?: 0;
  execute(batch: BatchInput): Promise<BatchOutput>;
  /**
   * Executes on the calling thread, before it returns, while the instance runs no batch. Only of models whose runs
   * take a time that depends on the batch's size alone.
   */
  readonly executeHere?: (batch: BatchInput) => Promise<BatchOutput>;
  /**
   * Of decoupled models alone: resolves, with no outputs, when the instance can take the next batch; responses may
   * still follow. Every request gets one final response or, where this rejects, none.
   */
  executeDecoupled?(batch: BatchInput, respond: DecoupledRespond): Promise<BatchOutput>;
  /** In place of both, of a backend that takes each request of a batch with its own tensors. Rejects where all of them failed. */
  executeRequests?(
    requests: readonly NormalizedRequest[],
    io: ModelIo,
    respond: RequestRespond,
  ): Promise<RequestsOutput>;
  /** Whether a second batch may be handed over while one runs, to be run directly after it. */
  readonly takesNext: boolean;
  /** Waits for the batch that runs, then frees what the instance holds. */
  close(): Promise<void>;
}

/** Where an instance is to be. */
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
  /** All instances of the model version, for sharing the cores among them. */
  readonly instanceCount: number;
  /** The instance ended by itself; called before the batch that it held is rejected. */
  readonly onLost: (error: StatusError) => void;
}

/** What a backend is asked to complete. */
export type CompleteOptions = Pick<InstanceOptions, "directory" | "config">;

/** What models that call back ask of the engine. */
export interface ModelServices {
  infer(request: InferRequest): Promise<InferResponse>;
  inferStream(request: InferRequest, respond: Respond): Promise<void>;
  loadModel(name: string, parameters: LoadParameters): Promise<void>;
  unloadModel(name: string, unloadDependents: boolean): Promise<void>;
  checkReady(name: string, version: string): Promise<boolean>;
  /** The versions that run for a request to this one, each "MODEL/VERSION": itself, or those of an ensemble's steps. */
  executedVersions(name: string, version: string): readonly string[];
  /** Instances of a version that serves. */
  instanceCount(name: string, version: string): number;
}

/** What the engine lends its backends. */
export interface BackendServices {
  readonly clock: EngineClock;
  readonly log: (level: LogLevel, sentence: string) => void;
  readonly models: ModelServices;
  readonly metrics: CustomMetrics;
}

export interface Backend {
  readonly name: string;
  /** Ids of the GPUs that its instances can use, asked for once in a process; absent where it uses none. */
  gpus?(): Promise<readonly number[]>;
  /** The configuration with what the model adds to it, before there are instances. Throws a StatusError. */
  completeConfig?(options: CompleteOptions): Promise<ModelConfig>;
  /** ms before an instance that ended by itself is replaced, by how often that happened in a row; at once where absent. */
  readonly restartDelaysMs?: readonly number[];
  /** Throws a StatusError that says what is wrong with the model or the configuration. */
  createInstance(options: InstanceOptions): Promise<BackendInstance>;
}
