import path from "node:path";
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
 * The folder whose models the embedded engine serves: the one that was opened last, unless the console was started with a
 * folder (`fixed`).
 */
export class RepositoryChoice {
  readonly #db: Db;
  readonly #initial: string;
  #folder: string;

  constructor(db: Db, initial: string, fixed: boolean) {
    this.#db = db;
    this.#initial = initial;
    const kept = fixed ? undefined : readSetting(db, NAME);
    this.#folder = typeof kept === "string" ? kept : initial;
  }

  get folder(): string {
    return this.#folder;
  }

  /** Null for an object store, whose models are only read and written through the engine. */
  get localFolder(): string | null {
    return isStoreUrl(this.#folder) ? null : this.#folder;
  }

  /** Name under which data about its models is stored; "" for the initial folder. */
  get scope(): string {
    return this.#folder === this.#initial ? "" : `:${this.#folder}`;
  }

  /** `folder`: absolute path of a folder that can be served. */
  open(folder: string): void {
    this.#folder = folder;
    writeSetting(this.#db, NAME, folder);
  }
}
