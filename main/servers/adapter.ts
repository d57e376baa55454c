import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
import type { EngineInsight } from "./insight.ts";
import type { Observation } from "./observation.ts";
import type { ClientEndpoints } from "./client-endpoints.ts";

/** The calls that a server takes. */
export interface ServerCalls {
  /** Current models and figures. Servers of every kind have this call. */
  observe(signal?: AbortSignal): Promise<Observation>;
  repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]>;
  /** Empty model: all. */
  statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]>;
  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot>;
  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail>;
  /** `configJson`: ModelConfig as JSON text, loaded as an override. */
  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void>;
  unload(model: string, signal?: AbortSignal): Promise<void>;
}

/**
 * A server as the host sees it, embedded or remote. Calls are never retried and reject with a StatusError: UNAVAILABLE
 * while the server can't be reached, UNIMPLEMENTED for what its capabilities don't include.
 */
export interface ServerAdapter extends ServerCalls {
  readonly id: string;
  readonly status: ServerStatus;
  /** Known once the server has responded. */
  readonly capabilities: readonly ServerCapability[];
  /** Null for servers that are not Batchdeck engines or haven't responded yet. */
  readonly insight: EngineInsight | null;
  onStatus(listener: (status: ServerStatus) => void): Disposable;
  /**
   * Records a restart that was noticed at `at`, ms since the epoch; absent where the server's own process reports it.
   */
  noteRestart?(at: number): void;
  /** How programs connect to it, without secrets; absent where its endpoints are all there is to know. */
  readonly clientEndpoints?: ClientEndpoints;
  /** How to connect to it, with secrets. Rejects FAILED_PRECONDITION if a secret or a file is missing. */
  access(): Promise<ServerAccess>;
  /** Includes the key to the server's settings; absent where it equals `access`. */
  controlAccess?(): Promise<ServerAccess>;
}

export interface ServerDirectory {
  list(): readonly ServerAdapter[];
  /** NOT_FOUND lists the known ids. */
  get(id: string): ServerAdapter;
  /** Called when a server is added or removed. */
  onChanged(listener: () => void): Disposable;
}
