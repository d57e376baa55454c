import type { HostClient } from "../../main/contract/client.ts";

export interface ConnectionLoss {
  /** When the connection to the host was lost, ms since the epoch; null while it is open and before the first one. */
  readonly lostAt: number | null;
  /** Number of reconnections. */
  readonly reconnects: number;
}

/** Tracks losses of the connection to the host since the page was opened. */
export class ConnectionWatch {
  readonly #client: HostClient;
  readonly #now: () => number;
  #opened: boolean;
  #loss: ConnectionLoss = { lostAt: null, reconnects: 0 };

  constructor(client: HostClient, now: () => number = Date.now) {
    this.#client = client;
    this.#now = now;
    this.#opened = client.connection === "open";
  }

  /** For useSyncExternalStore. */
  readonly snapshot = (): ConnectionLoss => this.#loss;

  readonly subscribe = (listener: () => void): (() => void) => {
    const listening = this.#client.onConnection((state) => {
      if (this.#take(state === "open")) listener();
    });
    return () => listening[Symbol.dispose]();
  };

  /** Returns whether anything changed. */
  #take(isOpen: boolean): boolean {
    const { lostAt, reconnects } = this.#loss;
    const wasOpened = this.#opened;
    this.#opened ||= isOpen;
    if (isOpen && lostAt !== null) this.#loss = { lostAt: null, reconnects: reconnects + 1 };
    else if (!isOpen && wasOpened && lostAt === null)
      this.#loss = { lostAt: this.#now(), reconnects };
    else return false;
    return true;
  }
}
