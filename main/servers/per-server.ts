import { StatusError } from "../../base/status-error.ts";
import type { ServerCapability } from "../contract/index.ts";
import type { ServerAdapter, ServerDirectory } from "./adapter.ts";

/**
 * One thing for each server that has a capability: made once a listed server is seen to have it, made when first asked
 * for where a server is not listed or has not answered yet, and disposed of when the server is gone, or answers as one
 * that has it not.
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

  /** NOT_FOUND where there is no such server, UNIMPLEMENTED where it has answered and has not the capability. */
  of(serverId: string): T {
    const server = this.#servers.get(serverId);
    if (this.#hasNot(server)) {
      this.#forget(serverId);
      throw new StatusError(
        "UNIMPLEMENTED",
        `${server.status.name} does not offer this: it has no ${this.#capability} as Triton has.`,
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

  /** The embedded engine has it before it has said so. */
  #has({ status, capabilities }: ServerAdapter): boolean {
    return status.kind === "embedded" || capabilities.includes(this.#capability);
  }

  /** It was, before its connection was changed, or is seen for the first time to be of another kind. */
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
