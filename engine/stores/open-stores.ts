import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fromFileError } from "../../base/file-error.ts";
import { isRunning, machine } from "../repository/override-folders.ts";
import { openAzureStore } from "./azure-store.ts";
import { BlobCache } from "./blob-cache.ts";
import type { Environment } from "./cloud-credentials.ts";
import { openGcsStore } from "./gcs-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { openS3Store } from "./s3-store.ts";
import { StoreConfigs } from "./store-configs.ts";
import { StoreRepository } from "./store-repository.ts";
import { DEFAULT_CACHE_BYTES, parseStoreUrl, type StoreLocation } from "./store-url.ts";

export interface StoreSettings {
  /** Default: the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /** Default {@link DEFAULT_CACHE_BYTES}. */
  readonly cacheBytes?: number | undefined;
  readonly env?: Environment;
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly stallMs?: number;
  /** Of each page of a listing; default 60 s. */
  readonly listTimeoutMs?: number;
}

const STALL_MS = 30_000;

/** Model repositories in object stores, which share one download cache. */
export class Stores {
  readonly #settings: StoreSettings;
  readonly #ended = new AbortController();
  readonly #repositories: StoreRepository[] = [];
  readonly #cacheFolder: string;
  readonly #cache: BlobCache;
  #folder: Promise<string> | undefined;

  /** `stop` aborts listings and downloads, like {@link close}. */
  constructor(settings: StoreSettings = {}, stop?: AbortSignal) {
    const env = settings.env ?? process.env;
    this.#settings = { ...settings, env };
    this.#cacheFolder = settings.cacheFolder ?? defaultCacheFolder(env);
    if (stop?.aborted) this.#ended.abort();
    stop?.addEventListener("abort", () => this.#ended.abort(), { once: true });
    this.#cache = new BlobCache({
      folder: this.#cacheFolder,
      maxBytes: settings.cacheBytes ?? DEFAULT_CACHE_BYTES,
      signal: this.#ended.signal,
      delay: settings.delay ?? ((ms, signal) => sleep(ms, undefined, { signal })),
      stallMs: settings.stallMs ?? STALL_MS,
      releaseIdle: async () => {
        await Promise.all(this.#repositories.map((each) => each.releaseIdle()));
      },
    });
  }

  /** Throws INVALID_ARGUMENT for an invalid store URL; sends no request yet. */
  async open(url: string): Promise<StoreRepository> {
    const location = parseStoreUrl(url);
    const store = await openStore(location, this.#settings.env ?? process.env);
    this.#folder ??= makeFolder(join(this.#cacheFolder, "models"));
    const repository = new StoreRepository({
      store,
      prefix: location.prefix,
      url: location.url,
      cache: this.#cache,
      folder: join(await this.#folder, String(this.#repositories.length)),
      signal: this.#ended.signal,
      nowMs: () => performance.now(),
      listTimeoutMs: this.#settings.listTimeoutMs,
    });
    this.#repositories.push(repository);
    return repository;
  }

  /** Aborts downloads. Partial downloads are kept for the next start. */
  async close(): Promise<void> {
    this.#ended.abort();
    const folder = await this.#folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The configurations of a repository's models. Throws INVALID_ARGUMENT for an invalid store URL.
 */
export async function openStoreConfigs(
  written: string,
  signal: AbortSignal,
): Promise<StoreConfigs> {
  const location = parseStoreUrl(written);
  const { url, prefix } = location;
  const bucketUrl = prefix === "" ? url : url.slice(0, -prefix.length);
  return new StoreConfigs({
    store: await openStore(location, process.env),
    prefix,
    signal,
    urlFor: (key) => `${bucketUrl}/${key}`,
  });
}

export function openStore(location: StoreLocation, env: Environment): Promise<ObjectStore> {
  if (location.scheme === "s3") return openS3Store(location, env);
  if (location.scheme === "gs") return openGcsStore(location, env);
  return openAzureStore(location, env);
}

/** Creates a folder for this process and removes those of ended processes. */
async function makeFolder(parent: string): Promise<string> {
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      const [, host, pid] = /^([0-9a-f]{8})-(\d+)-\w+$/.exec(name) ?? [];
      if (host === machine && !isRunning(Number(pid)))
        await rm(join(parent, name), { recursive: true, force: true });
    }
    return await mkdtemp(join(parent, `${machine}-${process.pid}-`));
  } catch (error) {
    throw fromFileError(error, parent);
  }
}

function defaultCacheFolder(env: Environment): string {
  const caches =
    process.platform === "win32"
      ? (env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"))
      : process.platform === "darwin"
        ? join(homedir(), "Library", "Caches")
        : env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(caches, "batchdeck", "model-cache");
}
