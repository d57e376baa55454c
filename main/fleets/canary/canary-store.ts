import { type Canary, canary } from "../../contract/index.ts";
import type { Db } from "../../store/index.ts";

const VERSION = 1;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly canary: string;
}

/** The newest 20 comparisons in the database. */
export class CanaryStore {
  static readonly kept = 20;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns its id. */
  create(made: Omit<Canary, "id">): number {
    return this.#db.transaction(() => {
      const { lastInsertRowid: id } = this.#db.run(
        "INSERT INTO canaries (version, canary) VALUES (?, ?)",
        VERSION,
        JSON.stringify({ ...made, id: 0 }),
      );
      this.#db.run(
        "DELETE FROM canaries WHERE id NOT IN (SELECT id FROM canaries ORDER BY id DESC LIMIT ?)",
        CanaryStore.kept,
      );
      return id;
    });
  }

  save(saved: Canary): void {
    this.#db.run(
      "UPDATE canaries SET version = ?, canary = ? WHERE id = ?",
      VERSION,
      JSON.stringify(saved),
      saved.id,
    );
  }

  remove(id: number): void {
    this.#db.run("DELETE FROM canaries WHERE id = ?", id);
  }

  /** Newest first; unreadable ones are skipped. */
  list(): Canary[] {
    return this.#db
      .all<Row>("SELECT id, version, canary FROM canaries ORDER BY id DESC")
      .flatMap((row) => read(row) ?? []);
  }
}

function read({ id, version, canary: text }: Row): Canary | null {
  if (version !== VERSION) return null;
  try {
    return canary.parse({ ...JSON.parse(text), id });
  } catch {
    return null;
  }
}
