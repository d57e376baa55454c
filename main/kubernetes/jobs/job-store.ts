import { type LabJob, labJob } from "../../contract/index.ts";
import { type Db, type Migration, parsedJson } from "../../store/index.ts";

export const jobMigrations: readonly Migration[] = [
  {
    id: 81,
    name: "Jobs of the lab in clusters",
    sql: `
      CREATE TABLE kubernetes_jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        context_id INTEGER NOT NULL,
        job TEXT NOT NULL
      ) STRICT;
      CREATE INDEX kubernetes_jobs_by_context ON kubernetes_jobs (context_id);`,
  },
];

/** Of each context. */
const MOST = 50;

/** Jobs that were created from here, by their context. */
export class JobStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The oldest first; one that cannot be read is left out. */
  list(contextId: number): { id: number; job: LabJob }[] {
    return this.#db
      .all<{ id: number; job: string }>(
        "SELECT id, job FROM kubernetes_jobs WHERE context_id = ? ORDER BY id",
        contextId,
      )
      .flatMap(({ id, job }) => {
        const read = labJob.safeParse(parsedJson(job));
        return read.success ? [{ id, job: read.data }] : [];
      });
  }

  /** Returns its id. Only the newest fifty are kept. */
  add(contextId: number, job: LabJob): number {
    const sql = "INSERT INTO kubernetes_jobs (context_id, job) VALUES (?, ?)";
    const { lastInsertRowid } = this.#db.run(sql, contextId, JSON.stringify(job));
    this.#db.run(
      `DELETE FROM kubernetes_jobs WHERE context_id = ?1 AND id NOT IN
       (SELECT id FROM kubernetes_jobs WHERE context_id = ?1 ORDER BY id DESC LIMIT ${MOST})`,
      contextId,
    );
    return lastInsertRowid;
  }

  save(id: number, job: LabJob): void {
    this.#db.run("UPDATE kubernetes_jobs SET job = ? WHERE id = ?", JSON.stringify(job), id);
  }

  forget(contextId: number): void {
    this.#db.run("DELETE FROM kubernetes_jobs WHERE context_id = ?", contextId);
  }
}
