import fs from "node:fs";
import path from "node:path";
import { StatusError } from "../../engine/protocol/status.ts";
import type { Db, Migration } from "./db.ts";
import { fromFileError } from "./file-error.ts";
import { migrate, refuseNewer } from "./migrate.ts";
import { SqliteDb } from "./sqlite-db.ts";

export interface DataDirectory {
  readonly path: string;
  readonly db: Db;
  /** Closes the database and lets another host use the directory. */
  close(): void;
}

/**
 * Opens a data directory, made if missing, for this host alone, and brings its database up to date.
 * ALREADY_EXISTS while another host uses it; FAILED_PRECONDITION when a newer version wrote it, which is
 * left as it was; RESOURCE_EXHAUSTED when its disk is full.
 */
export function openDataDirectory(
  directory: string,
  migrations: readonly Migration[],
): DataDirectory {
  try {
    fs.mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw fromFileError(error, directory);
  }
  const lock = takeLock(directory);
  const file = path.join(directory, "batchdeck.db");
  let db: SqliteDb | null = null;
  try {
    db = new SqliteDb(file);
    refuseNewer(db, migrations, file);
    db.makeDurable();
    migrate(db, migrations, file);
  } catch (error) {
    db?.close();
    lock.close();
    throw error;
  }
  const opened = db;
  return {
    path: directory,
    db: opened,
    close() {
      opened.close();
      lock.close();
    },
  };
}

/** An exclusive transaction on an empty database: a lock that the system lets go with its process. */
function takeLock(directory: string): SqliteDb {
  const lock = new SqliteDb(path.join(directory, "host.lock"));
  try {
    lock.script("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (StatusError.from(error).code !== "UNAVAILABLE") throw error;
    throw new StatusError(
      "ALREADY_EXISTS",
      `The data directory '${directory}' is in use by another Batchdeck; close that one, ` +
        "or start this one with another data directory.",
      { cause: error },
    );
  }
}
