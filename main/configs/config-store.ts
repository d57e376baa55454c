import type { ConfigRevision, ConfigState } from "../contract/index.ts";
import type { Db, Migration } from "../store/index.ts";
import { hashText } from "./config-file.ts";

export const configMigrations: readonly Migration[] = [
  {
    id: 10,
    name: "config drafts and revisions",
    sql: `
      CREATE TABLE config_drafts (
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        text TEXT NOT NULL,
        base_etag TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        PRIMARY KEY (server, model)
      ) STRICT;
      CREATE TABLE config_revisions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        time INTEGER NOT NULL,
        text TEXT NOT NULL,
        note TEXT NOT NULL,
        origin TEXT NOT NULL
      ) STRICT;
      CREATE INDEX config_revisions_by_model ON config_revisions (server, model, id);`,
  },
  {
    id: 11,
    name: "who applied a revision, where, and what was served then",
    sql: `
      ALTER TABLE config_revisions ADD COLUMN place TEXT NOT NULL DEFAULT 'file';
      ALTER TABLE config_revisions ADD COLUMN author TEXT NOT NULL DEFAULT '';
      ALTER TABLE config_revisions ADD COLUMN etag TEXT NOT NULL DEFAULT '';
      ALTER TABLE config_revisions ADD COLUMN served_etag TEXT NOT NULL DEFAULT '';`,
  },
];

export interface ModelKey {
  readonly serverId: string;
  readonly model: string;
}

/** A stored revision. */
export interface KeptRevision extends Omit<ConfigRevision, "origin"> {
  /** "tried": applied temporarily for a measurement. "put back": restored after that. */
  readonly origin: ConfigRevision["origin"] | "tried" | "put back";
  /** Etag of the configuration that the server returned after loading this text; "" if it wasn't requested. */
  readonly servedEtag: string;
}

const REVISION =
  "SELECT id, time, text, note, origin, place, author, etag, served_etag AS servedEtag FROM config_revisions WHERE server = ? AND model = ?";

/** Drafts and history of configurations. `serverId` may be any name under which they are stored. */
export class ConfigStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  draft({ serverId, model }: ModelKey): ConfigState["draft"] {
    const row = this.#db.get<{ text: string; baseEtag: string; savedAt: number }>(
      "SELECT text, base_etag AS baseEtag, saved_at AS savedAt FROM config_drafts WHERE server = ? AND model = ?",
      serverId,
      model,
    );
    return row ? { ...row } : null;
  }

  saveDraft({ serverId, model }: ModelKey, text: string, baseEtag: string, time: number): void {
    this.#db.run(
      "INSERT OR REPLACE INTO config_drafts VALUES (?, ?, ?, ?, ?)",
      serverId,
      model,
      text,
      baseEtag,
      time,
    );
  }

  /**
   * Called after `text` was applied and is active as `etag`: removes the draft if it has that text. A draft saved after
   * `since` stays, based on the new text; any other draft is unchanged.
   */
  settleDraft({ serverId, model }: ModelKey, text: string, etag: string, since?: number): void {
    this.#db.run(
      "DELETE FROM config_drafts WHERE server = ? AND model = ? AND text = ?",
      serverId,
      model,
      text,
    );
    if (since === undefined) return;
    this.#db.run(
      "UPDATE config_drafts SET base_etag = ? WHERE server = ? AND model = ? AND saved_at > ?",
      etag,
      serverId,
      model,
      since,
    );
  }

  discardDraft({ serverId, model }: ModelKey): void {
    this.#db.run("DELETE FROM config_drafts WHERE server = ? AND model = ?", serverId, model);
  }

  /** Newest first, including texts that were only tried out. */
  history({ serverId, model }: ModelKey): KeptRevision[] {
    return this.#db
      .all<KeptRevision>(`${REVISION} ORDER BY id DESC`, serverId, model)
      .map((row) => ({ ...row, etag: row.etag || hashText(row.text) }));
  }

  /** The latest revision whose served configuration was requested. */
  newestServed({ serverId, model }: ModelKey): KeptRevision | undefined {
    return this.#db.get<KeptRevision>(
      `${REVISION} AND served_etag <> '' ORDER BY id DESC LIMIT 1`,
      serverId,
      model,
    );
  }

  newestOnDisk({ serverId, model }: ModelKey): KeptRevision | undefined {
    return this.#db.get<KeptRevision>(
      `${REVISION} AND place = 'file' ORDER BY id DESC LIMIT 1`,
      serverId,
      model,
    );
  }

  addRevision({ serverId, model }: ModelKey, revision: Omit<KeptRevision, "id">): void {
    const { time, text, note, origin, place, author, etag, servedEtag } = revision;
    this.#db.run(
      "INSERT INTO config_revisions (server, model, time, text, note, origin, place, author, etag, served_etag) " +
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      serverId,
      model,
      time,
      text,
      note,
      origin,
      place,
      author,
      etag,
      servedEtag,
    );
  }

  transaction(work: () => void): void {
    this.#db.transaction(work);
  }
}
