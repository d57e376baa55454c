import { StatusError } from "../../engine/protocol/status.ts";
import { type TuningSession, tuningSession } from "../contract/index.ts";
import type { Db, Migration } from "../store/index.ts";

/** Tuning's part of the schema: ids 40 to 49. */
export const tuningMigrations: readonly Migration[] = [
  {
    id: 40,
    name: "tuning sessions",
    sql: `CREATE TABLE tuning_sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      version INTEGER NOT NULL,
      session TEXT NOT NULL
    ) STRICT`,
  },
];

const VERSION = 1;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly session: string;
}

/** Tuning sessions in the database, each a document. */
export class SessionStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  create(session: Omit<TuningSession, "id">): TuningSession {
    const { lastInsertRowid: id } = this.#db.run(
      "INSERT INTO tuning_sessions (version, session) VALUES (?, ?)",
      VERSION,
      JSON.stringify({ ...session, id: 0 }),
    );
    return { ...session, id };
  }

  save(session: TuningSession): void {
    const { changes } = this.#db.run(
      "UPDATE tuning_sessions SET version = ?, session = ? WHERE id = ?",
      VERSION,
      JSON.stringify(session),
      session.id,
    );
    if (changes === 0) throw missing(session.id);
  }

  /** Newest first; one that cannot be read does not hide the others. */
  list(): { readonly sessions: TuningSession[]; readonly unreadable: number[] } {
    const rows = this.#db.all<Row>(
      "SELECT id, version, session FROM tuning_sessions ORDER BY id DESC",
    );
    const sessions: TuningSession[] = [];
    const unreadable: number[] = [];
    for (const row of rows) {
      const session = read(row);
      if (session) sessions.push(session);
      else unreadable.push(row.id);
    }
    return { sessions, unreadable };
  }

  /** NOT_FOUND when there is none, DATA_LOSS when it cannot be read. */
  get(id: number): TuningSession {
    const row = this.#db.get<Row>(
      "SELECT id, version, session FROM tuning_sessions WHERE id = ?",
      id,
    );
    if (!row) throw missing(id);
    const session = read(row);
    if (session) return session;
    throw new StatusError(
      "DATA_LOSS",
      `Tuning session ${id} in the data directory cannot be read.`,
    );
  }

  remove(id: number): void {
    const { changes } = this.#db.run("DELETE FROM tuning_sessions WHERE id = ?", id);
    if (changes === 0) throw missing(id);
  }
}

function read({ id, version, session }: Row): TuningSession | null {
  if (version !== VERSION) return null;
  try {
    return tuningSession.parse({ ...JSON.parse(session), id });
  } catch {
    return null;
  }
}

function missing(id: number): StatusError {
  return new StatusError(
    "NOT_FOUND",
    `There is no tuning session ${id}; it may have been removed.`,
  );
}
