import { StatusError } from "../../../base/status-error.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../../engine/types.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import { NO_ACCESS, type ServerAccess } from "../../wire/index.ts";
import type { ServerAdapter } from "../../servers/adapter.ts";
import type { EngineInsight } from "../../servers/insight.ts";
import type { Observation } from "../../servers/observation.ts";

/** A server whose answers a test sets. */
export class FakeServer implements ServerAdapter {
  readonly id: string = "fake";
  readonly capabilities: readonly ServerCapability[] = ["statistics", "insight", "load"];
  insight: EngineInsight | null = null;
  readonly listeners = new Listeners<ServerStatus>("telemetry");
  index: ModelIndexEntry[] = [];
  stats: ModelStatistics[] = [];
  snapshot: TelemetrySnapshot = { engineId: "run1", uptimeNs: 0, models: [] };
  config: ModelDetail["config"] = {};
  down = false;
  polls = 0;
  details = 0;
  /** When set, answers wait for it. */
  gate: Promise<void> | null = null;

  get status(): ServerStatus {
    return {
      id: this.id,
      name: "Fake",
      kind: "triton",
      state: this.down ? "stale" : "live",
      since: 0,
      reason: null,
      restarts: 0,
      endpoints: { grpc: "", http: "", metrics: "" },
      pid: null,
      version: null,
      capabilities: [...this.capabilities],
      secure: false,
      nextTry: null,
      repositoryProblem: null,
      restartedAt: null,
      batchdeck: false,
      caveat: null,
    };
  }

  observation: Observation = { incarnation: null, models: [], figures: [], exposition: null };

  async access(): Promise<ServerAccess> {
    return NO_ACCESS;
  }

  async observe(): Promise<Observation> {
    return this.observation;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.listeners.add(listener);
  }

  async repositoryIndex(): Promise<ModelIndexEntry[]> {
    this.polls += 1;
    return this.#answer(this.index);
  }

  async statistics(): Promise<ModelStatistics[]> {
    return this.#answer(this.stats);
  }

  async telemetry(): Promise<TelemetrySnapshot> {
    return this.#answer(this.snapshot);
  }

  async modelDetail(model: string): Promise<ModelDetail> {
    this.details += 1;
    return this.#answer({
      serverId: this.id,
      name: model,
      versions: [],
      ready: true,
      reason: null,
      platform: "",
      inputs: [],
      outputs: [],
      config: this.config,
      instances: [],
    });
  }

  async load(_model: string, _configJson?: string): Promise<void> {}
  async unload(_model: string): Promise<void> {}

  async #answer<T>(value: T): Promise<T> {
    await this.gate;
    if (this.down) throw new StatusError("UNAVAILABLE", "Nobody is there.");
    return value;
  }
}
