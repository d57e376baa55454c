import { z } from "zod";
import type { Db } from "../../store/index.ts";
import type { HeldConfig } from "../restore/lab-configs.ts";

const heldConfig: z.ZodType<HeldConfig> = z.object({
  text: z.string(),
  override: z.boolean(),
  servedJson: z.string(),
  servedEtag: z.string(),
});

/** A configuration to restore, and what replaced it. */
export interface Restore {
  /** "experiment 7" */
  readonly owner: string;
  readonly serverId: string;
  readonly model: string;
  readonly held: HeldConfig;
  /** The servedEtag of the candidate that was applied last; null while one is being applied, or if none is reported. */
  readonly applied: string | null;
}

/** An unreadable record: what to restore is unknown. */
export type LostRestore = Pick<Restore, "owner" | "model">;

interface Row {
  readonly owner: string;
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

  add({ owner, serverId, model, held, applied }: Restore, now: number): void {
    this.#db.run(
      "INSERT OR REPLACE INTO lab_restores (owner, server, model, held, held_at, applied) VALUES (?, ?, ?, ?, ?, ?)",
      owner,
      serverId,
      model,
      JSON.stringify(held),
      Math.round(now),
      applied,
    );
  }

  setApplied(owner: string, applied: string | null): void {
    this.#db.run("UPDATE lab_restores SET applied = ? WHERE owner = ?", applied, owner);
  }

  /** Oldest first; an unreadable record does not hide others. */
  list(): { restores: Restore[]; lost: LostRestore[] } {
    const restores: Restore[] = [];
    const lost: LostRestore[] = [];
    const rows = this.#db.all<Row>("SELECT * FROM lab_restores ORDER BY held_at, owner");
    for (const { owner, server: serverId, model, held: text, applied } of rows) {
      const held = read(text);
      if (held) restores.push({ owner, serverId, model, held, applied });
      else lost.push({ owner, model });
    }
    return { restores, lost };
  }

  remove(owner: string): void {
    this.#db.run("DELETE FROM lab_restores WHERE owner = ?", owner);
  }
}

function read(held: string): HeldConfig | null {
  try {
    return heldConfig.parse(JSON.parse(held));
  } catch {
    return null;
  }
}
