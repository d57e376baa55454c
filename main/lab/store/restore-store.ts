import type { Db } from "../../store/index.ts";
import type { HeldConfig } from "../restore/lab-configs.ts";

/** A configuration that is to serve again, and for which experiment another one took its place. */
export interface Restore {
  readonly experiment: number;
  readonly serverId: string;
  readonly model: string;
  readonly held: HeldConfig;
}

interface Row {
  readonly experiment: number;
  readonly server: string;
  readonly model: string;
  readonly held: string;
}

export class RestoreStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add({ experiment, serverId, model, held }: Restore, now: number): void {
    this.#db.run(
      "INSERT OR REPLACE INTO lab_restores (experiment, server, model, held, held_at) VALUES (?, ?, ?, ?, ?)",
      experiment,
      serverId,
      model,
      JSON.stringify(held),
      Math.round(now),
    );
  }

  list(): Restore[] {
    return this.#db
      .all<Row>("SELECT * FROM lab_restores ORDER BY held_at, experiment")
      .map(({ experiment, server, model, held }) => ({
        experiment,
        serverId: server,
        model,
        held: JSON.parse(held) as HeldConfig,
      }));
  }

  remove(experiment: number): void {
    this.#db.run("DELETE FROM lab_restores WHERE experiment = ?", experiment);
  }
}
