import { StatusError } from "../../base/status-error.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { Clock } from "../../base/clock.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
import type { ServerAdapter } from "./adapter.ts";
import type { BackOff } from "./back-off.ts";
import type { EngineInsight } from "./insight.ts";
import { ProcessInstances } from "./process-instances.ts";
import { ModelLimits } from "./model-limits.ts";
import type { Observation } from "./observation.ts";
import { SessionLease } from "./session-lease.ts";
import type { Session } from "./session.ts";
import { ConnectionStatus } from "./connection-status.ts";
import type { ClientEndpoints } from "./client-endpoints.ts";

export interface ServerIdentity {
  readonly id: string;
  readonly name: string;
  /** ServerStatus.caveat */
  readonly caveat?: string | null;
}

/** How to connect to a server: opens sessions with it. */
export interface Connector {
  /** The assumed kind until it has introduced itself. */
  readonly kind: ServerStatus["kind"];
  readonly endpoints: NonNullable<ServerStatus["endpoints"]>;
  readonly secure: boolean;
  readonly clientEndpoints: ClientEndpoints;
  access(): Promise<ServerAccess>;
  /** Includes the key to the server's settings; absent where it equals `access`. */
  controlAccess?(): Promise<ServerAccess>;
  /** Opens connections and recognises the server. */
  open(signal: AbortSignal): Promise<Session>;
  /** Called with a message when responses are cut (SERVER-T20); without it nothing is cut. */
  readonly report?: (message: string) => void;
  /** Adds what the console knows of the server's process, if the process is its own. */
  readonly withProcess?: (status: ServerStatus) => ServerStatus;
}

/**
 * A server on the network. With a back-off it is contacted at once and, while unreachable, retried with growing pauses,
 * during which polls are rejected without being sent; each attempt uses new connections. Without a back-off every call
 * tries to connect. Calls that are not polls always go out, once.
 */
export class RemoteServer implements ServerAdapter, Disposable {
  readonly id: string;
  #name: string;
  #connector: Connector;
  readonly #clock: Clock;
  readonly #backOff: BackOff | null;
  readonly #standing: ConnectionStatus;
  #limits: ModelLimits | null = null;
  readonly #stopped = new AbortController();
  #lease: SessionLease | null = null;
  /** Of the latest session. */
  #known: Pick<Session, "kind" | "version" | "batchdeck" | "capabilities"> | null = null;
  #restartedAt: number | null = null;
  #repositoryProblem: string | null = null;
  #opening: Promise<SessionLease> | null = null;
  #retry: Disposable | null = null;
  readonly #incarnations = new ProcessInstances();

