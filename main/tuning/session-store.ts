import { z } from "zod";
import { Listeners } from "../../base/listeners.ts";
import { StatusError } from "../../base/status-error.ts";
import { type TuningSession, tuningSession } from "../contract/index.ts";
import type { Db, Migration } from "../store/index.ts";
import { searchMigrations } from "./searches/search-store.ts";

/** Tuning's part of the schema: ids 40 to 49. */
export const tuningMigrations: readonly Migration[] = [
  {
    id: 40,
    name: "tuning sessions",
    sql: `CREATE TABLE tuning_sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      version INTEGER NOT NULL,
      session TEXT NOT NULL,
      basis TEXT NOT NULL
    ) STRICT`,
  },
  ...searchMigrations,
];

const VERSION = 1;

const basis = z.object({
  /** The original configuration, to be restored. */
  held: z.object({
    text: z.string(),
    override: z.boolean(),
    servedJson: z.string(),
    servedEtag: z.string(),
  }),
  /** The current configuration's while it is active. */
  etag: z.string(),
});
/** A session's internal state, which isn't shown. */
export type Basis = z.infer<typeof basis>;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly session: string;
}

/** Tuning sessions in the database, each a document. */
export class SessionStore {
  readonly #db: Db;
  readonly #listeners = new Listeners<TuningSession>("tuning");

  constructor(db: Db) {
    this.#db = db;
  }

  /** Called with each session once it is stored again. */
  onSaved(listener: (session: TuningSession) => void): Disposable {
    return this.#listeners.add(listener);
  }

  create(session: Omit<TuningSession, "id">, on: Basis): TuningSession {
    const { lastInsertRowid: id } = this.#db.run(
      "INSERT INTO tuning_sessions (version, session, basis) VALUES (?, ?, ?)",
      VERSION,
      JSON.stringify({ ...session, id: 0 }),
      JSON.stringify(on),
    );
    return { ...session, id };
  }

  /** With `on`, stores its basis too, both or neither. */
  save(session: TuningSession, on?: Basis): TuningSession {
    const { changes } = this.#db.run(
      "UPDATE tuning_sessions SET version = ?, session = ?, basis = coalesce(?, basis) WHERE id = ?",
      VERSION,
      JSON.stringify(session),
      on === undefined ? null : JSON.stringify(on),
      session.id,
    );
    if (changes === 0) throw missing(session.id);
    this.#listeners.emit(session);
    return session;
  }

  basis(id: number): Basis {
    const row = this.#db.get<{ basis: string }>(
      "SELECT basis FROM tuning_sessions WHERE id = ?",
      id,
    );
    if (!row) throw missing(id);
    try {
      return basis.parse(JSON.parse(row.basis));
    } catch (cause) {
      throw unreadable(id, cause);
    }
  }

  /** Newest first; an unreadable one doesn't hide the others. */
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

  /** NOT_FOUND if it doesn't exist, DATA_LOSS if it is unreadable. */
  get(id: number): TuningSession {
    const row = this.#db.get<Row>(
      "SELECT id, version, session FROM tuning_sessions WHERE id = ?",
      id,
    );
    if (!row) throw missing(id);
    const session = read(row);
    if (session) return session;
    throw unreadable(id);
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

function unreadable(id: number, cause?: unknown): StatusError {
  const message = `Tuning session ${id} in the data directory can't be read.`;
  return new StatusError("DATA_LOSS", message, { cause });
}

function missing(id: number): StatusError {
  return new StatusError(
    "NOT_FOUND",
    `There is no tuning session ${id}; it may have been removed.`,
  );
}
