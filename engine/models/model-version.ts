import type { ModelConfig } from "../config/types.ts";
import type { StatusError } from "../../base/status-error.ts";
import type { ModelIo } from "../requests/model-io.ts";
import type { VersionStatistics } from "../statistics/version-statistics.ts";
import type { Labels } from "./labels.ts";
import type { InferRequest, InferResponse, ModelTelemetry, Respond } from "../types.ts";

/** A loaded version of a model, as the repository and the protocols see it. */
export interface ModelVersion {
  /** Completed: the response to ModelConfig. */
  readonly config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly labels: Labels;
  readonly statistics: VersionStatistics;
  /** Rejects with a StatusError with Triton's message; UNIMPLEMENTED if the model is decoupled. */
  infer(request: InferRequest): Promise<InferResponse>;
  /** Resolves after the final response; a model that isn't decoupled gives one. */
  inferStream(request: InferRequest, respond: Respond): Promise<void>;
  /**
   * Adopts the instance groups of `config` without interrupting service or losing statistics;
   * rejects, and changes nothing, if an instance can't be created.
   */
  changeInstances(config: ModelConfig): Promise<void>;
  /** Rejects queued and new requests: nothing is left to serve them. */
  fail(error: StatusError): void;
  /** Finishes accepted requests, rejects new ones, then frees its resources. */
  drain(): Promise<void>;
  telemetry(): ModelTelemetry;
}
