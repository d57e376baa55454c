import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isStoreUrl } from "../../engine/stores/store-url.ts";
import type { Db } from "../store/index.ts";
import { readUnchecked } from "../store/data-directory.ts";
import { readSetting, writeSetting } from "./setting-rows.ts";

const NAME = "modelRepository";

/** The folder that the host will probably serve, read before its data directory is checked; null if none is stored. */
export function readKeptRepository(dataDirectory: string): string | null {
  const kept = readUnchecked(dataDirectory, (db) => readSetting(db, NAME));
  return typeof kept === "string" && (path.isAbsolute(kept) || isStoreUrl(kept)) ? kept : null;
}

/**
 * The repositories whose models the embedded engine serves: the one that was opened last, unless the console was started
 * with others (`fixed`).
 */
export class RepositoryChoice {
  readonly #db: Db;
  readonly #initial: readonly string[];
  #folders: readonly string[];

  constructor(db: Db, initial: readonly string[], fixed: boolean) {
    this.#db = db;
    this.#initial = initial;
    const kept = fixed ? undefined : readSetting(db, NAME);
    this.#folders = typeof kept === "string" ? [kept] : initial;
  }

  /** Absolute paths, and URLs of object stores. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  get localFolders(): readonly string[] {
    return this.#folders.filter((each) => !isStoreUrl(each));
  }

  get stores(): readonly string[] {
    return this.#folders.filter(isStoreUrl);
  }

  /** The local repository that has the model; null if it is in an object store. A model in none of them counts as in the first. */
  findLocal(model: string): string | null {
    const [first, ...others] = this.localFolders;
    if (first === undefined) return null;
    if (others.length === 0 && this.stores.length === 0) return first;
    const found = this.localFolders.find((each) => isFolder(path.join(each, model)));
    return found ?? (this.stores.length > 0 ? null : first);
  }

  /** Name under which data about their models is stored; "" for the initial ones. */
  get scope(): string {
    return isDeepStrictEqual(this.#folders, this.#initial) ? "" : `:${this.#folders.join("\n")}`;
  }

  /** Opens repositories in place of the others. Several are opened until the host ends, one also by the next start. */
  open(folders: readonly string[]): void {
    this.#folders = folders;
    if (folders.length === 1) writeSetting(this.#db, NAME, folders[0]);
  }
}

function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
