import { StatusError } from "../../engine/protocol/status.ts";
import type { Clock } from "../clock.ts";
import type { KubeApi } from "./access/api.ts";
import { clientLibrary } from "./client-library.ts";
import type { KubeObject, KubeStatus } from "./objects.ts";

const FIRST_PAUSE_MS = 1000;
const MOST_PAUSE_MS = 60_000;

export interface ReflectorDeps<T> {
  readonly api: KubeApi;
  /** Of the collection, e.g. /api/v1/namespaces/default/pods. */
  readonly path: string;
  /** For sentences: "pods". */
  readonly what: string;
  readonly clock: Clock;
  readonly changed: () => void;
  /** What is kept of an object; undefined: nothing. */
  readonly keep?: (object: T) => T | undefined;
}

type Watched = { type: string; object: KubeObject & KubeStatus };

/**
 * A collection of the API server as it is at this moment: listed, then watched from the list's resourceVersion with
 * bookmarks. A version that is too old (410) is listed anew at once; what fails otherwise is tried again with pauses
 * that double up to a minute. Objects stay as last known meanwhile.
 */
export class Reflector<T extends KubeObject> implements Disposable {
  readonly #deps: ReflectorDeps<T>;
  readonly #stop = new AbortController();
  #objects = new Map<string, T>();
  #problem: StatusError | null = null;
  #synced = false;
  #version = "";
  #pauseMs = FIRST_PAUSE_MS;
  #nextTry: number | null = null;
  #wake: (() => void) | null = null;

  constructor(deps: ReflectorDeps<T>) {
    this.#deps = deps;
    void this.#run();
  }

  get objects(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** Whether it has ever been listed. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Why it is not live; null while it is, and at the beginning. */
  get problem(): StatusError | null {
    return this.#problem;
  }

  /** ms since the epoch; null: not waiting. */
  get nextTry(): number | null {
    return this.#nextTry;
  }

  /** Ends a pause. */
  tryNow(): void {
    this.#wake?.();
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const { clock } = this.#deps;
    while (!this.#stop.signal.aborted) {
      try {
        if (this.#version === "") await this.#list();
        const began = clock.monotonic();
        const version = this.#version;
        await this.#watch();
        const wasIdle = this.#version === version && clock.monotonic() - began < FIRST_PAUSE_MS;
        if (wasIdle && !this.#stop.signal.aborted) await this.#pause();
      } catch (thrown) {
        if (this.#stop.signal.aborted) return;
        const error = StatusError.from(thrown);
        if (error.code === "OUT_OF_RANGE") {
          this.#version = "";
          continue;
        }
        this.#problem = error;
        this.#version = "";
        await this.#pause();
      }
    }
  }

  async #list(): Promise<void> {
    const { api, path, what } = this.#deps;
    const { items, resourceVersion } = await api.list<T>(path, `list ${what}`, this.#stop.signal);
    this.#objects = new Map();
    for (const item of items) this.#put(item);
    this.#version = resourceVersion;
    this.#synced = true;
    this.#problem = null;
    this.#deps.changed();
  }

  /** Resolves when the server ends the watch, which it does every few minutes. */
  async #watch(): Promise<void> {
    const { api, path, what } = this.#deps;
    const { Watch } = await clientLibrary();
    const { config, server } = await api.signed();
    const ended = Promise.withResolvers<void>();
    const stop = () => ended.resolve();
    this.#stop.signal.addEventListener("abort", stop, { once: true });
    let gone: StatusError | null = null;
    const watch = new Watch(config);
    const request = await watch.watch(
      path,
      { resourceVersion: this.#version, allowWatchBookmarks: true },
      (type: string, object: Watched["object"]) => {
        if (type === "ERROR") gone = refusalOf(object, what);
        else this.#take({ type, object });
      },
      (error: unknown) => {
        const failure = gone ?? watchFailure(error, server, what);
        if (failure) ended.reject(failure);
        else ended.resolve();
      },
    );
    try {
      await ended.promise;
    } finally {
      this.#stop.signal.removeEventListener("abort", stop);
      request.abort();
    }
  }

  #take({ type, object }: Watched): void {
    this.#version = object.metadata.resourceVersion ?? this.#version;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (type === "BOOKMARK") return;
    if (type === "DELETED") this.#objects.delete(keyOf(object));
    else this.#put(object as unknown as T);
    this.#deps.changed();
  }

  #put(object: T): void {
    const { keep } = this.#deps;
    const kept = keep ? keep(object) : object;
    if (kept === undefined) this.#objects.delete(keyOf(object));
    else this.#objects.set(keyOf(object), kept);
  }

  async #pause(): Promise<void> {
    const { clock, changed } = this.#deps;
    const ms = this.#pauseMs;
    this.#pauseMs = Math.min(ms * 2, MOST_PAUSE_MS);
    this.#nextTry = clock.now() + ms;
    changed();
    const waited = Promise.withResolvers<void>();
    using _timer = clock.after(ms, waited.resolve);
    this.#wake = waited.resolve;
    await waited.promise;
    this.#wake = null;
    this.#nextTry = null;
  }
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

function refusalOf({ code, message }: KubeStatus, what: string): StatusError {
  return new StatusError(
    code === 410 ? "OUT_OF_RANGE" : "UNAVAILABLE",
    `Watching ${what} ended: ${message ?? "the API server did not say why"}.`,
  );
}

/** Null: the watch ended as watches do, and can go on from where it was. */
function watchFailure(thrown: unknown, server: string, what: string): StatusError | null {
  if (!(thrown instanceof Error)) return null;
  if (thrown.name === "TimeoutError") return null;
  const { statusCode } = thrown as { statusCode?: number };
  if (statusCode === 410) return refusalOf({ code: 410 }, what);
  // A list says more than the watch's status line does; it is what is tried next.
  return new StatusError(
    "UNAVAILABLE",
    statusCode === undefined
      ? `The connection to the API server ${server} was lost while ${what} were watched.`
      : `The API server does not let ${what} be watched (HTTP ${statusCode}).`,
  );
}
