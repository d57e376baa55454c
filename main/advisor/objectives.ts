import type { Db, Migration } from "../store/index.ts";

/** The advisor's migrations: ids 30 to 39. */
export const advisorMigrations: readonly Migration[] = [
  {
    id: 30,
    name: "objectives",
    sql: `CREATE TABLE objectives (
      server TEXT NOT NULL,
      model TEXT NOT NULL,
      p99_ms REAL NOT NULL,
      PRIMARY KEY (server, model)
    ) STRICT, WITHOUT ROWID`,
  },
];

/** Latency objectives of models: 99th percentile, ms. */
export class Objectives {
  readonly #db: Db;
  readonly #known = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
    const rows = db.all<{ server: string; model: string; p99_ms: number }>(
      "SELECT server, model, p99_ms FROM objectives",
    );
    for (const { server, model, p99_ms } of rows) this.#known.set(`${server}\n${model}`, p99_ms);
  }

  /** Null: none is set. */
  get(server: string, model: string): number | null {
    return this.#known.get(`${server}\n${model}`) ?? null;
  }

  set(server: string, model: string, p99Ms: number | null): void {
    if (p99Ms === null) {
      this.#db.run("DELETE FROM objectives WHERE server = ? AND model = ?", server, model);
      this.#known.delete(`${server}\n${model}`);
      return;
    }
    this.#db.run(
      "INSERT INTO objectives VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET p99_ms = excluded.p99_ms",
      server,
      model,
      p99Ms,
    );
    this.#known.set(`${server}\n${model}`, p99Ms);
  }
}
