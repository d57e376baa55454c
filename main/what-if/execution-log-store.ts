import { z } from "zod";
import type { Db, Migration } from "../store/index.ts";
import type { LoggedExecutions } from "./execution-log.ts";
import { keptPredictionMigration } from "./kept-predictions.ts";

/** Ids 115 to 119. */
export const whatIfMigrations: readonly Migration[] = [
  {
    id: 115,
    name: "times of batches",
    sql: `
      CREATE TABLE batch_times (
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        log TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        PRIMARY KEY (server, model)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  keptPredictionMigration,
];

const positive = z.number().positive();
const stored = z.object({
  version: z.literal(1),
  samples: z
    .array(z.object({ size: positive, count: positive, ns: positive, busy: z.number().min(1) }))
    .max(100_000),
  instances: z.array(positive).max(1024),
  variation: z.number().min(0).nullable(),
});

/** Beyond this, the models saved longest ago are deleted. */
const MAX_MODELS = 200;
/** ms. By then the model may have been replaced. */
const MAX_AGE = 30 * 86_400_000;

/** Batch times of models, kept across restarts of the host (WHATIF-9). */
export class ExecutionLogStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Null if none are stored, or they are too old or unreadable. `now`: ms since the epoch. */
  get(server: string, model: string, now: number): LoggedExecutions | null {
    const row = this.#db.get<{ log: string; saved_at: number }>(
      "SELECT log, saved_at FROM batch_times WHERE server = ? AND model = ?",
      server,
      model,
    );
    if (!row || now - row.saved_at > MAX_AGE) return null;
    try {
      return stored.parse(JSON.parse(row.log));
    } catch {
      return null;
    }
  }

  put(server: string, model: string, log: LoggedExecutions, now: number): void {
    const { samples, instances, variation } = log;
    this.#db.transaction(() => {
      this.#db.run(
        "INSERT OR REPLACE INTO batch_times (server, model, log, saved_at) VALUES (?, ?, ?, ?)",
        server,
        model,
        JSON.stringify({ version: 1, samples, instances, variation }),
        now,
      );
      this.#db.run(
        `DELETE FROM batch_times WHERE (server, model) NOT IN
           (SELECT server, model FROM batch_times ORDER BY saved_at DESC LIMIT ?)`,
        MAX_MODELS,
      );
    });
  }
}
