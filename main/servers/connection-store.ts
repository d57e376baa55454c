import type { Db, Migration } from "../store/index.ts";

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
];

/** A server that a person connected. Addresses are HOST:PORT, "" where there is none. */
export interface Connection {
  readonly id: number;
  readonly name: string;
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
}

export class ConnectionStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(): Connection[] {
    return this.#db
      .all<Connection>("SELECT id, name, grpc, http, metrics FROM servers ORDER BY id")
      .map((row) => ({ ...row }));
  }

  add({ name, grpc, http, metrics }: Omit<Connection, "id">): Connection {
    const { lastInsertRowid } = this.#db.run(
      "INSERT INTO servers (name, grpc, http, metrics) VALUES (?, ?, ?, ?)",
      name,
      grpc,
      http,
      metrics,
    );
    return { id: lastInsertRowid, name, grpc, http, metrics };
  }

  remove(id: number): void {
    this.#db.run("DELETE FROM servers WHERE id = ?", id);
  }
}
