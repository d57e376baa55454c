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
import { Opening } from "./opening.ts";
import type { Peer } from "./peer.ts";
import { ConnectionStatus } from "./connection-status.ts";
import type { ClientEndpoints } from "./client-endpoints.ts";

export interface ServerIdentity {
  readonly id: string;
  readonly name: string;
  /** ServerStatus.caveat */
  readonly caveat?: string | null;
}

/** How a server is come by. */
export interface ServerDoor {
  /** What it is thought to be until it said so. */
  readonly kind: ServerStatus["kind"];
  readonly endpoints: NonNullable<ServerStatus["endpoints"]>;
  readonly secure: boolean;
  readonly clientEndpoints: ClientEndpoints;
  access(): Promise<ServerAccess>;
  /** With the key to the server's settings; left out where it is `access`. */
  controlAccess?(): Promise<ServerAccess>;
  /** Makes connections and finds out who answers. */
  open(signal: AbortSignal): Promise<Peer>;
  /** Called with a sentence when answers are cut (SERVER-T20); left out where they are not to be. */
  readonly report?: (message: string) => void;
  /** The status with what is known of the server's process, where that is the console's own. */
  readonly withProcess?: (status: ServerStatus) => ServerStatus;
}

/**
 * A server that is asked over the network. With a back-off it is asked at once and, while it is silent, again and again
 * with longer pauses, in which polls are refused without being asked; every attempt is made over new connections. Without one it is
 * asked whenever a call is made. Calls that are no polls always go out, once.
 */
export class RemoteServer implements ServerAdapter, Disposable {
  readonly id: string;
  #name: string;
  #door: ServerDoor;
  readonly #clock: Clock;
  readonly #backOff: BackOff | null;
  readonly #standing: ConnectionStatus;
  #limits: ModelLimits | null = null;
  readonly #stopped = new AbortController();
  #held: Opening | null = null;
  /** As of the newest opening. */
  #known: Pick<Peer, "kind" | "version" | "batchdeck" | "capabilities"> | null = null;
  #restartedAt: number | null = null;
  #repositoryProblem: string | null = null;
  #opening: Promise<Opening> | null = null;
  #retry: Disposable | null = null;
  readonly #incarnations = new ProcessInstances();

  constructor(identity: ServerIdentity, door: ServerDoor, clock: Clock, backOff: BackOff | null) {
    this.id = identity.id;
    this.#name = identity.name;
    this.#door = door;
    this.#clock = clock;
    this.#backOff = backOff;
    this.#standing = new ConnectionStatus(clock, (standing) => {
      const status: ServerStatus = {
        id: this.id,
        name: this.#name,
        kind: this.#known?.kind ?? this.#door.kind,
        ...standing,
        repositoryProblem: this.#repositoryProblem,
        restarts: 0,
        restartedAt: this.#restartedAt,
        endpoints: this.#door.endpoints,
        pid: null,
        version: this.#known?.version ?? null,
        batchdeck: this.#known?.batchdeck ?? false,
        capabilities: [...this.capabilities],
        secure: this.#door.secure,
        caveat: identity.caveat ?? null,
      };
      return this.#door.withProcess?.(status) ?? status;
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
    return this.#held?.peer.insight ?? null;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#standing.onStatus(listener);
  }

  get clientEndpoints(): ClientEndpoints {
    return this.#door.clientEndpoints;
  }

  access(): Promise<ServerAccess> {
    return this.#door.access();
  }

  controlAccess(): Promise<ServerAccess> {
    return this.#door.controlAccess?.() ?? this.#door.access();
  }

