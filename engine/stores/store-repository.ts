import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mapLimited } from "../../base/map-limited.ts";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import {
  isIgnoredVersion,
  isVersionName,
  type ModelDirectory,
  readModelDirectory,
} from "../repository/model-directory.ts";
import type { ModelSource } from "../repository/model-folders.ts";
import type { BlobCache, OnBytes } from "./blob-cache.ts";
import {
  type Listing,
  MAX_ATTEMPTS,
  type ObjectStore,
  REQUEST_TIMEOUT_MS,
  type StoredObject,
} from "./object-store.ts";
import { isSafeName, MAX_OBJECTS, type ObjectTree, toObjectTree } from "./object-tree.ts";
import { pagesInTime } from "./in-time.ts";
import { readText } from "./read-text.ts";

export interface StoreRepositoryOptions {
  readonly store: ObjectStore;
  readonly prefix: string;
  /** As shown to people. */
  readonly url: string;
  readonly cache: BlobCache;
  /** This process's own folder on the cache's file system: model folders are assembled here. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  /** Of each page of a listing; default 60 s. */
  readonly listTimeoutMs?: number | undefined;
}

/** A model as the store lists it, not downloaded. */
export interface StoredModel {
  readonly name: string;
  /** Undefined if there is no config.pbtxt. */
  readonly configText: string | undefined;
  /** Oldest first. */
  readonly versions: readonly {
    readonly version: string;
    readonly files: readonly string[];
    readonly bytes: number;
  }[];
}

/** Same limit as the linter. */
const MAX_CONFIG_BYTES = 1 << 20;
/** Limit of model folders in a repository. */
const MAX_MODELS = 10_000;
/** Concurrent downloads per model. */
const DOWNLOADS = 4;
/**
 * How long the index is cached, since it is requested often; loads and polls list their models
 * themselves.
 */
const LISTED_FOR_MS = 2_000;
const LIST_TIMEOUT_MS = MAX_ATTEMPTS * REQUEST_TIMEOUT_MS;

/** A model repository in an object store; requirements OBJSTORE-6 to OBJSTORE-14. */
export class StoreRepository implements ModelSource {
  readonly #options: StoreRepositoryOptions;
  /** By model, as last read. */
  readonly #current = new Map<string, Snapshot>();
  #listing: { readonly names: Promise<string[]>; readonly sinceMs: number } | undefined;
  #count = 0;

  constructor(options: StoreRepositoryOptions) {
    this.#options = options;
  }

  get where(): string {
    return this.#options.url;
  }

