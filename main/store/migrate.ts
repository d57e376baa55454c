import fs from "node:fs";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";
import type { Migration } from "./db.ts";
import type { SqliteDb } from "./sqlite-db.ts";

/** Ids of the migrations that `db` went through, ascending. */
function applied(db: SqliteDb): number[] {
  const table = db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'");
  if (!table) return [];
  return db.all<{ id: number }>("SELECT id FROM migrations ORDER BY id").map(({ id }) => id);
}

/** FAILED_PRECONDITION when `db` went through a migration that is not among `migrations`. */
export function refuseNewer(db: SqliteDb, migrations: readonly Migration[], file: string): void {
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = applied(db).find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The data directory '${path.dirname(file)}' was written by a newer version of Batchdeck ` +
      `(it has schema step ${unknown}, which this version does not know); ` +
      "update Batchdeck or use another data directory. Nothing in it was changed.",
  );
}

/**
 * Takes `db` through the migrations it has not seen, by ascending id, each in a transaction of its own. A
 * database that holds something is first copied to "FILE.before-ID", ID being the first step to come, unless `copies` is
 * false.
 */
export function migrate(
  db: SqliteDb,
  migrations: readonly Migration[],
  file: string,
  copies = true,
): void {
  const seen = new Set(applied(db));
  const missing = migrations.filter(({ id }) => !seen.has(id)).sort((a, b) => a.id - b.id);
  if (copies && seen.size > 0 && missing[0]) {
    const copy = `${file}.before-${missing[0].id}`;
    fs.rmSync(copy, { force: true });
    db.run("VACUUM INTO ?", copy);
  }
  for (const { id, name, sql } of missing) {
    db.transaction(() => {
      db.script(
        "CREATE TABLE IF NOT EXISTS migrations " +
          "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
      );
      db.script(sql);
      db.run("INSERT INTO migrations VALUES (?, ?, ?)", id, name, Date.now());
    });
  }
}
