import { StatusError } from "../../base/status-error.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { Clock } from "../../base/clock.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { EngineSupervisor } from "../supervision/index.ts";
import { NO_ACCESS, type ServerAccess } from "../wire/index.ts";
import type { ServerAdapter } from "./adapter.ts";
import type { EngineInsight } from "./insight.ts";
import type { Observation } from "./observation.ts";
import { TritonAdapter } from "./triton-adapter.ts";

export const EMBEDDED_ID = "embedded";
const NAME = "Embedded engine";

/** The embedded engine: one more Triton, whose address changes with each start of its process. */
export class EmbeddedServer implements ServerAdapter, Disposable {
  readonly id = EMBEDDED_ID;
  readonly #supervisor: EngineSupervisor;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<ServerStatus>("servers");
  readonly #watching: Disposable;
  #triton: TritonAdapter | null = null;

  constructor(supervisor: EngineSupervisor, clock: Clock) {
    this.#supervisor = supervisor;
    this.#clock = clock;
    this.#watching = supervisor.onStatus(() => this.#follow());
  }

  get status(): ServerStatus {
    const process = this.#supervisor.status;
    const triton = this.#triton?.status;
    const serving = process.state === "live" && triton;
    return {
      id: EMBEDDED_ID,
      name: NAME,
      kind: "embedded",
      state: serving ? triton.state : process.state,
      since: serving ? triton.since : process.since,
      reason: serving ? triton.reason : process.reason,
      repositoryProblem: process.repositoryProblem ?? triton?.repositoryProblem ?? null,
      restarts: process.restarts,
      restartedAt: process.restartedAt,
      endpoints: process.endpoints,
      pid: process.pid,
      version: triton?.version ?? null,
      batchdeck: true,
      capabilities: triton?.capabilities ?? [],
      secure: false,
      nextTry: null,
      caveat: null,
    };
  }

  get capabilities(): readonly ServerCapability[] {
    return this.#triton?.capabilities ?? [];
  }

  get insight(): EngineInsight | null {
    return this.#triton?.insight ?? null;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#listeners.add(listener);
  }

  async access(): Promise<ServerAccess> {
    return this.#triton?.access() ?? NO_ACCESS;
  }

  async controlAccess(): Promise<ServerAccess> {
    return this.#triton?.controlAccess() ?? NO_ACCESS;
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    return this.#running().observe(signal);
  }

  async repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    return this.#running().repositoryIndex(signal);
  }

  async statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]> {
    return this.#running().statistics(model, signal);
  }

  async telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    return this.#running().telemetry(signal);
  }

  async modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail> {
    return this.#running().modelDetail(model, signal);
  }

  async load(model: string, configJson?: string, signal?: AbortSignal): Promise<void> {
    return this.#running().load(model, configJson, signal);
  }

  async unload(model: string, signal?: AbortSignal): Promise<void> {
    return this.#running().unload(model, signal);
  }

  [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
    this.#triton?.[Symbol.dispose]();
    this.#triton = null;
  }

  #running(): TritonAdapter {
    if (this.#triton) return this.#triton;
    const { state, reason } = this.#supervisor.status;
    throw new StatusError(
      "UNAVAILABLE",
      state === "starting"
        ? "The embedded engine is still starting."
        : `The embedded engine does not run (${state}${reason === null ? "" : `: ${reason}`}).`,
    );
  }

  #follow(): void {
    this.#triton?.[Symbol.dispose]();
    this.#triton = null;
    const { endpoints } = this.#supervisor.status;
    const { controlSecret } = this.#supervisor;
    if (endpoints) {
      const identity = { id: EMBEDDED_ID, name: NAME, kind: "embedded" } as const;
      const address = { ...identity, endpoints, controlSecret };
      this.#triton = new TritonAdapter(address, this.#clock);
      this.#triton.onStatus(() => this.#listeners.emit(this.status));
    }
    this.#listeners.emit(this.status);
  }
}
