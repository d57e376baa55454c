import {
  type Db,
  describeIssue,
  type Migration,
  parsedJson,
  type UnreadableRow,
  unreadableRow,
} from "../../store/index.ts";
import { type Connection, connection } from "./connection.ts";

export const connectionMigrations: readonly Migration[] = [
  {
    id: 12,
    name: "connected servers",
    sql: `
      CREATE TABLE servers (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        grpc TEXT NOT NULL UNIQUE,
        http TEXT NOT NULL,
        metrics TEXT NOT NULL
      ) STRICT;`,
  },
  {
    id: 13,
    name: "connections of every kind, with security",
    sql: `
      CREATE TABLE connections (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        -- JSON; secrets by reference alone.
        connection TEXT NOT NULL
      ) STRICT;
      INSERT INTO connections (number, id, connection)
        SELECT id, 'triton-' || id, json_object(
          'name', name, 'kind', 'triton', 'grpc', grpc, 'http', http, 'metrics', metrics,
          'tls', NULL, 'auth', json_object('kind', 'none'), 'headers', json_array(), 'proxy', '')
        FROM servers ORDER BY id;
      DROP TABLE servers;`,
  },
];

export interface StoredConnection {
  readonly id: string;
  readonly connection: Connection;
}

/** The user's connections. Ids are never reused. */
export class ConnectionStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** An unreadable connection does not hide the others. */
  list(): { readonly connections: StoredConnection[]; readonly unreadable: UnreadableRow[] } {
    const connections: StoredConnection[] = [];
    const unreadable: UnreadableRow[] = [];
    for (const row of this.#db.all<{ id: string; connection: string }>(
      "SELECT id, connection FROM connections ORDER BY number",
    )) {
      const { id } = row;
      const stored = parsedJson(row.connection);
      const read = connection.safeParse(stored);
      if (read.success) connections.push({ id, connection: read.data });
      else
        unreadable.push(
          unreadableRow(
            { id, stored, fallback: `Connection ${id}` },
            describeIssue(stored, read.error),
          ),
        );
    }
    return { connections, unreadable };
  }

  add(added: Connection): StoredConnection {
    return this.#db.transaction(() => this.#insert(added));
  }

  /** Stores all of them, or none. */
  addAll(added: readonly Connection[]): StoredConnection[] {
    return this.#db.transaction(() => added.map((each) => this.#insert(each)));
  }

  replace(id: string, by: Connection): void {
    this.#db.run("UPDATE connections SET connection = ? WHERE id = ?", JSON.stringify(by), id);
  }

  remove(id: string): void {
    this.#db.run("DELETE FROM connections WHERE id = ?", id);
  }

  #insert(added: Connection): StoredConnection {
    const { lastInsertRowid } = this.#db.run(
      "INSERT INTO connections (id, connection) VALUES ('', ?)",
      JSON.stringify(added),
    );
    const id = `server-${lastInsertRowid}`;
    this.#db.run("UPDATE connections SET id = ? WHERE number = ?", id, lastInsertRowid);
    return { id, connection: added };
  }
}
