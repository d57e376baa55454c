import { StatusError } from "../../engine/protocol/status.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { Clock } from "../clock.ts";
import type {
  ModelDetail,
  ServerCapability,
  ServerState,
  ServerStatus,
} from "../contract/index.ts";
import { Listeners } from "../listeners.ts";
import { plainTarget, type ServerAccess } from "./access.ts";
import type { ServerAdapter } from "./adapter.ts";
import { GrpcClient } from "./grpc-client.ts";
import type { EngineInsight } from "./insight.ts";
import { InsightClient } from "./insight-client.ts";
import { modelDetailOf } from "./model-detail.ts";
import { fetchExposition } from "./metrics/fetch-metrics.ts";
import { observationOf } from "./kinds/triton/observation-of.ts";
import type { Observation } from "./observation.ts";
import { TritonClient } from "./triton-client.ts";

/** The extension by which a server says that it offers the telemetry service. */
const TELEMETRY_EXTENSION = "batchdeck_telemetry";

export interface TritonAddress {
  readonly id: string;
  readonly name: string;
  readonly kind: ServerStatus["kind"];
  readonly endpoints: NonNullable<ServerStatus["endpoints"]>;
}

/** Any server that speaks Triton's gRPC service; whether it is there shows in the calls it answers. */
export class TritonAdapter implements ServerAdapter, Disposable {
  readonly id: string;
  readonly #address: TritonAddress;
  readonly #grpc: GrpcClient;
  readonly #client: TritonClient;
  readonly #insight: EngineInsight;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<ServerStatus>();
  #introduction: Promise<void> | null = null;
  #capabilities: readonly ServerCapability[] = [];
  #version: string | null = null;
  #state: ServerState = "starting";
  #reason: string | null = null;
  #since: number;

  constructor(address: TritonAddress, clock: Clock) {
    this.id = address.id;
    this.#address = address;
    this.#grpc = new GrpcClient(address.endpoints.grpc);
    this.#client = new TritonClient(this.#grpc);
    this.#insight = new InsightClient(this.#grpc);
    this.#clock = clock;
    this.#since = clock.now();
  }

  get status(): ServerStatus {
    const { id, name, kind, endpoints } = this.#address;
    return {
      id,
      name,
      kind,
      endpoints,
      state: this.#state,
      since: this.#since,
      reason: this.#reason,
      restarts: 0,
      pid: null,
      version: this.#version,
      capabilities: [...this.#capabilities],
      secure: false,
      nextTry: null,
    };
  }

  /** Known once the server has answered any call. */
  get capabilities(): readonly ServerCapability[] {
    return this.#capabilities;
  }

  get insight(): EngineInsight | null {
    return this.#capabilities.includes("insight") ? this.#insight : null;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#listeners.add(listener);
  }

  access(): Promise<ServerAccess> {
    const { grpc, http, metrics } = this.#address.endpoints;
    return Promise.resolve({
      grpc: plainTarget(grpc),
      http: plainTarget(http),
      metrics: plainTarget(metrics),
    });
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    const { metrics } = this.#address.endpoints;
    const [index, statistics, exposition] = await Promise.all([
      this.repositoryIndex(signal),
      this.statistics("", signal),
      metrics === "" ? null : fetchExposition(metrics, signal).catch(() => null),
    ]);
    return observationOf(index, statistics, exposition);
  }

  repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    return this.#ask(() => this.#client.repositoryIndex({ signal }));
  }

  statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]> {
    return this.#ask(() => this.#client.modelStatistics(model, { signal }));
  }

  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    return this.#ask(() => this.#client.telemetry({ signal }));
  }

  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail> {
    return this.#ask(() =>
      modelDetailOf(this.#client, this.id, model, this.#capabilities.includes("insight"), {
        signal,
      }),
    );
  }

  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void> {
    return this.#ask(() => this.#client.load(model, configJson, { signal }));
  }

  unload(model: string, signal?: AbortSignal): Promise<void> {
    return this.#ask(() => this.#client.unload(model, { signal }));
  }

  [Symbol.dispose](): void {
    this.#grpc.close();
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      await this.#introduce();
      const answer = await call();
      this.#setState("live", null);
      return answer;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (isSilence(error)) this.#setState("stale", error.message);
      else if (this.#version === null && error.code !== "CANCELLED")
        this.#setState("failed", `what answers is no Triton server: ${error.message}`);
      throw error;
    }
  }

  /** Asks once who the server is and what it offers. */
  #introduce(): Promise<void> {
    this.#introduction ??= this.#client.serverMetadata({}).then(
      ({ version, extensions }) => {
        this.#version = version;
        this.#capabilities = capabilitiesOf(extensions);
      },
      (error: unknown) => {
        this.#introduction = null;
        throw error;
      },
    );
    return this.#introduction;
  }

  #setState(state: ServerState, reason: string | null): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#reason = reason;
    this.#since = this.#clock.now();
    this.#listeners.tell(this.status);
  }
}

function capabilitiesOf(extensions: readonly string[]): ServerCapability[] {
  return [
    "statistics",
    "configuration",
    "inference",
    ...(extensions.includes("model_repository") ? (["load"] as const) : []),
    ...(extensions.includes(TELEMETRY_EXTENSION) ? (["insight"] as const) : []),
  ];
}

/** Nobody answered, as against an answer that says no. */
function isSilence({ code, details }: StatusError): boolean {
  return code === "DEADLINE_EXCEEDED" || details.unreachable === true;
}
