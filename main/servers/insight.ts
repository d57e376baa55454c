import { StatusError } from "../../base/status-error.ts";
import type {
  BatchEvent,
  CacheObservation,
  TraceRecord,
  VersionSplit,
} from "../../engine/types.ts";
import type { ServerStatus } from "../contract/index.ts";

export interface BatchSink {
  /** `dropped`: batches left out before these because the connection was too slow. */
  batches(batches: readonly BatchEvent[], dropped: number): void;
  /** The stream ended; nothing follows. */
  ended(error: Error): void;
}

/** What only Batchdeck's own engine reports and accepts. Calls reject with a StatusError. */
export interface EngineInsight {
  /** Emits executed batches of a model until disposed. */
  watchBatches(model: string, sink: BatchSink): Disposable;
  /** Finished traces with a higher id, of all models. */
  traces(afterId: number, signal?: AbortSignal): Promise<TraceRecord[]>;
  /** One request of a model in this many is traced; null: none. */
  traceRate(model: string, signal?: AbortSignal): Promise<number | null>;
  setTraceRate(model: string, rate: number | null, signal?: AbortSignal): Promise<number | null>;
  /** Weights by version; empty: all traffic to the newest version. */
  versionSplit(model: string, signal?: AbortSignal): Promise<VersionSplit>;
  setVersionSplit(model: string, split: VersionSplit, signal?: AbortSignal): Promise<VersionSplit>;
  /** What a response cache would do for a model; undefined if its requests were not observed. */
  cacheObservation(model: string, signal?: AbortSignal): Promise<CacheObservation | undefined>;
  /** Observes a model's requests for 1 to 3600 s. */
  observeCache(
    model: string,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<CacheObservation | undefined>;
  stopObservingCache(model: string, signal?: AbortSignal): Promise<CacheObservation | undefined>;
}

interface MaybeInsight {
  readonly insight: EngineInsight | null;
  readonly status: ServerStatus;
}

/** UNIMPLEMENTED for servers that are not Batchdeck engines, and for connections without a gRPC address. */
export function requireInsight({ insight, status }: MaybeInsight): EngineInsight {
  if (insight) return insight;
  const way = status.endpoints?.grpc === "" ? ", and its gRPC address" : "";
  throw new StatusError(
    "UNIMPLEMENTED",
    `${status.name} does not offer this: it needs Batchdeck's own engine${way}.`,
  );
}
