import { StatusError } from "../../../base/status-error.ts";
import type { ServerAdapter } from "../adapter.ts";

/** Servers that other domains manage, such as a fleet's replicas: found by id and not listed. */
export class AttachedServers {
  readonly #servers = new Map<string, ServerAdapter>();
  readonly #onChanged: () => void;

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  get(id: string): ServerAdapter | undefined {
    return this.#servers.get(id);
  }

  /** ALREADY_EXISTS for an id of another attached or `listed` server. */
  attach(server: ServerAdapter, listed: readonly ServerAdapter[]): Disposable {
    const { id } = server;
    if (this.#servers.has(id) || listed.some((each) => each.id === id))
      throw new StatusError("ALREADY_EXISTS", `There is a server '${id}' already.`);
    this.#servers.set(id, server);
    this.#onChanged();
    return {
      [Symbol.dispose]: () => {
        if (this.#servers.get(id) !== server) return;
        this.#servers.delete(id);
        this.#onChanged();
      },
    };
  }
}
