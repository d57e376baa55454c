import type { Clock } from "../clock.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import type { Sampler } from "../telemetry/index.ts";
import { Advisor } from "./advisor.ts";
import type { Objectives } from "./objectives.ts";

interface Parts {
  readonly servers: ServerDirectory;
  readonly samplerOf: (serverId: string) => Sampler;
  readonly clock: Clock;
  readonly objectives: Objectives;
  /** The newest lines of a server's output; null where they cannot be read. */
  readonly logOf: (serverId: string) => (() => readonly string[]) | null;
}

/** An advisor for each server there is. */
export class Advisors implements Disposable {
  readonly #parts: Parts;
  readonly #advisors = new Map<string, Advisor>();
  readonly #watching: Disposable;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#watching = parts.servers.onChanged(() => this.#follow());
    this.#follow();
  }

  /** NOT_FOUND where there is no such server. */
  of(serverId: string): Advisor {
    const found = this.#advisors.get(this.#parts.servers.get(serverId).id);
    if (found) return found;
    throw new TypeError(`no advisor of server ${serverId}`);
  }

  [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
    for (const advisor of this.#advisors.values()) advisor[Symbol.dispose]();
  }

  #follow(): void {
    const { servers, samplerOf, clock, objectives, logOf } = this.#parts;
    const now = servers.list();
    for (const [id, advisor] of this.#advisors) {
      if (now.some((server) => server.id === id)) continue;
      advisor[Symbol.dispose]();
      this.#advisors.delete(id);
    }
    for (const server of now) {
      const { id } = server;
      if (this.#advisors.has(id)) continue;
      const objectiveOf = (model: string) => objectives.get(id, model);
      const parts = { server, sampler: samplerOf(id), clock, objectiveOf, log: logOf(id) };
      this.#advisors.set(id, new Advisor(parts));
    }
  }
}
