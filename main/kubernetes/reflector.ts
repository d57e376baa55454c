import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { parsedJson } from "../store/index.ts";
import { type KubeApi, MAX_OBJECTS, tooManyObjects } from "./access/api.ts";
import { fields, type Reader, text } from "./fields.ts";
import type { KubeObject } from "./objects.ts";
import { readStatus } from "./read-objects.ts";
import { toStatusError, watchFailure } from "./watch-failure.ts";
import { watchLines } from "./watch-lines.ts";

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** Bookmarks come every minute or so; a watch that is quiet for longer than this is asked for again, ms. */
const SILENCE_MS = 30_000;
/** Interval of lists where watching is not allowed, and for collections with many objects. */
const LIST_EVERY_MS = 5000;
const LIST_MANY_EVERY_MS = 30_000;
const MANY = 1000;

export interface ReflectorDeps<T> {
  readonly api: KubeApi;
  /** Of the collection, e.g. /api/v1/namespaces/default/pods. */
  readonly path: string;
  /** For sentences: "pods". */
  readonly what: string;
  readonly clock: Clock;
  /** For tests. */
  readonly silenceMs?: number;
  readonly changed: () => void;
  /** Reads what is kept of an object. */
  readonly read: Reader<T>;
}

const readEvent = fields({ type: text, object: (value) => value });

/** Of any event, a bookmark too, which has no name. */
const readVersion = fields({ metadata: fields({ resourceVersion: text }) });

/**
 * A collection of the API server as it is at this moment: listed, then watched from the list's resourceVersion with
 * bookmarks. A watch that says nothing for 30 s is reopened, and one that is not answered then is a problem. A version
 * that is too old (410) is listed again at once, but not twice within a second. What may be listed and not watched is
 * listed every few seconds; what fails otherwise is tried again with pauses that double up to a minute. Objects stay as
 * last known in the meantime.
 */
export class Reflector<T extends KubeObject> implements Disposable {
  readonly #deps: ReflectorDeps<T>;
  readonly #stop = new AbortController();
  #objects = new Map<string, T>();
  #problem: StatusError | null = null;
  #synced = false;
  #isOnlyListed = false;
  #version = "";
  #listedAt = Number.NEGATIVE_INFINITY;
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

  get size(): number {
    return this.#objects.size;
  }

  /** Whether it has ever been listed. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Why it is not live; null while it is live, and at the beginning. */
  get problem(): StatusError | null {
    return this.#problem;
  }

  /** Whether listing is allowed, but watching is not. */
  get isOnlyListed(): boolean {
    return this.#isOnlyListed;
  }

  get what(): string {
    return this.#deps.what;
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
        this.#isOnlyListed = !(await this.#watch());
        if (this.#isOnlyListed) {
          this.#problem = null;
          this.#version = "";
          await this.#pause(this.size > MANY ? LIST_MANY_EVERY_MS : LIST_EVERY_MS);
          continue;
        }
        const wasIdle = this.#version === version && clock.monotonic() - began < FIRST_PAUSE_MS;
        if (wasIdle && !this.#stop.signal.aborted) await this.#pause();
        else this.#pauseMs = FIRST_PAUSE_MS;
      } catch (thrown) {
        if (this.#stop.signal.aborted) return;
        const error = StatusError.from(thrown);
        if (error.code === "OUT_OF_RANGE") {
          this.#version = "";
          if (clock.monotonic() - this.#listedAt < FIRST_PAUSE_MS) await this.#pause();
          continue;
        }
        this.#problem = error;
        this.#version = "";
        await this.#pause();
      }
    }
  }

  async #list(): Promise<void> {
    const { api, clock, path, what, read } = this.#deps;
    this.#listedAt = clock.monotonic();
    const { items, resourceVersion } = await api.list(path, `list ${what}`, read, {
      signal: this.#stop.signal,
    });
    this.#objects = new Map();
    for (const item of items) this.#objects.set(objectKey(item), item);
    this.#version = resourceVersion;
    this.#synced = true;
    this.#deps.changed();
  }

  /**
   * Resolves when the server ends the watch, which it does every few minutes, or says nothing for a while: with false
   * where it doesn't permit one.
   */
  async #watch(): Promise<boolean> {
    const { api, path, what, silenceMs = SILENCE_MS } = this.#deps;
    const { shown } = await api.signed();
    const { signal } = this.#stop;
    if (signal.aborted) return true;
    const query = new URLSearchParams({
      watch: "true",
      resourceVersion: this.#version,
      allowWatchBookmarks: "true",
    });
    let isOpen = false;
    try {
      const address = `${path}?${query.toString()}`;
      const body = await api.stream(address, `watch ${what}`, signal, silenceMs);
      isOpen = true;
      this.#isLive();
      for await (const line of watchLines(body, what)) {
        const { type, object } = readEvent(parsedJson(line)) ?? {};
        if (type === "ERROR") throw toStatusError(readStatus(object) ?? {}, what);
        this.#take(type, object);
      }
    } catch (error) {
      if (signal.aborted) return true;
      if (!isOpen && StatusError.from(error).details.http === 403) return false;
      const failure = watchFailure(error, shown, what, isOpen);
      if (failure) throw failure;
    }
    return true;
  }

  #isLive(): void {
    if (!this.#problem && !this.#isOnlyListed) return;
    this.#problem = null;
    this.#isOnlyListed = false;
    this.#deps.changed();
  }

  #take(type: unknown, received: unknown): void {
    this.#version = readVersion(received)?.metadata?.resourceVersion ?? this.#version;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (type === "BOOKMARK") return;
    const object = this.#deps.read(received);
    if (!object) return;
    const key = objectKey(object);
    if (type === "DELETED") this.#objects.delete(key);
    else if (this.#objects.size < MAX_OBJECTS || this.#objects.has(key))
      this.#objects.set(key, object);
    else throw tooManyObjects();
    this.#deps.changed();
  }

  /** `fixedMs`: of a pause that does not double. */
  async #pause(fixedMs?: number): Promise<void> {
    const { clock, changed } = this.#deps;
    const ms = fixedMs ?? this.#pauseMs;
    this.#pauseMs = fixedMs === undefined ? Math.min(ms * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
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

function objectKey({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}
