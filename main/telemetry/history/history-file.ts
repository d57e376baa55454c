import fs from "node:fs";
import path from "node:path";
import { fromFileError } from "../../../base/file-error.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { EventSink } from "../../events/index.ts";
import { migrate, type Migration, refuseNewer, SqliteDb } from "../../store/index.ts";

const rows = (table: string) => `
  CREATE TABLE ${table} (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    t INTEGER NOT NULL,
    layout INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX ${table}_by_time ON ${table} (server, t);`;

const migrations: readonly Migration[] = [
  {
    id: 50,
    name: "history",
    sql: `
      CREATE TABLE servers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE layouts (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text BLOB NOT NULL) STRICT;
      CREATE TABLE pins (server TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (server, key)) STRICT;
      ${rows("fine")}
      ${rows("coarse")}`,
  },
  {
    id: 51,
    name: "history in chunks",
    sql: `
      CREATE TABLE chunks (
        id INTEGER PRIMARY KEY,
        server INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        layout INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE INDEX chunks_by_time ON chunks (server, last);`,
  },
  {
    id: 52,
    name: "5-minute history in chunks",
    sql: `
      ALTER TABLE chunks RENAME TO fine_chunks;
      CREATE TABLE coarse_chunks (
        id INTEGER PRIMARY KEY,
        server INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        layout INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE INDEX coarse_chunks_by_time ON coarse_chunks (server, last);`,
  },
  // Rows may have a format that earlier versions can't read.
  { id: 53, name: "latencies in the engine's buckets", sql: "" },
  { id: 54, name: "rates and gauges by a number", sql: "" },
];

/** Opens the history of a data directory; null if a newer version wrote it, or the disk denies access. */
export function openHistoryFile(directory: string, events: EventSink): SqliteDb | null {
  const file = path.join(directory, "history.db");
  try {
    return open(file);
  } catch (thrown) {
    const error = StatusError.from(thrown);
    if (error.code === "DATA_LOSS") return openAfresh(file, error, events);
    const message = `Can't save metrics history: ${error.message}`;
    events.emit({ level: "warning", source: "history", message });
    return null;
  }
}

/** Renames a damaged file and starts a new one. */
export function openAfresh(file: string, error: StatusError, events: EventSink): SqliteDb | null {
  const aside = `${file}.damaged-${Date.now()}`;
  try {
    for (const end of ["", "-wal", "-shm"])
      if (fs.existsSync(file + end)) fs.renameSync(file + end, aside + end);
    const db = open(file);
    const message = `The history in '${file}' is damaged and was set aside as '${aside}'; a new one was begun.`;
    events.emit({ level: "warning", source: "history", message });
    return db;
  } catch (again) {
    const message = `The history in '${file}' is damaged (${error.message}), and no new one can be begun: ${fromFileError(again, file).message}`;
    events.emit({ level: "error", source: "history", message });
    return null;
  }
}

/** Commits don't wait for the disk: a power cut may lose the last rows, but damages nothing. */
function open(file: string): SqliteDb {
  const db = new SqliteDb(file);
  try {
    refuseNewer(db, migrations, file);
    db.script(
      "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
    );
    // A copy would be as large as the history itself, exceed the limit, and remain.
    migrate(db, migrations, file, false);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
