import type { ServerMetadata } from "../../engine/types.ts";
import type { ServerCapability, ServerKind } from "../contract/index.ts";
import type { GrpcClient } from "./grpc-client.ts";
import { InsightClient } from "./insight-client.ts";
import { observationOf } from "./kinds/triton/observation-of.ts";
import { readExposition } from "./metrics/fetch-metrics.ts";
import { modelDetailOf } from "./model-detail.ts";
import type { Observation } from "./observation.ts";
import type { Peer } from "./peer.ts";
import type { ServerHttp } from "./transport/server-http.ts";
import { TritonClient } from "./triton-client.ts";

/** The extension by which a server says that it offers the telemetry service. */
const TELEMETRY_EXTENSION = "batchdeck_telemetry";

/** Either offers calls for settings. */
const SETTINGS = ["trace", "logging"];

interface Ways {
  readonly grpc: GrpcClient;
  readonly metrics: ServerHttp | null;
}

/** A Triton, or one of our engines, that has introduced itself with `metadata`. */
export class TritonPeer implements Peer {
  readonly kind: ServerKind;
  readonly version: string;
  readonly capabilities: readonly ServerCapability[];
  readonly insight: InsightClient | null;
  readonly #serverId: string;
  readonly #ways: Ways;
  readonly #connections: Disposable;
  readonly #client: TritonClient;

  /** `connections`: what its ways rest on, which is the peer's to close. */
  constructor(
    serverId: string,
    kind: ServerKind,
    metadata: ServerMetadata,
    ways: Ways,
    connections: Disposable,
  ) {
    this.#serverId = serverId;
    this.#ways = ways;
    this.#connections = connections;
    this.#client = new TritonClient(ways.grpc);
    this.kind = kind;
    this.version = metadata.version;
    this.capabilities = capabilitiesOf(metadata.extensions);
    this.insight = this.capabilities.includes("insight") ? new InsightClient(ways.grpc) : null;
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    const { metrics } = this.#ways;
    const [index, statistics, exposition] = await Promise.all([
      this.repositoryIndex(signal),
      this.statistics("", signal),
      // What metrics alone would tell is then not told.
      metrics && readExposition(metrics, signal).catch(() => null),
    ]);
    return observationOf(index, statistics, exposition);
  }

  repositoryIndex(signal?: AbortSignal) {
    return this.#client.repositoryIndex({ signal });
  }

  statistics(model: string, signal?: AbortSignal) {
    return this.#client.modelStatistics(model, { signal });
  }

  telemetry(signal?: AbortSignal) {
    return this.#client.telemetry({ signal });
  }

  modelDetail(model: string, signal?: AbortSignal) {
    return modelDetailOf(this.#client, this.#serverId, model, this.insight !== null, { signal });
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

function capabilitiesOf(extensions: readonly string[]): ServerCapability[] {
  return [
    "statistics",
    "configuration",
    "inference",
    ...(extensions.includes("model_repository") ? (["load"] as const) : []),
    ...(SETTINGS.some((each) => extensions.includes(each)) ? (["settings"] as const) : []),
    ...(extensions.includes(TELEMETRY_EXTENSION) ? (["insight"] as const) : []),
  ];
}
