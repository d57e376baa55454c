import fs from "node:fs";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Db, Migration } from "./db.ts";
import { migrate, refuseNewer } from "./migrate.ts";
import { SqliteDb } from "./sqlite-db.ts";

export interface DataDirectory {
  readonly path: string;
  readonly db: Db;
  /** Closes the database and lets another host use the directory. */
  close(): void;
}

/** That no other host uses a data directory. */
export interface DataLock {
  close(): void;
}

/** Makes the directory if missing and takes it for this host alone. ALREADY_EXISTS while another host uses it. */
export function lockDataDirectory(directory: string): DataLock {
  makePrivate(directory);
  return takeLock(directory);
}

/**
 * Opens a data directory, made if missing, for this host alone, and brings its database up to date.
 * DATA_LOSS for a damaged database, which stays as it is (SPEC.md, STORE-1 to STORE-3). ALREADY_EXISTS while another host uses it; FAILED_PRECONDITION when a newer version wrote it, which is
 * left as it was; RESOURCE_EXHAUSTED when its disk is full.
 */
export function openDataDirectory(
  directory: string,
  migrations: readonly Migration[],
  lock = lockDataDirectory(directory),
): DataDirectory {
  const file = path.join(directory, DATABASE);
  let db: SqliteDb | null = null;
  try {
    refuseEmptied(file);
    db = new SqliteDb(file);
    refuseDamaged(db, file);
    refuseNewer(db, migrations, file);
    db.makeDurable();
    migrate(db, migrations, file);
    hideFiles(directory);
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

/** Reads from a database that nothing has checked yet; undefined where it can't be read. Nothing in it is changed. */
export function readUnchecked<T>(directory: string, read: (db: Db) => T): T | undefined {
  try {
    const db = new SqliteDb(path.join(directory, DATABASE), { readOnly: true });
    try {
      return read(db);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

const DATABASE = "batchdeck.db";
const LOCK = "host.lock";

/** Makes the directory where it is missing, for its owner alone; also an existing one that is empty or a data directory. */
function makePrivate(directory: string): void {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const names = fs.readdirSync(directory);
    if (names.length === 0 || names.includes(DATABASE)) chmod(directory, 0o700);
  } catch (error) {
    throw fromFileError(error, directory);
  }
}

/** Files that were there before, of a data directory from its beginning on; else our own alone. */
function hideFiles(directory: string): void {
  const isOurs = (fs.statSync(directory).mode & 0o077) === 0;
  for (const entry of fs.readdirSync(directory, { withFileTypes: true }))
    if (entry.isFile() && (isOurs || OWN_FILE.test(entry.name)))
      chmod(path.join(directory, entry.name), 0o600);
}

const OWN_FILE = /^(batchdeck\.db|history\.db|host\.lock|console-)/;

/** What belongs to someone else cannot be changed, and is not ours to hide. */
function chmod(file: string, mode: number): void {
  if (process.platform === "win32") return;
  try {
    fs.chmodSync(file, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "ENOENT" && code !== "EROFS") throw error;
  }
}

/** SQLite would take it for a new one. */
function refuseEmptied(file: string): void {
  const size = (name: string) => fs.statSync(name, { throwIfNoEntry: false })?.size;
  if (size(file) !== 0 || (size(`${file}-wal`) ?? 0) > 0) return;
  const others = fs.readdirSync(path.dirname(file)).filter((name) => !isFresh(name));
  if (others.length === 0) return;
  throw new StatusError(
    "DATA_LOSS",
    `The database '${file}' has 0 bytes: its content was lost, for example on a full disk. ` +
      `Put a backup copy in its place, or delete it to start with an empty one.${describeCopies(file)}`,
  );
}

const isFresh = (name: string) =>
  [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, LOCK, `${LOCK}-journal`].includes(name);

function refuseDamaged(db: SqliteDb, file: string): void {
  let damage: string | null;
  try {
    damage = db.damage();
  } catch (error) {
    const failure = StatusError.from(error);
    if (failure.code !== "DATA_LOSS") throw error;
    damage = failure.cause instanceof Error ? failure.cause.message : failure.message;
  }
  if (damage === null) return;
  throw new StatusError(
    "DATA_LOSS",
    `The database '${file}' is damaged (${damage}). Nothing in it was changed. ` +
      `Put a backup copy in its place, or move it away to start with an empty one.${describeCopies(file)}`,
  );
}

/** A sentence that names the copies from before upgrades; "" without any. */
function describeCopies(file: string): string {
  const prefix = `${path.basename(file)}.before-`;
  const copies = fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith(prefix));
  return copies.length === 0 ? "" : ` Copies from before upgrades: ${copies.join(", ")}.`;
}

/** An exclusive transaction on an empty database: a lock that the system lets go with its process. */
function takeLock(directory: string): SqliteDb {
  const lock = new SqliteDb(path.join(directory, LOCK));
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
