import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Db, SqlValue } from "./db.ts";
import { fromSqliteError } from "./sqlite-error.ts";

const BUSY_TIMEOUT_MS = 2000;

/** {@link Db} over node:sqlite. */
export class SqliteDb implements Db {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens `file`, and creates it unless it is only read; what it holds is not touched. Throws StatusErrors. */
  constructor(file: string, { readOnly = false } = {}) {
    this.#file = file;
    this.#db = this.#try(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly }));
  }

  /**
   * Write-ahead logging: readers never wait. Every commit reaches the disk before it is reported
   * (synchronous FULL): commits here are few, and each is something a user did.
   */
  makeDurable(): void {
    this.#try(() =>
      this.#db.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
      ),
    );
  }

  /** The first damage that `PRAGMA quick_check` finds; null: none. DATA_LOSS for a file that is no database. */
  damage(): string | null {
    const row = this.get<{ quick_check: string }>("PRAGMA quick_check(1)");
    const found = row?.quick_check ?? "ok";
    return found === "ok" ? null : found;
  }

  /** Runs a script of statements without values. */
  script(sql: string): void {
    this.#try(() => this.#db.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): { lastInsertRowid: number; changes: number } {
    const result = this.#try(() => this.#prepare(sql).run(...values));
    return { lastInsertRowid: Number(result.lastInsertRowid), changes: Number(result.changes) };
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#try(() => this.#prepare(sql).get(...values)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#try(() => this.#prepare(sql).all(...values)) as Row[];
  }

  transaction<T>(work: () => T): T {
    if (this.#db.isTransaction) return work();
    this.script("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.script("COMMIT");
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
      if (this.#db.isTransaction) this.script("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    if (!this.#db.isOpen) return;
    this.#statements.clear();
    this.#try(() => this.#db.close());
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw fromSqliteError(error, this.#file);
    }
  }
}
