import { createHash } from "node:crypto";
import { chmod, copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import { isRunning, machine } from "../repository/override-folders.ts";
import { download, type DownloadOptions } from "./download.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";

export type OnBytes = (bytes: number) => void;

interface RunningDownload {
  readonly done: Promise<void>;
  /** Of all that wait for it. */
  readonly listeners: Set<OnBytes>;
}

export interface BlobCacheOptions extends Omit<DownloadOptions, "signal" | "onBytes"> {
  readonly folder: string;
  readonly maxBytes: number;
  /** Aborts running downloads. */
  readonly signal: AbortSignal;
  /** Frees what was put together from the cache and no model serves from. */
  readonly releaseIdle: () => Promise<void>;
}

/**
 * Content of objects by store, key, version and size (OBJSTORE-9 to OBJSTORE-11). Content that a
 * model in any process uses has a second hard link and is never evicted.
 */
export class BlobCache {
  readonly #options: BlobCacheOptions;
  readonly #folder: string;
  readonly #running = new Map<string, RunningDownload>();
  /** Bytes reserved for running downloads. */
  #reserved = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: BlobCacheOptions) {
    this.#options = options;
    this.#folder = join(options.folder, "contents");
  }

  /**
   * Puts an object's content at `target`, which must not exist. Downloads it if necessary; equal
   * downloads are shared. `onBytes` receives how much of the object there is so far.
   */
  async place(
    store: ObjectStore,
    object: StoredObject,
    target: string,
    onBytes: OnBytes,
  ): Promise<void> {
    const name = blobName(store, object);
    const blob = join(this.#folder, name);
    // Another process may evict it in between.
    for (let attempt = 0; ; attempt++) {
      if (!(await this.#isThere(blob, object))) {
        const { done, listeners } = this.#fetchOnce(name, store, object);
        listeners.add(onBytes);
        await done;
      }
      try {
        await linkOrCopy(blob, target);
        onBytes(object.size);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === 2)
          throw fromFileError(error, target);
      }
    }
  }

  async #isThere(blob: string, { size }: StoredObject): Promise<boolean> {
    const found = await stat(blob).catch(() => undefined);
    if (found === undefined) return false;
    if (found.size !== size) {
      await rm(blob, { force: true });
      return false;
    }
    const now = new Date();
    await utimes(blob, now, now).catch(() => {});
    return true;
  }

  #fetchOnce(name: string, store: ObjectStore, object: StoredObject): RunningDownload {
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const listeners = new Set<OnBytes>();
    const onBytes = (bytes: number) => listeners.forEach((each) => each(bytes));
    const done = this.#fetch(name, store, object, onBytes).finally(() =>
      this.#running.delete(name),
    );
    const started = { done, listeners };
    this.#running.set(name, started);
    return started;
  }

  async #fetch(
    name: string,
    store: ObjectStore,
    object: StoredObject,
    onBytes: OnBytes,
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw fromFileError(error, this.#folder);
    });
    const part = await this.#takePart(name);
    await this.#reserve(object);
    try {
      await download(store, object, part, { ...this.#options, onBytes });
      await chmod(part, 0o444);
      await rename(part, join(this.#folder, name));
    } catch (error) {
      throw fromFileError(error, this.#folder);
    } finally {
      this.#reserved -= object.size;
    }
  }

  /**
   * The file of a partial download: one that an engine that has ended left behind, or a new one.
   */
  async #takePart(name: string): Promise<string> {
    const own = join(this.#folder, `${name}.${machine}-${process.pid}.part`);
    for (const each of await readdir(this.#folder)) {
      const pid = partOwner(each);
      if (!each.startsWith(name) || pid === undefined || isRunning(pid)) continue;
      await rename(join(this.#folder, each), own).catch(() => {});
    }
    return own;
  }

  /** Evicts until the object fits; throws RESOURCE_EXHAUSTED if it can't. One call at a time. */
  #reserve(object: StoredObject): Promise<void> {
    const reserving = this.#turn.then(() => this.#makeRoom(object));
    this.#turn = reserving.catch(() => {});
    return reserving;
  }

  async #makeRoom({ key, size }: StoredObject): Promise<void> {
    const { maxBytes, releaseIdle } = this.#options;
    let kept = await this.#evict(maxBytes - size - this.#reserved);
    if (kept > 0) {
      await releaseIdle();
      kept = await this.#evict(maxBytes - size - this.#reserved);
    }
    if (kept > 0) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `The object ${JSON.stringify(key.slice(0, 300))} with ${size} bytes doesn't fit into the model cache of ${maxBytes} bytes: ${kept} bytes more are needed than loaded models leave free. Raise --model-cache-bytes or unload models.`,
      );
    }
    this.#reserved += size;
  }

  /**
   * Evicts least recently used content until at most `budget` bytes are left; resolves with the
   * bytes beyond it that are in use.
   */
  async #evict(budget: number): Promise<number> {
    const found = await this.#contents();
    let excess = found.reduce((sum, { size }) => sum + size, 0) - budget;
    for (const { path, size, inUse } of found) {
      if (excess <= 0) break;
      if (inUse) continue;
      await rm(path, { force: true });
      excess -= size;
    }
    return Math.max(0, excess);
  }

  /** Least recently used first. Downloads of this process are already reserved. */
  async #contents() {
    const names = await readdir(this.#folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const info = await stat(path).catch(() => undefined);
        if (!info?.isFile()) return [];
        const pid = partOwner(name);
        if (pid === process.pid && this.#running.has(name.slice(0, NAME_LENGTH))) return [];
        const isOthers = pid !== undefined && pid !== process.pid;
        const inUse = isOthers ? isRunning(pid) : info.nlink > 1;
        return [{ path, size: info.size, usedMs: info.mtimeMs, inUse }];
      }),
    );
    return found.flat().sort((a, b) => a.usedMs - b.usedMs);
  }
}

/** SHA-256 in hexadecimal. */
const NAME_LENGTH = 64;

/**
 * The process that writes a partial download on this machine; undefined for complete content and
 * for other machines' downloads.
 */
function partOwner(name: string): number | undefined {
  const [, host, pid] = /\.([0-9a-f]{8})-(\d+)\.part$/.exec(name) ?? [];
  return host === machine ? Number(pid) : undefined;
}

function blobName(store: ObjectStore, { key, etag, size }: StoredObject): string {
  return createHash("sha256")
    .update(JSON.stringify([store.id, key, etag, size]))
    .digest("hex");
}

/** File systems without hard links get a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EXDEV", "EMLINK"].includes(code)) throw error;
    await copyFile(from, to);
  }
}
