import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/index.ts";
import { PollLimiter } from "./poll-limiter.ts";
import { Observer, type Polled, type Polling, WATCHED_MS } from "./observer.ts";
import { type MetricsRecord, NO_RECORD } from "../series/metrics-record.ts";
import type { PollResult } from "./poll-result.ts";

export interface ObserversOptions {
  readonly servers: ServerDirectory;
  readonly clock: Clock;
  /** ms between the first two polls of a watched server; default 1000. */
  readonly firstIntervalMs?: number;
  /** 0..1 */
  readonly random?: () => number;
  /** What others recorded of the servers; left out: nothing. */
  readonly record?: MetricsRecord | undefined;
}

/** An observer for each server of the directory, and for each server that is attached. */
export class Observers implements Disposable {
  readonly #servers: ServerDirectory;
  readonly #polling: Polling;
  readonly #listed = new Map<string, Observer>();
  readonly #added = new Map<string, Observer>();
  readonly #seen = new Listeners<{ readonly observer: Observer; readonly seen: PollResult }>(
    "observation",
  );
  readonly #polled = new Listeners<Polled>("observation");
  readonly #changed = new Listeners<void>("observation");
  readonly #watching: Disposable;

  constructor(options: ObserversOptions) {
    const { servers, clock, random = Math.random, record = NO_RECORD } = options;
    this.#servers = servers;
    const onPolled = (polled: Polled) => this.#polled.emit(polled);
    const onEnded = (observer: Observer) => {
      if (this.#added.get(observer.server.id) !== observer) return;
      this.#added.delete(observer.server.id);
      this.#changed.emit(undefined);
    };
    this.#polling = {
      clock,
      random,
      lanes: new PollLimiter(clock),
      firstIntervalMs: options.firstIntervalMs ?? WATCHED_MS,
      watched: { count: 0 },
      onPolled,
      onEnded,
      record,
    };
    this.#watching = servers.onChanged(() => this.#follow());
    this.#follow();
  }

  /** NOT_FOUND for an unknown server. */
  of(serverId: string): Observer {
    const found = this.#added.get(serverId) ?? this.#listed.get(serverId);
    if (found) return found;
    throw new StatusError("NOT_FOUND", `The server '${serverId}' is not observed.`);
  }

  /** Those of the directory first. */
  list(): readonly Observer[] {
    return [...this.#listed.values(), ...this.#added.values()];
  }

  /** Observes a server that the directory does not list, such as a replica, until disposed. */
  add(server: ServerAdapter): Observer {
    this.#added.get(server.id)?.[Symbol.dispose]();
    const observer = this.#observe(server);
    this.#added.set(server.id, observer);
    this.#changed.emit(undefined);
    return observer;
  }

  /** Each poll of any server, successful or not. */
  onSeen(listener: (event: { observer: Observer; seen: PollResult }) => void): Disposable {
    return this.#seen.add(listener);
  }

  /** Timing of each poll. */
  onPolled(listener: (polled: Polled) => void): Disposable {
    return this.#polled.add(listener);
  }

  /** Called when observation of a server starts or ends. */
  onChanged(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
    for (const observer of this.list()) observer[Symbol.dispose]();
  }

  #observe(server: ServerAdapter): Observer {
    const observer = new Observer(server, this.#polling);
    observer.onSeen((seen) => this.#seen.emit({ observer, seen }));
    return observer;
  }

  #follow(): void {
    const servers = this.#servers.list();
    for (const [id, observer] of this.#listed) {
      if (servers.includes(observer.server)) continue;
      observer[Symbol.dispose]();
      this.#listed.delete(id);
    }
    for (const server of servers)
      if (!this.#listed.has(server.id)) this.#listed.set(server.id, this.#observe(server));
    this.#changed.emit(undefined);
  }
}
