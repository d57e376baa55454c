import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ServerStatus } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
import type { BackOff } from "./back-off.ts";
import type { ClientEndpoints } from "./client-endpoints.ts";
import type { ConnectionStatus } from "./connection-status.ts";
import type { Session } from "./session.ts";

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

interface KeeperParts {
  readonly clock: Clock;
  /** Null: every call tries to connect. */
  readonly backOff: BackOff | null;
  readonly status: ConnectionStatus;
  /** The server's name, for errors. */
  readonly name: () => string;
  /** Called with each new session before calls use it. */
  readonly onSession: (session: Session) => void;
}

/**
 * Keeps one session with a server. With a back-off the server is contacted at once and, while unreachable, retried with
 * growing pauses, during which polls are rejected without being sent; each attempt uses new connections.
 */
export class SessionKeeper implements Disposable {
  #connector: Connector;
  readonly #parts: KeeperParts;
  readonly #stopped = new AbortController();
  #lease: SessionLease | null = null;
  #opening: Promise<SessionLease> | null = null;
  #retry: Disposable | null = null;

  constructor(connector: Connector, parts: KeeperParts) {
    this.#connector = connector;
    this.#parts = parts;
  }

  get connector(): Connector {
    return this.#connector;
  }

  /** Null until it is open, and while the server is unreachable. */
  get session(): Session | null {
    return this.#lease?.session ?? null;
  }

  /** Connects at once if there is a back-off. */
  start(): void {
    if (this.#parts.backOff) this.reopen();
  }

  /** Switches to another connection. Calls in flight continue. */
  change(connector: Connector): void {
    const { backOff, status } = this.#parts;
    this.#connector = connector;
    this.#retire();
    this.#endPause();
    this.#opening = null;
    backOff?.reset();
    status.reset();
    this.start();
  }

  /** The next pause is the shortest again. */
  resetBackOff(): void {
    this.#parts.backOff?.reset();
  }

  /** Ends a pause and opens a new session; the present one is used until then. */
  reopen(): void {
    this.#attempt().catch(() => {});
  }

  /** A call that will be repeated soon: rejected during a pause. Its failure shows in the status. */
  poll<T>(call: (session: Session) => Promise<T>): Promise<T> {
    const { problem } = this.#parts.status;
    const isPausing = this.#parts.backOff && !this.#lease && !this.#opening;
    if (isPausing && problem) {
      const details = { ...problem.details, waiting: true } as const;
      return Promise.reject(new StatusError(problem.code, problem.message, { details }));
    }
    return this.#ask(call, ({ code }) => code !== "CANCELLED" && code !== "UNIMPLEMENTED");
  }

  /** A call that always goes out, once. */
  call<T>(call: (session: Session) => Promise<T>): Promise<T> {
    return this.#ask(call, ({ details }) => details.unreachable === true);
  }

  [Symbol.dispose](): void {
    this.#stopped.abort(new StatusError("CANCELLED", `${this.#parts.name()} was removed.`));
    this.#retry?.[Symbol.dispose]();
    this.#lease?.session[Symbol.dispose]();
    this.#lease = null;
  }

  /** `lost`: whether an error means that the server is unreachable. */
  async #ask<T>(
    call: (session: Session) => Promise<T>,
    lost: (error: StatusError) => boolean,
  ): Promise<T> {
    const lease = this.#lease ?? (await this.#attempt());
    try {
      const answer = await lease.use(call);
      if (lease === this.#lease) this.#parts.status.live();
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
        throw new StatusError(
          "CANCELLED",
          `${this.#parts.name()} was removed, or its connection changed.`,
        );
      }
      const lease = new SessionLease(session);
      this.#retire();
      this.#lease = lease;
      this.#parts.onSession(session);
      this.#parts.backOff?.reset();
      this.#endPause();
      this.#parts.status.live();
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
    const wait = this.#parts.backOff && !hopeless ? this.#parts.backOff.next() : null;
    if (wait !== null)
      this.#retry = this.#parts.clock.after(wait, () => void this.#attempt().catch(() => {}));
    const nextTry = wait === null ? null : this.#parts.clock.now() + wait;
    this.#parts.status.lost(isSilence(error) ? "stale" : "failed", error, nextTry);
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

/** A session in use. When another replaces it, its calls finish, then its connections close. */
class SessionLease {
  readonly session: Session;
  #calls = 0;
  #retired = false;

  constructor(session: Session) {
    this.session = session;
  }

  async use<T>(call: (session: Session) => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await call(this.session);
    } finally {
      this.#calls -= 1;
      this.#closeIfOver();
    }
  }

  retire(): void {
    this.#retired = true;
    this.#closeIfOver();
  }

  #closeIfOver(): void {
    if (this.#retired && this.#calls === 0) this.session[Symbol.dispose]();
  }
}

/** No response at all, as opposed to a rejection. */
function isSilence({ code, details }: StatusError): boolean {
  return details.refused !== true && (code === "DEADLINE_EXCEEDED" || details.unreachable === true);
}
