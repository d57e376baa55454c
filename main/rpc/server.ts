import type { StatusError } from "../../base/status-error.ts";
import type { HostMessage, Transport } from "../contract/messages.ts";
import { Connection } from "./connection.ts";
import type { AllHandlers } from "./handlers.ts";
import type { Pace } from "./pace.ts";

/** Serves the contract on any number of connections. */
export class RpcServer {
  readonly #handlers: AllHandlers;
  readonly #onFault: (error: StatusError) => void;
  readonly #pace: Pace;
  readonly #connections = new Set<Connection>();
  #closed = false;

  /** `onFault` gets the host's own errors: a broken contract, a full disk, a damaged database. */
  constructor(
    handlers: AllHandlers,
    onFault: (error: StatusError) => void,
    pace: Pace = { isQuiet: false },
  ) {
    this.#pace = pace;
    this.#handlers = handlers;
    this.#onFault = onFault;
  }

  /** Open connections. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Serves a connection until either side closes it; closes it at once if the server is closed. */
  serve(transport: Transport<HostMessage, unknown>): void {
    if (this.#closed) return transport.close();
    const connection = new Connection(transport, this.#handlers, this.#onFault, this.#pace);
    this.#connections.add(connection);
    transport.onClose(() => {
      this.#connections.delete(connection);
      connection.end();
    });
  }

  /** Cancels running requests and closes every connection. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
  }
}
