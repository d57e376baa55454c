import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { ModelDetail, ServerCapability, ServerKind } from "../contract/index.ts";
import type { EngineInsight } from "./insight.ts";
import type { Observation } from "./observation.ts";

/**
 * A server that has said what it is, over open connections. It knows nothing of states and asks each thing once; calls
 * reject with StatusErrors. Disposing closes its connections.
 */
export interface Peer extends Disposable {
  readonly kind: ServerKind;
  readonly version: string | null;
  readonly capabilities: readonly ServerCapability[];
  readonly insight: EngineInsight | null;
  observe(signal?: AbortSignal): Promise<Observation>;
  repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]>;
  statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]>;
  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot>;
  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail>;
  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void>;
  unload(model: string, signal?: AbortSignal): Promise<void>;
}
