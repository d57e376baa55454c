import { z } from "zod";
import { type InputChoice, inputChoice } from "../contract/index.ts";
import type { Db, Migration } from "../store/index.ts";

/** Ids 95 to 99. */
export const sizeMigrations: readonly Migration[] = [
  {
    id: 95,
    name: "sizes that models run with",
    sql: `
      CREATE TABLE model_sizes (
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        choice TEXT NOT NULL,
        found_at INTEGER NOT NULL,
        PRIMARY KEY (server, model)
      ) STRICT, WITHOUT ROWID;
    `,
  },
];

const VERSION = 1;
const stored = inputChoice.extend({ version: z.literal(VERSION) });
/** Of all servers together; the oldest go first. */
const MAX_KEPT = 2000;

interface FoundSizes {
  readonly fingerprint: string;
  readonly choice: InputChoice;
  /** ms since the epoch */
  readonly at: number;
}

/** Sizes that ran, one choice for each model of a server. */
export class SizeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Null if no sizes are stored for the current model, or they cannot be read. */
  get(server: string, model: string, fingerprint: string): InputChoice | null {
    const row = this.#db.get<{ choice: string }>(
      "SELECT choice FROM model_sizes WHERE server = ? AND model = ? AND fingerprint = ?",
      server,
      model,
      fingerprint,
    );
    if (!row) return null;
    try {
      const { shapes, byInput } = stored.parse(JSON.parse(row.choice));
      return { shapes, byInput };
    } catch {
      return null;
    }
  }

  put(server: string, model: string, { fingerprint, choice, at }: FoundSizes): void {
    const { shapes, byInput } = choice;
    this.#db.run(
      "INSERT OR REPLACE INTO model_sizes VALUES (?, ?, ?, ?, ?)",
      server,
      model,
      fingerprint,
      JSON.stringify({ version: VERSION, shapes, byInput }),
      at,
    );
    this.#db.run(
      "DELETE FROM model_sizes WHERE found_at < (SELECT found_at FROM model_sizes ORDER BY found_at DESC LIMIT 1 OFFSET ?)",
      MAX_KEPT,
    );
  }
}
