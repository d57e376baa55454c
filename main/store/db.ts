export type SqlValue = string | number | bigint | null | Uint8Array;

/** A narrow port over SQLite: all the host knows of its database. Errors are StatusErrors. */
export interface Db {
  run(sql: string, ...values: SqlValue[]): { lastInsertRowid: number; changes: number };
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Entire run or nothing; nested calls join the outer transaction. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** One step of the schema. Ids ascend over all domains and never change once released. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}
