import type { Migration } from "../../store/index.ts";

/** The lab's migrations: ids 20 to 29. */
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
  {
    id: 21,
    name: "what people say of experiments, and where searches stand",
    sql: `
      ALTER TABLE experiments ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE experiments ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE experiments ADD COLUMN note TEXT NOT NULL DEFAULT '';
      ALTER TABLE experiments ADD COLUMN imported_from TEXT;
      ALTER TABLE experiments ADD COLUMN search TEXT;
      ALTER TABLE experiment_steps ADD COLUMN valid INTEGER NOT NULL DEFAULT 1;
      CREATE TABLE experiment_annotations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        time INTEGER NOT NULL,
        step INTEGER,
        text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX experiment_annotations_by_experiment ON experiment_annotations (experiment);
    `,
  },
  {
    id: 22,
    name: "configurations that are to serve again after a comparison",
    sql: `
      CREATE TABLE lab_restores (
        experiment INTEGER PRIMARY KEY,
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        held TEXT NOT NULL,
        held_at INTEGER NOT NULL
      ) STRICT;
    `,
  },
  {
    id: 23,
    name: "regression watches",
    sql: `
      CREATE TABLE lab_watches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        baseline INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        every_minutes INTEGER NOT NULL,
        enabled INTEGER NOT NULL,
        next_at INTEGER
      ) STRICT;
      CREATE TABLE lab_watch_runs (
        watch INTEGER NOT NULL REFERENCES lab_watches (id) ON DELETE CASCADE,
        experiment INTEGER NOT NULL,
        at INTEGER NOT NULL,
        run TEXT NOT NULL,
        PRIMARY KEY (watch, experiment)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: 24,
    name: "figures of steps beside what lists need of them",
    sql: `
      CREATE INDEX experiment_step_figures
        ON experiment_steps (experiment, valid, inferences_per_second);
    `,
  },
  {
    id: 25,
    name: "what the lab lets serve until what served before does again",
    sql: "ALTER TABLE lab_restores ADD COLUMN applied TEXT;",
  },
  {
    id: 26,
    name: "tokens of steps beside what lists need of them",
    sql: "ALTER TABLE experiment_steps ADD COLUMN output_tokens_per_second REAL;",
  },
  {
    id: 27,
    name: "other parts of the host that let configurations serve for a while",
    sql: `
      CREATE TABLE lab_restores_by_owner (
        owner TEXT PRIMARY KEY,
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        held TEXT NOT NULL,
        held_at INTEGER NOT NULL,
        applied TEXT
      ) STRICT;
      INSERT INTO lab_restores_by_owner (owner, server, model, held, held_at, applied)
        SELECT 'experiment ' || experiment, server, model, held, held_at, applied FROM lab_restores;
      DROP TABLE lab_restores;
      ALTER TABLE lab_restores_by_owner RENAME TO lab_restores;
    `,
  },
];
