import { StatusError } from "../../../base/status-error.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../../engine/types.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../../contract/index.ts";
import { NO_ACCESS, type ServerAccess } from "../../wire/index.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/adapter.ts";
import type { EngineInsight } from "../../servers/insight.ts";
import { readMetrics } from "../../servers/metrics/index.ts";
import type { Observation, RawFigure } from "../../servers/observation.ts";
import { toObservation } from "../../servers/kinds/triton/to-observation.ts";

/** A server whose responses a test sets: as Triton's statistics, as figures, or as a function. */
export class FakeServer implements ServerAdapter {
  readonly id: string;
  readonly capabilities: readonly ServerCapability[] = ["statistics", "insight", "load"];
  insight: EngineInsight | null = null;
  readonly listeners = new Listeners<ServerStatus>("telemetry");
  index: ModelIndexEntry[] = [];
  stats: ModelStatistics[] = [];
  snapshot: TelemetrySnapshot | null = { engineId: "run1", uptimeNs: 0, models: [] };
  exposition: string | null = null;
  config: ModelDetail["config"] = {};
  down = false;
  /** How often it was polled for everything it reports. */
  asked = 0;
  details = 0;
  /** If set, responses wait for it. */
  gate: Promise<void> | null = null;
  answer: (signal?: AbortSignal) => Promise<Observation> = async () =>
    this.#answer(await this.#observation(this.#reported()));
  #changes: Partial<ServerStatus> = {};

  constructor(id = "fake") {
    this.id = id;
  }

  get status(): ServerStatus {
    return {
      id: this.id,
      name: this.id.toUpperCase(),
      kind: "triton",
      state: this.down ? "stale" : "live",
      since: 0,
      reason: null,
      restarts: 0,
      endpoints: { grpc: "h:1", http: "", metrics: "" },
      pid: null,
      version: null,
      capabilities: [...this.capabilities],
      secure: false,
      nextTry: null,
      repositoryProblem: null,
      restartedAt: null,
      batchdeck: false,
      caveat: null,
      ...this.#changes,
    };
  }

  become(changes: Partial<ServerStatus>): void {
    this.#changes = { ...this.#changes, ...changes };
    this.listeners.emit(this.status);
  }

  noteRestart(at: number): void {
    this.become({ restartedAt: at });
  }

  /** Responds with these figures from now on. */
  reports(figures: readonly RawFigure[], more: Partial<Observation> = {}): void {
    this.answer = async () => ({ ...(await this.#observation(figures)), ...more });
  }

  observe(signal?: AbortSignal): Promise<Observation> {
    this.asked += 1;
    return this.answer(signal);
  }

  async access(): Promise<ServerAccess> {
    return NO_ACCESS;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.listeners.add(listener);
  }

  async repositoryIndex(): Promise<ModelIndexEntry[]> {
    return this.#answer(this.index);
  }

  async statistics(): Promise<ModelStatistics[]> {
    return this.#answer(this.stats);
  }

  async telemetry(): Promise<TelemetrySnapshot> {
    if (!this.snapshot) throw new StatusError("UNIMPLEMENTED", "There is no telemetry service.");
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

  #reported(): readonly RawFigure[] {
    const { index, stats, snapshot } = this;
    return toObservation({ index, statistics: stats, snapshot }, null).figures;
  }

  async #observation(figures: readonly RawFigure[]): Promise<Observation> {
    const { index, stats, snapshot, exposition } = this;
    const triton = { index: [...index], statistics: stats, snapshot };
    const metrics = exposition === null ? null : await readMetrics(exposition);
    return { incarnation: null, models: [], figures, exposition, metrics, triton };
  }

  async #answer<T>(value: T): Promise<T> {
    await this.gate;
    if (this.down) throw new StatusError("UNAVAILABLE", "Connection refused.");
    return value;
  }
}

/** Servers that are added and removed. */
export class FakeDirectory implements ServerDirectory {
  readonly #listeners = new Listeners<void>("telemetry");
  #servers: readonly ServerAdapter[];

  constructor(servers: readonly ServerAdapter[]) {
    this.#servers = servers;
  }

  set(servers: readonly ServerAdapter[]): void {
    this.#servers = servers;
    this.#listeners.emit();
  }

  list(): readonly ServerAdapter[] {
    return this.#servers;
  }

  get(id: string): ServerAdapter {
    const found = this.#servers.find((server) => server.id === id);
    if (!found) throw new Error(`NOT_FOUND: no server ${id}`);
    return found;
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }
}

export const requests = (total: number, model = "a"): RawFigure => ({
  form: "rate",
  figure: "requestsPerSecond",
  model,
  source: "requests_total",
  total,
});

export const waiting = (value: number, model = "a"): RawFigure => ({
  form: "gauge",
  figure: "waiting",
  model,
  source: "waiting",
  value,
  across: "sum",
});
