import type { ModelConfig } from "../config/types.ts";
import type { StatusError } from "../../base/status-error.ts";
import type { ModelIo } from "../requests/model-io.ts";
import type { VersionStatistics } from "../statistics/version-statistics.ts";
import type { Labels } from "./labels.ts";
import type { InferRequest, InferResponse, ModelTelemetry, Respond } from "../types.ts";

/** A loaded version of a model, as the repository and the protocols see it. */
export interface ModelVersion {
  /** Completed: what ModelConfig answers. */
  readonly config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly labels: Labels;
  readonly statistics: VersionStatistics;
  /** The models that an ensemble's steps run. */
  readonly steps?: readonly ModelVersion[];
  /** Rejects with a StatusError in Triton's words; UNIMPLEMENTED where the model is decoupled. */
  infer(request: InferRequest): Promise<InferResponse>;
  /** Resolves after the final response; a model that is not decoupled gives one. */
  inferStream(request: InferRequest, respond: Respond): Promise<void>;
  /**
   * Takes over the instance groups of `config` without interrupting service or losing statistics; rejects, and
   * stays as it was, when an instance can't be made.
   */
  changeInstances(config: ModelConfig): Promise<void>;
  /** Rejects what waits and what comes: nothing is left that could serve it. */
  fail(error: StatusError): void;
  /** Finishes what was accepted, rejects what comes, frees what it holds. */
  drain(): Promise<void>;
  telemetry(): ModelTelemetry;
}
