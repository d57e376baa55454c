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
  /** The URL of an object, as it is shown. */
  readonly urlFor: (key: string) => string;
}

interface StoredConfig {
  readonly object: StoredObject;
  readonly text: string;
}

/** As the linter reads. */
const MAX_CONFIG_BYTES = 1 << 20;
const READ_TIMEOUT_MS = 10_000;
/** Longer than the attempts of an SDK. */
const WRITE_TIMEOUT_MS = 60_000;

/** config.pbtxt of the models in a store, read and written; requirements OBJSTORE-14 to OBJSTORE-17 of SPEC.md. */
export class StoreConfigs {
  readonly #options: StoreConfigsOptions;
  /** By key, as it was read last. */
  readonly #read = new Map<string, StoredConfig>();

  constructor(options: StoreConfigsOptions) {
    this.#options = options;
  }

  /** Throws INVALID_ARGUMENT for a name that can't be a model's folder. */
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
   * Writes `text` where the store has `before`, null for none: ABORTED where it has something else by now, which stays.
   * Resolves where the store has `text`, also when it was another attempt that wrote it.
   */
  async write(model: string, text: string, before: string | null): Promise<void> {
    const key = this.key(model);
    const { store, urlFor, signal, writeTimeoutMs = WRITE_TIMEOUT_MS } = this.#options;
    const url = urlFor(key);
    const content = Buffer.from(text);
    if (content.length > MAX_CONFIG_BYTES) throw tooLarge(url, content.length);
    // The store's own condition closes the time between this and the write.
    const found = await this.#find(key);
    if ((found?.text ?? null) !== before) throw changed(url);
    if (found?.text === text) return;
    const replaces = found?.object;
    if (replaces?.etag === "")
      throw new StatusError(
        "FAILED_PRECONDITION",
        `The store names no version of '${url}', so that it can't be replaced safely.`,
      );
    try {
      const write = (within: AbortSignal) => store.write({ key, content, replaces }, within);
      await inTime(write, { url, timeoutMs: writeTimeoutMs, signal });
    } catch (thrown) {
      await this.#checkOutcome(StatusError.from(thrown), { key, text, replaces });
    }
  }

  /** After a write that failed: throws unless the store has the text all the same, from an attempt whose answer was lost. */
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
        `${error.message} The text may have been written: look at '${url}' when the store answers.`,
        { cause: error },
      );
    }
    if (found?.text === text) return;
    if (found?.object.etag !== replaces?.etag) throw changed(url, error);
    // A lease or a policy, not a change.
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
    // Keys come in order: the shortest that begins so is the first. A page may be empty.
    if (objects.length > 0) return objects.find((each) => each.key === key);
  }
  return undefined;
}

function changed(url: string, cause?: StatusError): StatusError {
  return new StatusError(
    "ABORTED",
    `'${url}' was changed in the store since it was read; the store's text stays.`,
    { cause },
  );
}

function tooLarge(url: string, bytes: number): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `'${url}' has ${bytes} bytes; a configuration has at most ${MAX_CONFIG_BYTES}.`,
  );
}
