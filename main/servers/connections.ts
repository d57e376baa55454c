import { StatusError } from "../../engine/protocol/status.ts";
import type { Clock } from "../clock.ts";
import type { ConnectionDraft } from "../contract/index.ts";
import { Listeners } from "../listeners.ts";
import type { ServerAdapter, ServerDirectory } from "./adapter.ts";
import { hostAndPort } from "./address.ts";
import type { Connection, ConnectionStore } from "./connection-store.ts";
import { findServer } from "./directory.ts";
import { TritonAdapter } from "./triton-adapter.ts";

const LIMIT = 50;

/** The embedded engine and the servers that a person connected, which are remembered. */
export class Connections implements ServerDirectory, Disposable {
  readonly #embedded: ServerAdapter;
  readonly #store: ConnectionStore;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<void>();
  readonly #remote = new Map<string, TritonAdapter>();

  constructor(embedded: ServerAdapter, store: ConnectionStore, clock: Clock) {
    this.#embedded = embedded;
    this.#store = store;
    this.#clock = clock;
    for (const connection of store.list()) this.#open(connection);
  }

  list(): readonly ServerAdapter[] {
    return [this.#embedded, ...this.#remote.values()];
  }

  get(id: string): ServerAdapter {
    return findServer(this.list(), id);
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** Whether the server answers shows in its status. INVALID_ARGUMENT, ALREADY_EXISTS. */
  add({
    name,
    grpc,
    http,
    metrics,
  }: Pick<ConnectionDraft, "name" | "grpc" | "http" | "metrics">): ServerAdapter {
    if (this.#remote.size >= LIMIT)
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `There are ${LIMIT} servers already; remove one first.`,
      );
    const address = hostAndPort("gRPC address", grpc);
    const taken = this.list().find(({ status }) => status.endpoints?.grpc === address);
    if (taken)
      throw new StatusError("ALREADY_EXISTS", `'${address}' is connected as ${taken.status.name}.`);
    const added = this.#open(
      this.#store.add({
        name: name.trim() || address,
        grpc: address,
        http: http.trim() && hostAndPort("HTTP address", http),
        metrics: metrics.trim() && hostAndPort("metrics address", metrics),
      }),
    );
    this.#listeners.tell();
    return added;
  }

  /** Forgets a server; its drafts and history stay. */
  remove(id: string): void {
    const server = this.get(id);
    if (!(server instanceof TritonAdapter))
      throw new StatusError("FAILED_PRECONDITION", `${server.status.name} cannot be removed.`);
    this.#store.remove(numberOf(id));
    this.#remote.delete(id);
    this.#listeners.tell();
    server[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const server of this.#remote.values()) server[Symbol.dispose]();
    this.#remote.clear();
  }

  #open({ id, name, grpc, http, metrics }: Connection): TritonAdapter {
    const endpoints = { grpc, http, metrics };
    const server = new TritonAdapter(
      { id: `triton-${id}`, name, kind: "triton", endpoints },
      this.#clock,
    );
    this.#remote.set(server.id, server);
    return server;
  }
}

function numberOf(id: string): number {
  return Number(id.slice("triton-".length));
}
