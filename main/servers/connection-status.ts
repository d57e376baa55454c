import type { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { ServerState, ServerStatus } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";

type Condition = Pick<ServerStatus, "state" | "since" | "reason" | "nextTry">;

/** Whether a server is reachable, since when, and why not; notifies listeners. */
export class ConnectionStatus {
  readonly #clock: Clock;
  readonly #toStatus: (current: Condition) => ServerStatus;
  readonly #listeners = new Listeners<ServerStatus>("servers");
  #current: Condition;
  #problem: StatusError | null = null;

  constructor(clock: Clock, toStatus: (current: Condition) => ServerStatus) {
    this.#clock = clock;
    this.#toStatus = toStatus;
    this.#current = { state: "starting", since: clock.now(), reason: null, nextTry: null };
  }

  get status(): ServerStatus {
    return this.#toStatus(this.#current);
  }

  /** Why it is unreachable; null while it responds. */
  get problem(): StatusError | null {
    return this.#problem;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#listeners.add(listener);
  }

  reset(): void {
    this.#problem = null;
    this.#current = { state: "starting", since: this.#clock.now(), reason: null, nextTry: null };
    this.#listeners.emit(this.status);
  }

  /** Another part of the status changed. */
  changed(): void {
    this.#listeners.emit(this.status);
  }

  live(): void {
    this.#problem = null;
    if (this.#current.state !== "live") this.#set("live", null, null);
  }

  /** `nextTry`: ms since the epoch; null if the next call tries again. */
  lost(state: "stale" | "failed", problem: StatusError, nextTry: number | null): void {
    this.#problem = problem;
    this.#set(state, problem.message, nextTry);
  }

  #set(state: ServerState, reason: string | null, nextTry: number | null): void {
    const before = this.#current;
    const since = state === before.state ? before.since : this.#clock.now();
    this.#current = { state, since, reason, nextTry };
    if (since === before.since && state === before.state)
      if (reason === before.reason && nextTry === before.nextTry) return;
    this.#listeners.emit(this.status);
  }
}