  list(): Promise<string[]> {
    const now = this.#options.nowMs();
    if (this.#listing !== undefined && now - this.#listing.sinceMs < LISTED_FOR_MS)
      return this.#listing.names;
    const names = this.#listModels();
    this.#listing = { names, sinceMs: now };
    names.catch(() => (this.#listing = undefined));
    return names;
  }

  async read(name: string, configName?: string): Promise<ModelDirectory | undefined> {
    const tree = await this.#readTree(name);
    if (tree === undefined) return undefined;
    const snapshot = this.#snapshot(name, tree);
    return await snapshot.read(configName);
  }

  /** Throws NOT_FOUND if there is no such model. Reads only its configuration. */
  async inspect(name: string): Promise<StoredModel> {
    const { store, prefix, signal } = this.#options;
    const tree = await this.#readTree(name);
    if (tree === undefined) throw new StatusError("NOT_FOUND", `There is no model '${name}'.`);
    const config = tree.files.get("config.pbtxt");
    if (config && config.size > MAX_CONFIG_BYTES)
      throw tooMany(`${prefix}${name}/config.pbtxt`, MAX_CONFIG_BYTES, "bytes");
    const configText =
      config && (await readText(await store.read(config, { from: 0, signal }), config.size));
    return { name, configText, versions: listVersions(tree) };
  }

  /** Removes folders that no model serves from. */
  async releaseIdle(): Promise<void> {
    await Promise.all([...this.#current.values()].map((snapshot) => snapshot.removeIdle()));
  }

  async #readTree(name: string): Promise<ObjectTree | undefined> {
    if (!isSafeName(name) || name.startsWith(".")) return undefined;
    const prefix = `${this.#options.prefix}${name}/`;
    const tree = toObjectTree(await this.#listObjects(prefix), prefix);
    return tree.files.size === 0 && tree.folders.size === 0 ? undefined : tree;
  }

  async #listModels(): Promise<string[]> {
    const { prefix, url } = this.#options;
    const names = new Set<string>();
    let isThere = prefix === "";
    for await (const { objects, folders } of this.#pages(prefix, true)) {
      isThere ||= objects.length + folders.length > 0;
      for (const folder of folders) {
        const name = folder.slice(prefix.length, -1);
        if (folder.startsWith(prefix) && isSafeName(name) && !name.startsWith(".")) names.add(name);
      }
      if (names.size > MAX_MODELS) throw tooMany(url, MAX_MODELS, "models");
    }
    if (!isThere) throw new StatusError("NOT_FOUND", `'${url}' is empty or does not exist.`);
    return [...names].sort();
  }

  async #listObjects(prefix: string): Promise<StoredObject[]> {
    const { url } = this.#options;
    const found: StoredObject[] = [];
    for await (const { objects } of this.#pages(prefix, false)) {
      found.push(...objects);
      if (found.length > MAX_OBJECTS) throw tooMany(`${url}/${prefix}`, MAX_OBJECTS, "objects");
    }
    return found;
  }

  #pages(prefix: string, folders: boolean): AsyncIterable<Listing> {
    const { store, signal, url, listTimeoutMs: timeoutMs = LIST_TIMEOUT_MS } = this.#options;
    const pages = store.list({ prefix, folders, signal });
    return pagesInTime(pages, { url, timeoutMs, signal });
  }

  #snapshot(name: string, tree: ObjectTree): Snapshot {
    const before = this.#current.get(name);
    const stamp = stampObjects(tree.files, () => true) + [...tree.folders].sort().join("\n");
    if (before?.stamp === stamp) return before;
    const { store, cache, folder } = this.#options;
    const path = join(folder, String(this.#count++), name);
    const snapshot = new Snapshot({
      name,
      tree,
      stamp,
      path,
      place: (object, target, onBytes) => cache.place(store, object, target, onBytes),
    });
    this.#current.set(name, snapshot);
    before?.supersede();
    return snapshot;
  }
}

interface SnapshotOptions {
  readonly name: string;
  readonly tree: ObjectTree;
  /** Differs if any object differs. */
  readonly stamp: string;
  /** Folder in which it is assembled. */
  readonly path: string;
  readonly place: (object: StoredObject, target: string, onBytes: OnBytes) => Promise<void>;
}

/** A version, or the files outside versions, being assembled or assembled. */
interface Part {
  readonly done: Promise<void>;
  /** Of all that wait for it. */
  readonly listeners: Set<OnBytes>;
}

/**
 * A snapshot of a model in the store. Versions are downloaded when they are opened (OBJSTORE-7).
 */
class Snapshot {
  readonly #options: SnapshotOptions;
  /** Assembled parts by version; "" for files outside versions. */
  readonly #parts = new Map<string, Part>();
  #users = 0;
  /** The store has a newer snapshot: the folder is removed after its last use. */
  #superseded = false;
  #removing: Promise<void> = Promise.resolve();

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  get stamp(): string {
    return this.#options.stamp;
  }

  async read(configName: string | undefined): Promise<ModelDirectory> {
    const { name, path, tree } = this.#options;
    const release = this.#use();
    try {
      await this.#assemble("");
      const local = await readModelDirectory(dirname(path), name, configName);
      if (local === undefined) throw new StatusError("INTERNAL", `'${path}' was removed.`);
      const listed = listVersions(tree);
      const versions = listed.map(({ version, files }) => ({
        version,
        files,
        path: join(path, version),
        stamp: `${version}\n${stampObjects(tree.files, (file) => this.#partOf(file) === version)}`,
      }));
      const commonStamp = stampObjects(
        tree.files,
        (file) => file !== "config.pbtxt" && this.#partOf(file) === "",
      );
      return {
        ...local,
        versions,
        ignored: [...tree.folders].filter(isIgnoredVersion),
        commonStamp,
        filesStamp: [...versions.map(({ stamp }) => stamp), commonStamp].join("\n"),
        hold: async (version, onBytes) => {
          const letGo = this.#use();
          try {
            await this.#assemble("");
            if (version) await this.#assemble(version.version, onBytes);
            onBytes?.(listed.find((each) => each.version === version?.version)?.bytes ?? 0);
            return letGo;
          } catch (error) {
            letGo();
            throw error;
          }
        },
      };
    } finally {
      release();
    }
  }

  supersede(): void {
    this.#superseded = true;
    void this.removeIdle();
  }

  async removeIdle(): Promise<void> {
    if (this.#users > 0) return;
    this.#parts.clear();
    const remove = () => rm(dirname(this.#options.path), { recursive: true, force: true });
    this.#removing = this.#removing.then(remove).catch(() => {});
    await this.#removing;
  }

  #use(): () => void {
    this.#users++;
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      this.#users--;
      if (this.#superseded) void this.removeIdle();
    };
  }

  /** The version that a file or folder belongs to: "" outside versions, undefined if ignored. */
  #partOf(path: string): string | undefined {
    const [top = ""] = path.split("/");
    if (!this.#options.tree.folders.has(top)) return "";
    if (isIgnoredVersion(top)) return undefined;
    return isVersionName(top) ? top : "";
  }

  /**
   * Once, unless it failed or was removed: in a folder of its own that is renamed when complete. `onBytes` receives how
   * much there is so far, while files are downloaded.
   */
  async #assemble(part: string, onBytes?: OnBytes): Promise<void> {
    const { done, listeners } = this.#parts.get(part) ?? this.#startPart(part);
    if (onBytes) listeners.add(onBytes);
    try {
      await done;
    } finally {
      if (onBytes) listeners.delete(onBytes);
    }
  }

  #startPart(part: string): Part {
    const listeners = new Set<OnBytes>();
    const onBytes = (bytes: number) => listeners.forEach((each) => each(bytes));
    const done = this.#removing.then(() => this.#putTogether(part, onBytes));
    const started = { done, listeners };
    this.#parts.set(part, started);
    done.catch(() => {
      if (this.#parts.get(part) === started) this.#parts.delete(part);
    });
    return started;
  }

  async #putTogether(part: string, onBytes: OnBytes): Promise<void> {
    const { tree, path, place } = this.#options;
    const draft = join(dirname(path), `.draft-${part}`);
    const isPart = (file: string) => this.#partOf(file) === part;
    const inside = (file: string) => join(draft, part === "" ? file : file.slice(part.length + 1));
    let total = 0;
    const placeFile = (file: string, object: StoredObject) => {
      let received = 0;
      return place(object, inside(file), (bytes) => {
        total += bytes - received;
        received = bytes;
        onBytes(total);
      });
    };
    try {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true });
      for (const folder of [...tree.folders].filter(isPart).sort())
        await mkdir(inside(folder), { recursive: true });
      const files = [...tree.files].filter(([file]) => isPart(file));
      await mapLimited(files, DOWNLOADS, ([file, object]) => placeFile(file, object));
      await rename(draft, part === "" ? path : join(path, part));
    } catch (error) {
      await rm(draft, { recursive: true, force: true }).catch(() => {});
      throw fromFileError(error, path);
    }
  }
}

/** Oldest first. */
function listVersions({ files, folders }: ObjectTree): StoredModel["versions"] {
  return [...folders]
    .filter(isVersionName)
    .map((version) => {
      const isInside = (path: string) => path.startsWith(`${version}/`);
      const inside = [...files.keys(), ...folders].filter(isInside);
      const names = inside.map((path) => path.split("/")[1] ?? "");
      const sizes = [...files].map(([path, { size }]) => (isInside(path) ? size : 0));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      return { version, files: [...new Set(names)].sort(), bytes };
    })
    .sort((a, b) => Number(a.version) - Number(b.version));
}

/** A line for each file. */
function stampObjects(
  files: ReadonlyMap<string, StoredObject>,
  takes: (file: string) => boolean,
): string {
  return [...files]
    .filter(([file]) => takes(file))
    .map(([file, { size, etag }]) => `${file}:${size}:${etag}`)
    .sort()
    .join("\n");
}

function tooMany(url: string, limit: number, what: string): StatusError {
  return new StatusError("RESOURCE_EXHAUSTED", `'${url}' has more than ${limit} ${what}.`);
}
