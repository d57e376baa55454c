import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { EventSink } from "../../events/index.ts";
import { parseFleetServerId } from "../../contract/index.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/index.ts";
import type { LostRestore, Restore, RestoreStore } from "../store/restore-store.ts";
import type { HeldConfig, LabConfigs } from "./lab-configs.ts";

export interface RestorerDeps {
  readonly servers: ServerDirectory;
  readonly configs: LabConfigs;
  readonly store: RestoreStore;
  readonly events: EventSink;
  readonly clock: Clock;
}

const RETRY_MS = 5000;
const MAX_RETRY_MS = 300_000;

/**
 * Restores configurations that a comparison or a search replaced. They are recorded before anything is replaced, and
 * the record is removed once they serve again: a killed console restores them at its next start, and a lost server gets
 * them when it is back.
 */
export class Restorer implements Disposable {
  readonly #deps: RestorerDeps;
  readonly #watching = new DisposableStack();
  readonly #busy = new Set<string>();
  /** Running owners. */
  readonly #held = new Set<string>();
  readonly #said = new Set<string>();
  readonly #followed = new Set<ServerAdapter>();
  #retryMs = RETRY_MS;
  #timer: Disposable | null = null;

  constructor(deps: RestorerDeps) {
    this.#deps = deps;
    this.#watching.use(deps.servers.onChanged(() => this.#follow()));
    this.#follow();
  }

  /** Records the active configuration. Rejects if it can't be read or written. */
  async hold(owner: string, serverId: string, model: string): Promise<HeldConfig> {
    const { configs, store, clock } = this.#deps;
    const held = await configs.held({ serverId, model });
    store.add({ owner, serverId, model, held, applied: null }, clock.now());
    const server = this.#find(serverId);
    if (server) this.#followStatus(server);
    return held;
  }

  /** Records what the owner applies: its servedEtag, or null while it is being applied. */
  applied(owner: string, servedEtag: string | null): void {
    this.#deps.store.setApplied(owner, servedEtag || null);
  }

  /** FAILED_PRECONDITION while a configuration of one of the models is still to be restored. */
  refuseWhilePending(serverId: string, models: readonly string[]): void {
    const pending = this.#pending().find(
      (each) => each.serverId === serverId && models.includes(each.model),
    );
    if (!pending) return;
    const { model, owner } = pending;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The configuration that served '${model}' before ${owner} is not restored yet; it will be when the server answers.`,
    );
  }

  /** Restores what is recorded for an owner. Always resolves; failures are retried. */
  async restore(owner: string): Promise<void> {
    const pending = this.#pending().find((each) => each.owner === owner);
    if (pending) await this.#restore(pending);
  }

  /** Whether something recorded for the owner is still to be restored. */
  isPending(owner: string): boolean {
    return this.#pending().some((each) => each.owner === owner);
  }

  /** While its owner runs, only the owner restores its records. */
  running(owner: string): Disposable {
    this.#held.add(owner);
    return { [Symbol.dispose]: () => void this.#held.delete(owner) };
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#watching.dispose();
  }

  #follow(): void {
    for (const server of this.#deps.servers.list()) this.#followStatus(server);
    // A fleet's replicas aren't listed.
    for (const { serverId } of this.#pending()) {
      const server = this.#find(serverId);
      if (server) this.#followStatus(server);
    }
    this.#retryAll();
  }

  #followStatus(server: ServerAdapter): void {
    if (this.#followed.has(server)) return;
    this.#followed.add(server);
    this.#watching.use(
      server.onStatus(({ state }) => {
        if (state === "live") this.#retryAll(server.id);
      }),
    );
  }

  /** Null if it isn't connected. */
  #find(serverId: string): ServerAdapter | null {
    try {
      return this.#deps.servers.get(serverId);
    } catch {
      return null;
    }
  }

  /** Only without a running owner: those restore by themselves. */
  #retryAll(serverId?: string): void {
    for (const pending of this.#pending()) {
      if (serverId !== undefined && pending.serverId !== serverId) continue;
      if (!this.#held.has(pending.owner)) void this.#restore(pending);
    }
  }

  async #restore(pending: Restore): Promise<void> {
    const { owner, serverId, model, held } = pending;
    const { configs, store } = this.#deps;
    if (this.#busy.has(owner)) return;
    this.#busy.add(owner);
    try {
      const server = this.#find(serverId);
      if (!server && parseFleetServerId(serverId)) {
        throw new StatusError("UNAVAILABLE", "This replica isn't in its fleet now.");
      }
      if (!server) {
        this.#drop(pending, "its server is connected no more");
        return;
      }
      if (server.status.state !== "live") {
        throw new StatusError("UNAVAILABLE", `${server.status.name} does not answer.`);
      }
      if (isForeign(pending, await configs.held({ serverId, model }))) {
        this.#drop(pending, "the active configuration is neither that nor one of its candidates");
        return;
      }
      await configs.restore({ serverId, model }, held, `Back after ${owner}`);
      store.remove(owner);
      this.#said.delete(owner);
      this.#retryMs = RETRY_MS;
      const done = `The configuration of '${model}' serves again as before ${owner}.`;
      this.#say("info", done, model);
    } catch (thrown) {
      this.#failed(owner, model, StatusError.from(thrown));
    } finally {
      this.#busy.delete(owner);
    }
  }

  #drop({ owner, model }: LostRestore, why: string): void {
    this.#deps.store.remove(owner);
    const message = `The configuration that served '${model}' before ${owner} was not restored: ${why}.`;
    this.#say("warning", message, model);
  }

  #failed(owner: string, model: string, error: StatusError): void {
    if (!this.#said.has(owner)) {
      this.#said.add(owner);
      this.#say(
        "warning",
        `The configuration that served '${model}' before ${owner} could not be restored yet, and will be when it can: ${error.message}`,
        model,
      );
    }
    this.#timer ??= this.#deps.clock.after(this.#retryMs, () => {
      this.#timer = null;
      this.#retryMs = Math.min(MAX_RETRY_MS, 2 * this.#retryMs);
      this.#retryAll();
    });
  }

  #say(level: "info" | "warning", message: string, model: string): void {
    this.#deps.events.emit({ level, source: "lab", message, mark: { kind: "config", model } });
  }

  /** An unreadable database is read again later. */
  #pending(): Restore[] {
    try {
      const { restores, lost } = this.#deps.store.list();
      for (const each of lost) this.#drop(each, "the data directory's record of it cannot be read");
      return restores;
    } catch {
      return [];
    }
  }
}

/** Whether someone else applied the active configuration: the lab must not replace it. */
function isForeign({ applied, held }: Restore, now: HeldConfig): boolean {
  if (applied === null || now.servedEtag === "") return false;
  return now.servedEtag !== applied && now.servedEtag !== held.servedEtag;
}
