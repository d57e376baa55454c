import { StatusError } from "../../base/status-error.ts";
import { inTime } from "./in-time.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { isSafeName } from "./object-tree.ts";
import { readText } from "./read-text.ts";

interface StoreConfigsOptions {
  readonly store: ObjectStore;
  readonly prefix: string;
  readonly signal: AbortSignal;
  readonly readTimeoutMs?: number;
  readonly writeTimeoutMs?: number;
  /** The URL of an object, as shown to people. */
  readonly urlFor: (key: string) => string;
}

interface StoredConfig {
  readonly object: StoredObject;
  readonly text: string;
}

/** Same limit as the linter. */
const MAX_CONFIG_BYTES = 1 << 20;
const READ_TIMEOUT_MS = 10_000;
/** Longer than all attempts of an SDK. */
const WRITE_TIMEOUT_MS = 60_000;

/** Reads and writes config.pbtxt of models in a store; requirements OBJSTORE-14 to OBJSTORE-17. */
export class StoreConfigs {
  readonly #options: StoreConfigsOptions;
  /** By key, as last read. */
  readonly #read = new Map<string, StoredConfig>();

  constructor(options: StoreConfigsOptions) {
    this.#options = options;
  }

  /** Throws INVALID_ARGUMENT for a name that can't be a model folder. */
  key(model: string): string {
    if (!isSafeName(model) || model.startsWith("."))
      throw new StatusError("INVALID_ARGUMENT", `'${model}' can't be a model's folder in a store.`);
    return `${this.#options.prefix}${model}/config.pbtxt`;
  }

  /** Null without one. */
  async read(model: string): Promise<string | null> {
    return (await this.#find(this.key(model)))?.text ?? null;
  }

  /**
   * Writes `text` if the store still has `before` (null: no file); ABORTED and unchanged if it has
   * something else. Resolves if the store has `text`, even if another attempt wrote it.
   */
  async write(model: string, text: string, before: string | null): Promise<void> {
    const key = this.key(model);
    const { store, urlFor, signal, writeTimeoutMs = WRITE_TIMEOUT_MS } = this.#options;
    const url = urlFor(key);
    const content = Buffer.from(text);
    if (content.length > MAX_CONFIG_BYTES) throw tooLarge(url, content.length);
    // The store's own condition covers the time between this check and the write.
    const found = await this.#find(key);
    if ((found?.text ?? null) !== before) throw changed(url);
    if (found?.text === text) return;
    const replaces = found?.object;
    if (replaces?.etag === "")
      throw new StatusError(
        "FAILED_PRECONDITION",
        `The store reports no version of '${url}', so it can't be replaced safely.`,
      );
    try {
      const write = (within: AbortSignal) => store.write({ key, content, replaces }, within);
      await inTime(write, { url, timeoutMs: writeTimeoutMs, signal });
    } catch (thrown) {
      await this.#checkOutcome(StatusError.from(thrown), { key, text, replaces });
    }
  }

  /**
   * After a failed write: throws unless the store has the text anyway, from an attempt whose
   * response was lost.
   */
  async #checkOutcome(
    error: StatusError,
    written: { key: string; text: string; replaces: StoredObject | undefined },
  ): Promise<void> {
    const { key, text, replaces } = written;
    const url = this.#options.urlFor(key);
    let found: StoredConfig | undefined;
    try {
      found = await this.#find(key);
    } catch {
      if (error.code !== "UNAVAILABLE" && error.code !== "CANCELLED") throw error;
      throw new StatusError(
        error.code,
        `${error.message} The text may have been written: check '${url}' when the store answers again.`,
        { cause: error },
      );
    }
    if (found?.text === text) return;
    if (found?.object.etag !== replaces?.etag) throw changed(url, error);
    // Caused by a lease or a policy, not by a change.
    if (error.code === "ABORTED")
      throw new StatusError("FAILED_PRECONDITION", error.message, { cause: error });
    throw error;
  }

  async #find(key: string): Promise<StoredConfig | undefined> {
    const { urlFor, signal, readTimeoutMs = READ_TIMEOUT_MS } = this.#options;
    const url = urlFor(key);
    const found = await inTime((within) => this.#readNewest(key, within), {
      url,
      timeoutMs: readTimeoutMs,
      signal,
    });
    if (found === undefined) this.#read.delete(key);
    else this.#read.set(key, found);
    return found;
  }

  async #readNewest(key: string, signal: AbortSignal): Promise<StoredConfig | undefined> {
    const { store, urlFor } = this.#options;
    const object = await findObject(store, key, signal);
    if (object === undefined) return undefined;
    if (object.size > MAX_CONFIG_BYTES) throw tooLarge(urlFor(key), object.size);
    const known = this.#read.get(key);
    if (known !== undefined && object.etag !== "" && known.object.etag === object.etag)
      return known;
    const text = await readText(await store.read(object, { from: 0, signal }), object.size);
    return { object, text };
  }
}

async function findObject(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  for await (const { objects } of store.list({ prefix: key, folders: true, signal })) {
    // Keys are sorted: the shortest one with this prefix is the first. Pages may be empty.
    if (objects.length > 0) return objects.find((each) => each.key === key);
  }
  return undefined;
}

function changed(url: string, cause?: StatusError): StatusError {
  return new StatusError(
    "ABORTED",
    `'${url}' was changed in the store since it was read. The store's text is kept.`,
    { cause },
  );
}

function tooLarge(url: string, bytes: number): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `'${url}' has ${bytes} bytes; a configuration has at most ${MAX_CONFIG_BYTES}.`,
  );
}
