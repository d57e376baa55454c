import { StatusError } from "../../base/status-error.ts";
import type { ServerCapability } from "../contract/index.ts";
import type { ServerAdapter, ServerDirectory } from "./adapter.ts";

/**
 * One object for each server with a capability: created once a listed server is known to have it, or on first use if
 * the server is not listed or hasn't responded; disposed of when the server is removed or loses the capability.
 */
export class PerServer<T extends Disposable> implements Disposable {
  readonly #servers: ServerDirectory;
  readonly #capability: ServerCapability;
  readonly #make: (server: ServerAdapter) => T;
  readonly #made = new Map<string, { readonly server: ServerAdapter; readonly thing: T }>();
  readonly #changes: Disposable;
  #watching: Disposable[] = [];

  constructor(
    servers: ServerDirectory,
    capability: ServerCapability,
    make: (server: ServerAdapter) => T,
  ) {
    this.#servers = servers;
    this.#capability = capability;
    this.#make = make;
    this.#changes = servers.onChanged(() => this.#follow());
    this.#follow();
  }

  /** NOT_FOUND for an unknown server, UNIMPLEMENTED if the server has responded and lacks the capability. */
  of(serverId: string): T {
    const server = this.#servers.get(serverId);
    if (this.#hasNot(server)) {
      this.#forget(serverId);
      throw new StatusError(
        "UNIMPLEMENTED",
        `${server.status.name} does not offer this: it lacks Triton's ${this.#capability}.`,
      );
    }
    const made = this.#made.get(serverId);
    if (made?.server === server) return made.thing;
    this.#forget(serverId);
    const thing = this.#make(server);
    this.#made.set(serverId, { server, thing });
    return thing;
  }

  [Symbol.dispose](): void {
    this.#changes[Symbol.dispose]();
    this.#leave();
    for (const { thing } of this.#made.values()) thing[Symbol.dispose]();
    this.#made.clear();
  }

  #follow(): void {
    for (const [id, { server }] of this.#made) if (this.#find(id) !== server) this.#forget(id);
    this.#leave();
    const listed = this.#servers.list();
    this.#watching = listed.map((server) => server.onStatus(() => this.#begin(server)));
    for (const server of listed) this.#begin(server);
  }

  #begin(server: ServerAdapter): void {
    if (this.#hasNot(server)) this.#forget(server.id);
    else if (this.#has(server) && !this.#made.has(server.id)) this.of(server.id);
  }

  /** The embedded engine has the capability before it reports it. */
  #has({ status, capabilities }: ServerAdapter): boolean {
    return status.kind === "embedded" || capabilities.includes(this.#capability);
  }

  /** Its connection changed, or it is first recognised as another kind. */
  #hasNot(server: ServerAdapter): boolean {
    return server.status.state === "live" && !this.#has(server);
  }

  #forget(id: string): void {
    const made = this.#made.get(id);
    this.#made.delete(id);
    made?.thing[Symbol.dispose]();
  }

  #find(id: string): ServerAdapter | null {
    try {
      return this.#servers.get(id);
    } catch {
      return null;
    }
  }

  #leave(): void {
    for (const each of this.#watching) each[Symbol.dispose]();
    this.#watching = [];
  }
}
