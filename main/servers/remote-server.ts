import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { Clock } from "../../base/clock.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
import type { ServerAdapter } from "./adapter.ts";
import type { BackOff } from "./back-off.ts";
import type { EngineInsight } from "./insight.ts";
import { ModelLimits } from "./model-limits.ts";
import type { Observation } from "./observation.ts";
import type { Session } from "./session.ts";
import { type Connector, SessionKeeper } from "./session-keeper.ts";
import { ConnectionStatus } from "./connection-status.ts";
import type { ClientEndpoints } from "./client-endpoints.ts";

export interface ServerIdentity {
  readonly id: string;
  readonly name: string;
  /** ServerStatus.caveat of a server that is reached through a port-forward. */
  readonly caveat?: string | null;
}

/**
 * A server on the network. With a back-off it is contacted at once and, while unreachable, retried with growing pauses,
 * during which polls are rejected without being sent; each attempt uses new connections. Without a back-off every call
 * tries to connect. Calls that are not polls always go out, once.
 */
export class RemoteServer implements ServerAdapter, Disposable {
  readonly id: string;
  #name: string;
  readonly #keeper: SessionKeeper;
  readonly #standing: ConnectionStatus;
  #limits: ModelLimits | null = null;
  /** Of the latest session. */
  #known: Pick<Session, "kind" | "version" | "batchdeck" | "capabilities"> | null = null;
  #restartedAt: number | null = null;
  #repositoryProblem: string | null = null;
  readonly #incarnations = new ProcessInstances();

  constructor(
    identity: ServerIdentity,
    connector: Connector,
    clock: Clock,
    backOff: BackOff | null,
  ) {
    this.id = identity.id;
    this.#name = identity.name;
    this.#standing = new ConnectionStatus(clock, (standing) => {
      const status: ServerStatus = {
        id: this.id,
        name: this.#name,
        kind: this.#known?.kind ?? this.#keeper.connector.kind,
        ...standing,
        repositoryProblem: this.#repositoryProblem,
        restarts: 0,
        restartedAt: this.#restartedAt,
        endpoints: this.#keeper.connector.endpoints,
        pid: null,
        version: this.#known?.version ?? null,
        batchdeck: this.#known?.batchdeck ?? false,
        capabilities: [...this.capabilities],
        secure: this.#keeper.connector.secure,
        caveat: identity.caveat ?? null,
      };
      return this.#keeper.connector.withProcess?.(status) ?? status;
    });
    this.#keeper = new SessionKeeper(connector, {
      clock,
      backOff,
      status: this.#standing,
      name: () => this.#name,
      onSession: (session) => {
        const { report } = this.#keeper.connector;
        this.#known = session;
        this.#limits = report ? new ModelLimits(report) : null;
      },
    });
    this.#keeper.start();
  }

  get status(): ServerStatus {
    return this.#standing.status;
  }

  get capabilities(): readonly ServerCapability[] {
    return this.#known?.capabilities ?? [];
  }

  get insight(): EngineInsight | null {
    return this.#keeper.session?.insight ?? null;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#standing.onStatus(listener);
  }

  get clientEndpoints(): ClientEndpoints {
    return this.#keeper.connector.clientEndpoints;
  }

  access(): Promise<ServerAccess> {
    return this.#keeper.connector.access();
  }

  controlAccess(): Promise<ServerAccess> {
    return this.#keeper.connector.controlAccess?.() ?? this.#keeper.connector.access();
  }

  /** Switches to another connection: starts over as if it had never responded. Calls in flight continue. */
  change(name: string, connector: Connector): void {
    this.#name = name;
    this.#known = null;
    this.#incarnations.forget();
    this.#restartedAt = null;
    this.#repositoryProblem = null;
    this.#keeper.change(connector);
  }

  noteRestart(at: number): void {
    this.#restartedAt = at;
    this.#standing.changed();
  }

  /** Ends a pause and retries. */
  askNow(): void {
    this.#keeper.resetBackOff();
    if (this.#keeper.session) this.observe().catch(() => {});
    else this.#keeper.reopen();
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    const observation = await this.#poll((session) => session.observe(signal));
    // The new process may be another version: it is recognised again while calls in flight continue.
    if (this.#incarnations.isAnother(observation.incarnation)) this.#keeper.reopen();
    return this.#limits?.observation(observation) ?? observation;
  }

  async repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    const index = await this.#poll((session) => session.repositoryIndex(signal));
    return this.#limits?.index(index) ?? index;
  }

  async statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]> {
    const statistics = await this.#keeper.call((session) => session.statistics(model, signal));
    return this.#limits?.statistics(statistics) ?? statistics;
  }

  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    return this.#keeper.call((session) => session.telemetry(signal));
  }

  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail> {
    return this.#keeper.call((session) => session.modelDetail(model, signal));
  }

  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void> {
    return this.#keeper.call((session) => session.load(model, configJson, signal));
  }

  unload(model: string, signal?: AbortSignal): Promise<void> {
    return this.#keeper.call((session) => session.unload(model, signal));
  }

  [Symbol.dispose](): void {
    this.#keeper[Symbol.dispose]();
  }

  async #poll<T>(call: (session: Session) => Promise<T>): Promise<T> {
    const answer = await this.#keeper.poll(call);
    this.#noteRepository(this.#keeper.session?.repositoryProblem ?? null);
    return answer;
  }

  #noteRepository(problem: string | null): void {
    if (problem === this.#repositoryProblem) return;
    this.#repositoryProblem = problem;
    this.#standing.changed();
  }
}

/** Max instances remembered. */
const MAX_INSTANCES = 100;

/** The processes seen behind one address; a load balancer may alternate between several. */
class ProcessInstances {
  readonly #seen = new Set<string>();

  /** Records a server's process id; true if it is new. Null: not reported. */
  isAnother(incarnation: string | null): boolean {
    if (incarnation === null || this.#seen.has(incarnation)) return false;
    const [oldest] = this.#seen;
    if (this.#seen.size >= MAX_INSTANCES && oldest !== undefined) this.#seen.delete(oldest);
    this.#seen.add(incarnation);
    return oldest !== undefined;
  }

  forget(): void {
    this.#seen.clear();
  }
}