  /** Another way to it: it is asked again, as if it had never answered. Calls under way go on. */
  change(name: string, door: ServerDoor): void {
    this.#name = name;
    this.#door = door;
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

  /** Ends a pause, and asks. */
  askNow(): void {
    this.#backOff?.reset();
    const asked = this.#held ? this.observe() : this.#attempt();
    asked.catch(() => {});
  }

  async observe(signal?: AbortSignal): Promise<Observation> {
    const observation = await this.#poll((peer) => peer.observe(signal));
    // Another process may be another version: it is found out again while calls under way go on.
    if (this.#incarnations.isAnother(observation.incarnation)) this.#attempt().catch(() => {});
    return this.#limits?.observation(observation) ?? observation;
  }

  async repositoryIndex(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    const index = await this.#poll((peer) => peer.repositoryIndex(signal));
    return this.#limits?.index(index) ?? index;
  }

  async statistics(model: string, signal?: AbortSignal): Promise<ModelStatistics[]> {
    const statistics = await this.#call((peer) => peer.statistics(model, signal));
    return this.#limits?.statistics(statistics) ?? statistics;
  }

  telemetry(signal?: AbortSignal): Promise<TelemetrySnapshot> {
    return this.#call((peer) => peer.telemetry(signal));
  }

  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail> {
    return this.#call((peer) => peer.modelDetail(model, signal));
  }

  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void> {
    return this.#call((peer) => peer.load(model, configJson, signal));
  }

  unload(model: string, signal?: AbortSignal): Promise<void> {
    return this.#call((peer) => peer.unload(model, signal));
  }

  [Symbol.dispose](): void {
    this.#stopped.abort(new StatusError("CANCELLED", `${this.status.name} was removed.`));
    this.#retry?.[Symbol.dispose]();
    this.#held?.peer[Symbol.dispose]();
    this.#held = null;
  }

  /**
   * A call that will be made again soon: refused while the server is left in peace. That it cannot be answered shows in
   * the state.
   */
  async #poll<T>(call: (peer: Peer) => Promise<T>): Promise<T> {
    const { problem } = this.#standing;
    const inPeace = this.#backOff && !this.#held && !this.#opening;
    if (inPeace && problem)
      throw new StatusError(problem.code, problem.message, {
        details: { ...problem.details, waiting: true },
      });
    const answer = await this.#ask(
      call,
      ({ code }) => code !== "CANCELLED" && code !== "UNIMPLEMENTED",
    );
    this.#noteRepository(this.#held?.peer.repositoryProblem ?? null);
    return answer;
  }

  #noteRepository(problem: string | null): void {
    if (problem === this.#repositoryProblem) return;
    this.#repositoryProblem = problem;
    this.#standing.changed();
  }

  #call<T>(call: (peer: Peer) => Promise<T>): Promise<T> {
    return this.#ask(call, ({ details }) => details.unreachable === true);
  }

  /** `lost`: whether an error says that the server can't be reached. */
  async #ask<T>(
    call: (peer: Peer) => Promise<T>,
    lost: (error: StatusError) => boolean,
  ): Promise<T> {
    const held = this.#held ?? (await this.#attempt());
    try {
      const answer = await held.use(call);
      if (held === this.#held) this.#standing.live();
      return answer;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (held === this.#held && lost(error)) this.#lose(error);
      throw error;
    }
  }

  #attempt(): Promise<Opening> {
    if (this.#opening) return this.#opening;
    const opening = this.#open(this.#door).finally(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    this.#opening = opening;
    return opening;
  }

  async #open(door: ServerDoor): Promise<Opening> {
    this.#endPause();
    const { signal } = this.#stopped;
    const over = () => signal.aborted || door !== this.#door;
    try {
      const peer = await door.open(signal);
      if (over()) {
        peer[Symbol.dispose]();
        throw new StatusError("CANCELLED", `${this.#name} was removed, or its connection changed.`);
      }
      const held = new Opening(peer);
      this.#retire();
      this.#held = held;
      this.#known = peer;
      this.#limits = door.report ? new ModelLimits(door.report) : null;
      this.#backOff?.reset();
      this.#endPause();
      this.#standing.live();
      return held;
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
    const held = this.#held;
    this.#held = null;
    held?.retire();
  }
}

/** No one answered, as against an answer that says no. */
function isSilence({ code, details }: StatusError): boolean {
  return details.refused !== true && (code === "DEADLINE_EXCEEDED" || details.unreachable === true);
}
