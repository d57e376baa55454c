import type { KubeObject } from "../objects.ts";

export type WatchEvent = { readonly type: string; readonly object: object };

interface Change {
  readonly version: number;
  readonly collection: string;
  readonly event: WatchEvent;
}

/** The objects of the API server's double with their versions, and what changed since when, as etcd has it. */
export class ApiStore {
  readonly #objects = new Map<string, KubeObject>();
  readonly #changes: Change[] = [];
  readonly #watchers = new Set<(change: Change) => void>();
  #version = 1000;
  #oldest = 0;

  get version(): string {
    return String(this.#version);
  }

  /** In the order in which they were put. `namespace`: "" for all. */
  list(collection: string, namespace: string): KubeObject[] {
    return [...this.#objects]
      .filter(([key]) => key.startsWith(`${collection} ${namespace === "" ? "" : `${namespace}/`}`))
      .map(([, object]) => object);
  }

  get(collection: string, namespace: string, name: string): KubeObject | undefined {
    return this.#objects.get(`${collection} ${namespace}/${name}`);
  }

  put(collection: string, object: KubeObject): KubeObject {
    const { name, namespace = "" } = object.metadata;
    const key = `${collection} ${namespace}/${name}`;
    const type = this.#objects.has(key) ? "MODIFIED" : "ADDED";
    const version = ++this.#version;
    const stored = {
      ...object,
      metadata: {
        uid: `uid-${name}`,
        creationTimestamp: "2026-05-04T08:00:00Z",
        ...object.metadata,
        resourceVersion: String(version),
      },
    };
    this.#objects.set(key, stored);
    this.#emit({ version, collection, event: { type, object: stored } });
    return stored;
  }

  remove(collection: string, namespace: string, name: string): KubeObject | undefined {
    const key = `${collection} ${namespace}/${name}`;
    const object = this.#objects.get(key);
    if (!object) return undefined;
    this.#objects.delete(key);
    const version = ++this.#version;
    const last = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
    this.#emit({ version, collection, event: { type: "DELETED", object: last } });
    return object;
  }

  /** Forgets what changed up to now: a watch from an earlier version is answered 410. */
  compact(): void {
    this.#version++;
    this.#oldest = this.#version;
    this.#changes.length = 0;
  }

  isTooOld(version: number): boolean {
    return version < this.#oldest;
  }

  /** What changed after a version, then what changes. */
  watch(
    collection: string,
    namespace: string,
    since: number,
    listener: (event: WatchEvent) => void,
  ): Disposable {
    const take = (change: Change) => {
      const { metadata } = change.event.object as KubeObject;
      const isWanted = namespace === "" || metadata.namespace === namespace;
      if (change.collection === collection && isWanted) listener(change.event);
    };
    for (const change of this.#changes) if (change.version > since) take(change);
    this.#watchers.add(take);
    return { [Symbol.dispose]: () => this.#watchers.delete(take) };
  }

  #emit(change: Change): void {
    this.#changes.push(change);
    for (const watcher of this.#watchers) watcher(change);
  }
}
