import { StatusError } from "../../base/status-error.ts";
import type { ServerMetadata, TelemetrySnapshot } from "../../engine/types.ts";
import type { ServerCapability, ServerKind } from "../contract/index.ts";
import type { GrpcClient, ServerHttp } from "../wire/transport/index.ts";
import { InsightClient } from "./insight-client.ts";
import { MetricsReader } from "./kinds/probe/index.ts";
import { isBatchdeck, TELEMETRY_EXTENSION, type TritonClient } from "./triton/index.ts";
import { toObservation } from "./kinds/triton/to-observation.ts";
import { fetchModelDetail } from "./triton/model-detail.ts";
import type { Observation } from "./observation.ts";
import type { Session } from "./session.ts";
import { RepositoryIndex } from "./repository-index.ts";

/** Both protocols offer calls for settings. */
const SETTINGS = ["trace", "logging"];

const INSIGHT = ["insight"] as const;

interface TritonChannels {
  readonly client: TritonClient;
  /** For the Batchdeck engine's extensions; null without a gRPC address, or if they are restricted. */
  readonly grpc: GrpcClient | null;
  readonly metrics: ServerHttp | null;
  /** The underlying connections, which the session closes. */
  readonly connections: Disposable;
}

/** A session with a Triton or a Batchdeck engine that introduced itself with `metadata`. */
export class TritonSession implements Session {
  readonly kind: ServerKind;
  readonly version: string;
  readonly batchdeck: boolean;
  readonly capabilities: readonly ServerCapability[];
  readonly insight: InsightClient | null;
  readonly #serverId: string;
  readonly #client: TritonClient;
  readonly #index: RepositoryIndex;
  readonly #metrics: MetricsReader | null;
  readonly #connections: Disposable;

  constructor(
    serverId: string,
    kind: ServerKind,
    metadata: ServerMetadata,
    { client, grpc, metrics, connections }: TritonChannels,
  ) {
    const { version, extensions } = metadata;
    this.#serverId = serverId;
    this.#client = client;
    this.#index = new RepositoryIndex(client);
    this.#metrics = metrics && new MetricsReader(metrics, "/metrics");
    this.#connections = connections;
    this.kind = kind;
    this.version = version;
    this.batchdeck = isBatchdeck(metadata);
    this.insight =
      grpc && extensions.includes(TELEMETRY_EXTENSION) ? new InsightClient(grpc) : null;
    this.capabilities = [...toCapabilities(extensions), ...(this.insight ? INSIGHT : [])];
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    const [index, statistics, snapshot, page] = await Promise.all([
      this.repositoryIndex(signal),
      this.statistics("", signal),
      this.#snapshot(signal),
      this.#metrics?.read(signal),
    ]);
    const exposition = page && page.text !== null ? page.exposition : null;
    return toObservation({ index, statistics, snapshot }, exposition, page?.why);
  }

  /** If only the telemetry fails, the other figures remain. */
  async #snapshot(signal?: AbortSignal): Promise<TelemetrySnapshot | null> {
    if (!this.insight) return null;
    try {
      return await this.insight.telemetry(signal);
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (signal?.aborted || error.details.unreachable === true) throw error;
      return null;
    }
  }

  get repositoryProblem(): string | null {
    return this.#index.problem;
  }

  repositoryIndex(signal?: AbortSignal) {
    return this.#index.read(signal);
  }

  statistics(model: string, signal?: AbortSignal) {
    return this.#client.modelStatistics(model, { signal });
  }

  async telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    if (this.insight) return this.insight.telemetry(signal);
    throw new StatusError(
      "UNIMPLEMENTED",
      "The server does not offer this: it needs Batchdeck's own engine, and its gRPC address.",
    );
  }

  async modelDetail(model: string, signal?: AbortSignal) {
    const { insight } = this;
    const telemetry = insight && (() => insight.telemetry(signal));
    const index = await this.repositoryIndex(signal);
    return fetchModelDetail(
      this.#client,
      { serverId: this.#serverId, model, index, telemetry },
      { signal },
    );
  }

  load(model: string, configJson?: string, signal?: AbortSignal) {
    return this.#client.load(model, configJson, { signal });
  }

  unload(model: string, signal?: AbortSignal) {
    return this.#client.unload(model, { signal });
  }

  [Symbol.dispose](): void {
    this.#connections[Symbol.dispose]();
  }
}

function toCapabilities(extensions: readonly string[]): ServerCapability[] {
  return [
    "statistics",
    "configuration",
    "inference",
    ...(extensions.includes("model_repository") ? (["load"] as const) : []),
    ...(SETTINGS.some((each) => extensions.includes(each)) ? (["settings"] as const) : []),
  ];
}
