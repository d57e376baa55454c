import fs from "node:fs";
import path from "node:path";
import { StatusError } from "../../engine/protocol/status.ts";
import { type Db, fromFileError } from "../store/index.ts";
import { settingIn } from "./settings.ts";

const NAME = "modelRepository";

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
    const row = db.get<{ value: string }>("SELECT value FROM settings WHERE name = ?", NAME);
    const kept = row && !fixed ? settingIn(row.value) : undefined;
    this.#folder = typeof kept === "string" ? kept : initial;
  }

  get folder(): string {
    return this.#folder;
  }

  /** The name under which what concerns its models is kept: none of its own for the folder one starts with. */
  get scope(): string {
    return this.#folder === this.#initial ? "" : `:${this.#folder}`;
  }

  /** INVALID_ARGUMENT for a path that is not absolute; NOT_FOUND and others where it is no folder one can read. */
  open(folder: string): void {
    this.#folder = readableFolder(folder);
    this.#db.run(
      "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      NAME,
      JSON.stringify(this.#folder),
    );
  }
}

function readableFolder(written: string): string {
  if (!path.isAbsolute(written))
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The folder '${written}' must be an absolute path, beginning at the root of the file system.`,
    );
  const folder = path.resolve(written);
  try {
    fs.readdirSync(folder);
    return folder;
  } catch (error) {
    throw fromFileError(error, folder);
  }
}
