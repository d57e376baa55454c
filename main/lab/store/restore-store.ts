import { z } from "zod";
import type { Db } from "../../store/index.ts";
import type { HeldConfig } from "../restore/lab-configs.ts";

const heldConfig: z.ZodType<HeldConfig> = z.object({
  text: z.string(),
  override: z.boolean(),
  servedJson: z.string(),
  servedEtag: z.string(),
});

/** A configuration that is to serve again, and for which experiment another one took its place. */
export interface Restore {
  readonly experiment: number;
  readonly serverId: string;
  readonly model: string;
  readonly held: HeldConfig;
  /** The servedEtag of the candidate that was applied last; null while one is being applied, or where none reports it. */
  readonly applied: string | null;
}

/** One that cannot be read: no one knows any more what is to serve again. */
export type LostRestore = Pick<Restore, "experiment" | "model">;

interface Row {
  readonly experiment: number;
  readonly server: string;
  readonly model: string;
  readonly held: string;
  readonly applied: string | null;
}

export class RestoreStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add({ experiment, serverId, model, held, applied }: Restore, now: number): void {
    this.#db.run(
      "INSERT OR REPLACE INTO lab_restores (experiment, server, model, held, held_at, applied) VALUES (?, ?, ?, ?, ?, ?)",
      experiment,
      serverId,
      model,
      JSON.stringify(held),
      Math.round(now),
      applied,
    );
  }

  setApplied(experiment: number, applied: string | null): void {
    this.#db.run("UPDATE lab_restores SET applied = ? WHERE experiment = ?", applied, experiment);
  }

  /** Oldest first; one that cannot be read hides no other. */
  list(): { restores: Restore[]; lost: LostRestore[] } {
    const restores: Restore[] = [];
    const lost: LostRestore[] = [];
    const rows = this.#db.all<Row>("SELECT * FROM lab_restores ORDER BY held_at, experiment");
    for (const { experiment, server: serverId, model, held: text, applied } of rows) {
      const held = read(text);
      if (held) restores.push({ experiment, serverId, model, held, applied });
      else lost.push({ experiment, model });
    }
    return { restores, lost };
  }

  remove(experiment: number): void {
    this.#db.run("DELETE FROM lab_restores WHERE experiment = ?", experiment);
  }
}

function read(held: string): HeldConfig | null {
  try {
    return heldConfig.parse(JSON.parse(held));
  } catch {
    return null;
  }
}
