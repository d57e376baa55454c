import path from "node:path";
import { isStoreUrl } from "../../engine/stores/store-url.ts";
import type { Db } from "../store/index.ts";
import { readUnchecked } from "../store/data-directory.ts";
import { readSetting, writeSetting } from "./setting-rows.ts";

const NAME = "modelRepository";

/** The folder that the host will probably serve, before it has checked its data directory; null where none is kept. */
export function readKeptRepository(dataDirectory: string): string | null {
  const kept = readUnchecked(dataDirectory, (db) => readSetting(db, NAME));
  return typeof kept === "string" && (path.isAbsolute(kept) || isStoreUrl(kept)) ? kept : null;
}

/**
 * The folder whose models the embedded engine serves: the one that was opened last, unless the console was started
 * on one of its own (`fixed`).
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

  /** Null where it is in an object store: files of its models are read and written by the engine's calls alone. */
  get localFolder(): string | null {
    return isStoreUrl(this.#folder) ? null : this.#folder;
  }

  /** The name under which what concerns its models is kept: none of its own for the folder one starts with. */
  get scope(): string {
    return this.#folder === this.#initial ? "" : `:${this.#folder}`;
  }

  /** `folder`: absolute, and one that can be served. */
  open(folder: string): void {
    this.#folder = folder;
    writeSetting(this.#db, NAME, folder);
  }
}
