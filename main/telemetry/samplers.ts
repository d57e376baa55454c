import type { Clock } from "../clock.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import { Sampler } from "./sampler.ts";

/** A sampler for each server there is. */
export class Samplers implements Disposable {
  readonly #servers: ServerDirectory;
  readonly #clock: Clock;
  readonly #samplers = new Map<string, Sampler>();
  readonly #watching: Disposable;

  constructor(servers: ServerDirectory, clock: Clock) {
    this.#servers = servers;
    this.#clock = clock;
    this.#watching = servers.onChanged(() => this.#follow());
    this.#follow();
  }

  /** NOT_FOUND where there is no such server. */
  of(serverId: string): Sampler {
    const found = this.#samplers.get(this.#servers.get(serverId).id);
    if (found) return found;
    throw new TypeError(`no sampler of server ${serverId}`);
  }

  [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
    for (const sampler of this.#samplers.values()) sampler[Symbol.dispose]();
  }

  #follow(): void {
    const servers = this.#servers.list();
    for (const [id, sampler] of this.#samplers) {
      if (servers.some((server) => server.id === id)) continue;
      sampler[Symbol.dispose]();
      this.#samplers.delete(id);
    }
    for (const server of servers) {
      if (!this.#samplers.has(server.id))
        this.#samplers.set(server.id, new Sampler(server, this.#clock));
    }
  }
}
