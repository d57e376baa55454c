import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import type { HeldConfig } from "../../configs/index.ts";
import { type Rollout, rollout } from "../../contract/index.ts";
import type { Db } from "../../store/index.ts";

const VERSION = 1;
/** Per fleet; older ones are deleted. */
const KEPT = 20;

const held = z.record(
  z.string(),
  z.object({
    text: z.string(),
    override: z.boolean(),
    servedJson: z.string(),
    servedEtag: z.string(),
  }),
);
/** What was served before, by replica. */
export type HeldByReplica = Record<string, HeldConfig>;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly rollout: string;
  readonly held: string;
}

export interface KeptRollout {
  readonly rollout: Rollout;
  readonly held: HeldByReplica;
}

/** Rollouts in the database, saved with each step, so that nothing is lost if the console is killed. */
export class RolloutStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  create(made: Omit<Rollout, "id">): Rollout {
    const fleet = made.plan.fleetId;
    return this.#db.transaction(() => {
      const { lastInsertRowid: id } = this.#db.run(
        "INSERT INTO rollouts (fleet, version, rollout, held) VALUES (?, ?, ?, '{}')",
        fleet,
        VERSION,
        JSON.stringify({ ...made, id: 0 }),
      );
      this.#db.run(
        `DELETE FROM rollouts WHERE fleet = ? AND id NOT IN
          (SELECT id FROM rollouts WHERE fleet = ? ORDER BY id DESC LIMIT ?)`,
        fleet,
        fleet,
        KEPT,
      );
      return { ...made, id };
    });
  }

  save({ rollout: saved, held: by }: KeptRollout): void {
    this.#db.run(
      "UPDATE rollouts SET version = ?, rollout = ?, held = ? WHERE id = ?",
      VERSION,
      JSON.stringify(saved),
      JSON.stringify(by),
      saved.id,
    );
  }

  /** Newest first; unreadable ones are skipped. */
  list(fleet: number): KeptRollout[] {
    return this.#db
      .all<Row>(
        "SELECT id, version, rollout, held FROM rollouts WHERE fleet = ? ORDER BY id DESC",
        fleet,
      )
      .flatMap((row) => read(row) ?? []);
  }

  /** Throws NOT_FOUND, or DATA_LOSS if it can't be read. */
  get(id: number): KeptRollout {
    const row = this.#db.get<Row>(
      "SELECT id, version, rollout, held FROM rollouts WHERE id = ?",
      id,
    );
    if (!row) throw new StatusError("NOT_FOUND", `There is no rollout ${id}.`);
    const kept = read(row);
    if (kept) return kept;
    throw new StatusError("DATA_LOSS", `Rollout ${id} in the data directory cannot be read.`);
  }

  remove(id: number): void {
    this.#db.run("DELETE FROM rollouts WHERE id = ?", id);
  }
}

function read({ id, version, rollout: text, held: heldText }: Row): KeptRollout | null {
  if (version !== VERSION) return null;
  try {
    return {
      rollout: rollout.parse({ ...JSON.parse(text), id }),
      held: held.parse(JSON.parse(heldText)),
    };
  } catch {
    return null;
  }
}
