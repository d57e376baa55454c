import type { Migration } from "../store/index.ts";

/** The lab's part of the schema: ids 20 to 29. */
export const labMigrations: readonly Migration[] = [
  {
    id: 20,
    name: "experiments",
    sql: `
      CREATE TABLE experiments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        finished_at INTEGER,
        state TEXT NOT NULL,
        reason TEXT,
        model TEXT NOT NULL,
        plan TEXT NOT NULL,
        environment TEXT NOT NULL
      ) STRICT;
      CREATE INDEX experiments_by_model ON experiments (model);
      CREATE TABLE experiment_steps (
        experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        inferences_per_second REAL NOT NULL,
        step TEXT NOT NULL,
        PRIMARY KEY (experiment, position)
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
