import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { ModelDetail, ServerStatus } from "../contract/index.ts";
import type { EngineInsight } from "./insight.ts";

/** What a kind of server can tell; screens show what is there. */
export interface ServerCapabilities {
  /** The engine's own telemetry service: queue depth and mergeable latency histograms. */
  readonly telemetry: boolean;
  readonly load: boolean;
}

/**
 * One server as the host sees it, embedded or remote. Calls reject with a StatusError, UNAVAILABLE while there
 * is nobody to ask; none is retried.
 */
export interface ServerAdapter {
  readonly id: string;
  readonly status: ServerStatus;
  readonly capabilities: ServerCapabilities;
  /** Null where the server is none of ours, or has not answered yet. */
  readonly insight: EngineInsight | null;
  onStatus(listener: (status: ServerStatus) => void): Disposable;
  repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]>;
  /** Empty model: all. */
  statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]>;
  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot>;
  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail>;
  /** `configJson`: ModelConfig as JSON text, loaded as an override. */
  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void>;
  unload(model: string, signal?: AbortSignal): Promise<void>;
}

export interface ServerDirectory {
  list(): readonly ServerAdapter[];
  /** NOT_FOUND names the id and those there are. */
  get(id: string): ServerAdapter;
  /** Told when a server is added or removed. */
  onChanged(listener: () => void): Disposable;
}
