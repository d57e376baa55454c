import type {
  ModelIndexEntry,
  ModelMetadata,
  ModelStatistics,
  ServerMetadata,
} from "../../../engine/types.ts";
import type { CallOptions } from "../../wire/transport/index.ts";

/** A load takes longer the larger the model's file is. */
export const LOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Triton's control calls in the project's own types, the same over both protocols. Calls are sent once and reject with
 * StatusErrors: the server's code and words, or why it is unreachable.
 */
export interface TritonClient {
  serverMetadata(options: CallOptions): Promise<ServerMetadata>;
  repositoryIndex(options: CallOptions): Promise<ModelIndexEntry[]>;
  /** Empty name: all models. */
  modelStatistics(name: string, options: CallOptions): Promise<ModelStatistics[]>;
  modelMetadata(model: string, options: CallOptions): Promise<ModelMetadata>;
  /** ModelConfig as Triton's JSON. */
  modelConfig(name: string, options: CallOptions): Promise<Record<string, unknown>>;
  /** `configJson`: ModelConfig as JSON text, loaded as an override. */
  load(model: string, configJson: string | undefined, options: CallOptions): Promise<void>;
  unload(model: string, options: CallOptions): Promise<void>;
}
