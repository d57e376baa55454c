import { StatusError } from "../../../base/status-error.ts";
import { type Watch, watch } from "../../contract/index.ts";
import { type Db, parsedJson } from "../../store/index.ts";

const watchRun = watch.shape.runs.element;
export type WatchRun = Watch["runs"][number];
export type NewWatch = Pick<Watch, "name" | "baseline" | "everyMinutes">;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly baseline: number;
  readonly every_minutes: number;
  readonly enabled: number;
  readonly next_at: number | null;
}

/** Max newest runs kept with a watch; all experiments stay. */
const MAX_RUNS = 200;

/** Regression watches in the database. Times are ms since the epoch. */
export class WatchStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add({ name, baseline, everyMinutes }: NewWatch, nextAt: number): number {
    return this.#db.run(
      "INSERT INTO lab_watches (name, baseline, every_minutes, enabled, next_at) VALUES (?, ?, ?, 1, ?)",
      name,
      baseline,
      everyMinutes,
      Math.round(nextAt),
    ).lastInsertRowid;
  }

  /** Newest first. */
  list(): Watch[] {
    return this.#db
      .all<Row>("SELECT * FROM lab_watches ORDER BY id DESC")
      .map((row) => this.#watch(row));
  }

  /** NOT_FOUND without one. */
  get(id: number): Watch {
    const row = this.#db.get<Row>("SELECT * FROM lab_watches WHERE id = ?", id);
    if (row) return this.#watch(row);
    throw new StatusError("NOT_FOUND", `There is no watch ${id}; it may have been removed.`);
  }

  set(id: number, enabled: boolean, everyMinutes: number, nextAt: number | null): void {
    this.#db.run(
      "UPDATE lab_watches SET enabled = ?, every_minutes = ?, next_at = ? WHERE id = ?",
      Number(enabled),
      everyMinutes,
      nextAt === null ? null : Math.round(nextAt),
      id,
    );
  }

  remove(id: number): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM lab_watch_runs WHERE watch = ?", id);
      this.#db.run("DELETE FROM lab_watches WHERE id = ?", id);
    });
  }

  /** Replaces the record of the same experiment. */
  addRun(id: number, run: WatchRun): void {
    this.#db.run(
      "INSERT OR REPLACE INTO lab_watch_runs (watch, experiment, at, run) VALUES (?, ?, ?, ?)",
      id,
      run.experiment,
      Math.round(run.at),
      JSON.stringify(run),
    );
  }

  #watch({ id, name, baseline, every_minutes, enabled, next_at }: Row): Watch {
    const runs = this.#db.all<{ run: string }>(
      `SELECT run FROM lab_watch_runs WHERE watch = ? ORDER BY at DESC LIMIT ${MAX_RUNS}`,
      id,
    );
    return {
      id,
      name,
      baseline,
      everyMinutes: every_minutes,
      enabled: enabled === 1,
      nextAt: next_at,
      runs: runs.flatMap(({ run }) => watchRun.safeParse(parsedJson(run)).data ?? []),
    };
  }
}
