import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { Workload } from "../contract/index.ts";
import type { KubeApis } from "./access/apis.ts";
import type { ContextStore } from "./access/context-store.ts";
import { ClusterSession } from "./session.ts";

/** How long a session outlives its last user, ms, so that a page that is opened again finds it. */
const LINGER_MS = 10_000;

export interface SessionLease extends Disposable {
  readonly session: ClusterSession;
}

interface Shared {
  readonly session: ClusterSession;
  users: number;
  ending: Disposable | null;
}

/** The watched clusters, each with one session for all of its users. */
export class Sessions implements Disposable {
  readonly #store: ContextStore;
  readonly #apis: KubeApis;
  readonly #clock: Clock;
  readonly #shared = new Map<string, Shared>();

  constructor(store: ContextStore, apis: KubeApis, clock: Clock) {
    this.#store = store;
    this.#apis = apis;
    this.#clock = clock;
  }

  /** `namespace`: "" for all. NOT_FOUND where the context was forgotten, INVALID_ARGUMENT for an invalid name. */
  lease(contextId: number, namespace: string): SessionLease {
    const context = this.#store.get(contextId);
    // It becomes part of a path.
    if (!/^[a-z0-9-]*$/.test(namespace))
      throw new StatusError("INVALID_ARGUMENT", `'${namespace}' is no namespace's name.`);
    const key = `${contextId} ${namespace}`;
    let shared = this.#shared.get(key);
    if (!shared) {
      const session = new ClusterSession(
        context.id,
        this.#apis.of(context),
        namespace,
        this.#clock,
      );
      shared = { session, users: 0, ending: null };
      this.#shared.set(key, shared);
    }
    shared.users++;
    shared.ending?.[Symbol.dispose]();
    shared.ending = null;
    let isOver = false;
    return {
      session: shared.session,
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#leave(key, shared);
      },
    };
  }

  tryNow(contextId: number): void {
    for (const [key, { session }] of this.#shared)
      if (key.startsWith(`${contextId} `)) session.tryNow();
  }

  /** The present sessions. */
  workload(contextId: number, key: string): Workload | undefined {
    for (const [id, { session }] of this.#shared) {
      if (!id.startsWith(`${contextId} `)) continue;
      const found = session.workloads.find((each) => each.key === key);
      if (found) return found;
    }
    return undefined;
  }

  /** How many are watched, for tests. */
  get size(): number {
    return this.#shared.size;
  }

  [Symbol.dispose](): void {
    for (const { session, ending } of this.#shared.values()) {
      ending?.[Symbol.dispose]();
      session[Symbol.dispose]();
    }
    this.#shared.clear();
  }

  #leave(key: string, shared: Shared): void {
    shared.users--;
    if (shared.users > 0 || this.#shared.get(key) !== shared) return;
    shared.ending = this.#clock.after(LINGER_MS, () => {
      this.#shared.delete(key);
      shared.session[Symbol.dispose]();
    });
  }
}
