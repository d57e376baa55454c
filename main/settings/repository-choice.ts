import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isStoreUrl } from "../../engine/stores/store-url.ts";
import type { Db } from "../store/index.ts";
import { readUnchecked } from "../store/data-directory.ts";
import { readSetting, writeSetting } from "./setting-rows.ts";

const NAME = "modelRepository";

/** The repositories that the host will probably serve, read before its data directory is checked; null if none is stored. */
export function readKeptRepositories(dataDirectory: string): readonly string[] | null {
  return toFolders(readUnchecked(dataDirectory, (db) => readSetting(db, NAME)));
}

/** A stored choice: one repository is a text, several are a list. */
function toFolders(kept: unknown): readonly string[] | null {
  const folders = Array.isArray(kept) ? (kept as readonly unknown[]) : [kept];
  const isRepository = (each: unknown): each is string =>
    typeof each === "string" && (path.isAbsolute(each) || isStoreUrl(each));
  return folders.length > 0 && folders.every(isRepository) ? folders : null;
}

/**
 * The repositories whose models the embedded engine serves: those that were opened last, unless the console was started
 * with others (`fixed`).
 */
export class RepositoryChoice {
  readonly #db: Db;
  readonly #initial: readonly string[];
  #folders: readonly string[];

  constructor(db: Db, initial: readonly string[], fixed: boolean) {
    this.#db = db;
    this.#initial = initial;
    this.#folders = (fixed ? null : toFolders(readSetting(db, NAME))) ?? initial;
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

  /** Opens repositories in place of the others, from now on and after the next start. */
  open(folders: readonly string[]): void {
    this.#folders = folders;
    writeSetting(this.#db, NAME, folders.length === 1 ? folders[0] : folders);
  }
}

function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