  constructor(
    identity: ServerIdentity,
    connector: Connector,
    clock: Clock,
    backOff: BackOff | null,
  ) {
    this.id = identity.id;
    this.#name = identity.name;
    this.#connector = connector;
    this.#clock = clock;
    this.#backOff = backOff;
    this.#standing = new ConnectionStatus(clock, (standing) => {
      const status: ServerStatus = {
        id: this.id,
        name: this.#name,
        kind: this.#known?.kind ?? this.#connector.kind,
        ...standing,
        repositoryProblem: this.#repositoryProblem,
        restarts: 0,
        restartedAt: this.#restartedAt,
        endpoints: this.#connector.endpoints,
        pid: null,
        version: this.#known?.version ?? null,
        batchdeck: this.#known?.batchdeck ?? false,
        capabilities: [...this.capabilities],
        secure: this.#connector.secure,
        caveat: identity.caveat ?? null,
      };
      return this.#connector.withProcess?.(status) ?? status;
    });
    if (backOff) this.#attempt().catch(() => {});
  }

  get status(): ServerStatus {
    return this.#standing.status;
  }

  get capabilities(): readonly ServerCapability[] {
    return this.#known?.capabilities ?? [];
  }

  get insight(): EngineInsight | null {
    return this.#lease?.session.insight ?? null;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#standing.onStatus(listener);
  }

  get clientEndpoints(): ClientEndpoints {
    return this.#connector.clientEndpoints;
  }

  access(): Promise<ServerAccess> {
    return this.#connector.access();
  }

  controlAccess(): Promise<ServerAccess> {
    return this.#connector.controlAccess?.() ?? this.#connector.access();
  }

  /** Switches to another connection: starts over as if it had never responded. Calls in flight continue. */
  change(name: string, connector: Connector): void {
    this.#name = name;
    this.#connector = connector;
    this.#retire();
    this.#endPause();
    this.#known = null;
    this.#incarnations.forget();
    this.#restartedAt = null;
    this.#repositoryProblem = null;
    this.#opening = null;
    this.#backOff?.reset();
    this.#standing.reset();
    if (this.#backOff) this.#attempt().catch(() => {});
  }

  noteRestart(at: number): void {
    this.#restartedAt = at;
    this.#standing.changed();
  }

  /** Ends a pause and retries. */
  askNow(): void {
    this.#backOff?.reset();
    const asked = this.#lease ? this.observe() : this.#attempt();
    asked.catch(() => {});
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    const observation = await this.#poll((session) => session.observe(signal));
    // The new process may be another version: it is recognised again while calls in flight continue.
    if (this.#incarnations.isAnother(observation.incarnation)) this.#attempt().catch(() => {});
    return this.#limits?.observation(observation) ?? observation;
  }

  async repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    const index = await this.#poll((session) => session.repositoryIndex(signal));
    return this.#limits?.index(index) ?? index;
  }

  async statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]> {
    const statistics = await this.#call((session) => session.statistics(model, signal));
    return this.#limits?.statistics(statistics) ?? statistics;
  }

  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    return this.#call((session) => session.telemetry(signal));
  }

  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail> {
    return this.#call((session) => session.modelDetail(model, signal));
  }

  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void> {
    return this.#call((session) => session.load(model, configJson, signal));
  }

  unload(model: string, signal?: AbortSignal): Promise<void> {
    return this.#call((session) => session.unload(model, signal));
  }

  [Symbol.dispose](): void {
    this.#stopped.abort(new StatusError("CANCELLED", `${this.status.name} was removed.`));
    this.#retry?.[Symbol.dispose]();
    this.#lease?.session[Symbol.dispose]();
    this.#lease = null;
  }

  /** A call that will be repeated soon: rejected during a pause. Its failure shows in the status. */
  async #poll<T>(call: (session: Session) => Promise<T>): Promise<T> {
    const { problem } = this.#standing;
    const inPeace = this.#backOff && !this.#lease && !this.#opening;
    if (inPeace && problem)
      throw new StatusError(problem.code, problem.message, {
        details: { ...problem.details, waiting: true },
      });
    const answer = await this.#ask(
      call,
      ({ code }) => code !== "CANCELLED" && code !== "UNIMPLEMENTED",
    );
    this.#noteRepository(this.#lease?.session.repositoryProblem ?? null);
    return answer;
  }

  #noteRepository(problem: string | null): void {
    if (problem === this.#repositoryProblem) return;
    this.#repositoryProblem = problem;
    this.#standing.changed();
  }

  #call<T>(call: (session: Session) => Promise<T>): Promise<T> {
    return this.#ask(call, ({ details }) => details.unreachable === true);
  }

  /** `lost`: whether an error means that the server is unreachable. */
  async #ask<T>(
    call: (session: Session) => Promise<T>,
    lost: (error: StatusError) => boolean,
  ): Promise<T> {
    const lease = this.#lease ?? (await this.#attempt());
    try {
      const answer = await lease.use(call);
      if (lease === this.#lease) this.#standing.live();
      return answer;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (lease === this.#lease && lost(error)) this.#lose(error);
      throw error;
    }
  }

  #attempt(): Promise<SessionLease> {
    if (this.#opening) return this.#opening;
    const opening = this.#open(this.#connector).finally(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    this.#opening = opening;
    return opening;
  }

  async #open(connector: Connector): Promise<SessionLease> {
    this.#endPause();
    const { signal } = this.#stopped;
    const over = () => signal.aborted || connector !== this.#connector;
    try {
      const session = await connector.open(signal);
      if (over()) {
        session[Symbol.dispose]();
        throw new StatusError("CANCELLED", `${this.#name} was removed, or its connection changed.`);
      }
      const lease = new SessionLease(session);
      this.#retire();
      this.#lease = lease;
      this.#known = session;
      this.#limits = connector.report ? new ModelLimits(connector.report) : null;
      this.#backOff?.reset();
      this.#endPause();
      this.#standing.live();
      return lease;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (!over()) this.#lose(error);
      throw error;
    }
  }

  #lose(error: StatusError): void {
    this.#retire();
    this.#endPause();
    const hopeless = error.details.hopeless === true;
    const wait = this.#backOff && !hopeless ? this.#backOff.next() : null;
    if (wait !== null)
      this.#retry = this.#clock.after(wait, () => void this.#attempt().catch(() => {}));
    const nextTry = wait === null ? null : this.#clock.now() + wait;
    this.#standing.lost(isSilence(error) ? "stale" : "failed", error, nextTry);
  }

  #endPause(): void {
    this.#retry?.[Symbol.dispose]();
    this.#retry = null;
  }

  #retire(): void {
    const lease = this.#lease;
    this.#lease = null;
    lease?.retire();
  }
}

/** No response at all, as opposed to a rejection. */
function isSilence({ code, details }: StatusError): boolean {
  return details.refused !== true && (code === "DEADLINE_EXCEEDED" || details.unreachable === true);
}
