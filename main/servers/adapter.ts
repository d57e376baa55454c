import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
import type { EngineInsight } from "./insight.ts";
import type { Observation } from "./observation.ts";
import type { ClientEndpoints } from "./client-endpoints.ts";

/** What a server can be asked. */
export interface ServerCalls {
  /** Models and figures at this moment. Every kind of server has this one. */
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
 * One server as the host sees it, embedded or remote. Calls reject with a StatusError, UNAVAILABLE while there
 * is no server to ask, UNIMPLEMENTED for what its capabilities do not name; none is retried.
 */
export interface ServerAdapter extends ServerCalls {
  readonly id: string;
  readonly status: ServerStatus;
  /** Known once the server has answered. */
  readonly capabilities: readonly ServerCapability[];
  /** Null where the server is not one of ours, or has not answered yet. */
  readonly insight: EngineInsight | null;
  onStatus(listener: (status: ServerStatus) => void): Disposable;
  /** Takes note of a restart that was seen at `at`, ms since the epoch; left out where the server's own process says. */
  noteRestart?(at: number): void;
  /** How programs reach it, without secrets; left out where its endpoints say it all. */
  readonly clientEndpoints?: ClientEndpoints;
  /** How to reach it, secrets included. Rejects FAILED_PRECONDITION where a secret or a file is missing. */
  access(): Promise<ServerAccess>;
  /** With the key to the server's settings; left out where it is `access`. */
  controlAccess?(): Promise<ServerAccess>;
}

export interface ServerDirectory {
  list(): readonly ServerAdapter[];
  /** NOT_FOUND names the id and those there are. */
  get(id: string): ServerAdapter;
  /** Called when a server is added or removed. */
  onChanged(listener: () => void): Disposable;
}
