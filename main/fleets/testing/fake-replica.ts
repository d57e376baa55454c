import type { ObservedModel, ServerState, ServerStatus } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { Delta, DeltaPart } from "../../telemetry/index.ts";
import type { Connection, ServerAdapter } from "../../servers/index.ts";
import type { ReplicaPorts, Seen, Watch } from "../ports.ts";

const unused = () => Promise.reject(new Error("not asked in this test"));

/** A replica that answers when the test says so. */
export class FakeReplica implements Watch {
  readonly server: ServerAdapter & Disposable;
  readonly connection: Connection;
  configs: Record<string, Record<string, unknown>> = {};
  reads = 0;
  disposed = false;
  readonly #statuses = new Listeners<ServerStatus>("fleets");
  readonly #seen = new Listeners<Seen>("fleets");
  #latest: Seen | null = null;
  #status: ServerStatus;

  constructor(id: string, connection: Connection) {
    this.connection = connection;
    this.#status = {
      id,
      name: connection.name,
      kind: "triton",
      state: "starting",
      since: 0,
      reason: null,
      restarts: 0,
      endpoints: null,
      pid: null,
      version: "1",
      capabilities: ["statistics", "configuration", "load"],
      secure: false,
      nextTry: null,
      repositoryProblem: null,
      restartedAt: null,
      batchdeck: false,
      caveat: null,
    };
    const status = () => this.#status;
    this.server = {
      id,
      get status() {
        return status();
      },
      get capabilities() {
        return status().capabilities;
      },
      insight: null,
      onStatus: (listener) => this.#statuses.add(listener),
      access: unused,
      observe: unused,
      repositoryIndex: unused,
      statistics: unused,
      telemetry: unused,
      modelDetail: (model) => {
        this.reads += 1;
        return Promise.resolve({
          serverId: id,
          name: model,
          versions: [],
          ready: true,
          reason: null,
          platform: "",
          inputs: [],
          outputs: [],
          config: this.configs[model] ?? null,
          instances: [],
        });
      },
      load: unused,
      unload: unused,
      [Symbol.dispose]: () => {
        this.disposed = true;
      },
    };
  }

  latest(): Seen | null {
    return this.#latest;
  }

  onSeen(listener: (seen: Seen) => void): Disposable {
    return this.#seen.add(listener);
  }

  watch(): Disposable {
    return { [Symbol.dispose]: () => {} };
  }

  become(state: ServerState, reason: string | null = null, since = 0): void {
    this.#status = { ...this.#status, state, reason, since };
    this.#statuses.emit(this.#status);
  }

  /** Answers with these figures. Models are ready in version 1. */
  answer(
    t: number,
    reported: { models?: readonly string[]; parts?: readonly DeltaPart[]; restarts?: number } = {},
  ): void {
    if (this.#status.state !== "live") this.become("live");
    const delta: Delta = {
      seconds: 5,
      restarted: false,
      models: (reported.models ?? ["m"]).map(ready),
      parts: reported.parts ?? [],
    };
    this.#latest = { t, live: true, delta, recent: delta, restarts: reported.restarts ?? 0 };
    this.#seen.emit(this.#latest);
  }

  silent(t: number): void {
    this.become("stale", "No answer.", t);
    if (this.#latest) this.#latest = { ...this.#latest, t, live: false };
    if (this.#latest) this.#seen.emit(this.#latest);
  }

  [Symbol.dispose](): void {}
}

function ready(name: string): ObservedModel {
  return { name, versions: ["1"], state: "ready", reason: null, facts: [] };
}

/** Ports that open fake replicas; `opened`: newest last. */
export function fakePorts(): ReplicaPorts & { readonly opened: FakeReplica[] } {
  const opened: FakeReplica[] = [];
  return {
    opened,
    open: (id, connection) => {
      const replica = new FakeReplica(id, connection);
      opened.push(replica);
      return replica.server;
    },
    attach: () => ({ [Symbol.dispose]: () => {} }),
    watch: (server) => {
      const replica = opened.findLast((each) => each.server === server);
      if (!replica) throw new Error(`no replica ${server.id}`);
      return replica;
    },
  };
}

/** Requests per second of a model over the 5 s of an answer. */
export function requests(model: string, perSecond: number): DeltaPart {
  return {
    form: "rate",
    figure: "requestsPerSecond",
    model,
    source: "test",
    growth: perSecond * 5,
    seconds: 5,
  };
}
