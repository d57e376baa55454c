import { type ChangeProbe, changeProbe } from "../contract/index.ts";
import { type Db, type Migration, parsedJson } from "../store/index.ts";

export const changeProbeMigrations: readonly Migration[] = [
  {
    id: 120,
    name: "probes during changes",
    sql: `
      CREATE TABLE change_probes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server TEXT NOT NULL,
        model TEXT NOT NULL,
        version INTEGER NOT NULL,
        probe TEXT NOT NULL
      ) STRICT;
      CREATE INDEX change_probes_by_model ON change_probes (server, model, id);`,
  },
];

const VERSION = 1;
/** Of one model; older ones are dropped. */
const KEPT = 50;
const OVER: ReadonlySet<ChangeProbe["state"]> = new Set(["done", "notRun", "interrupted"]);

interface Row {
  readonly id: number;
  readonly version: number;
  readonly probe: string;
}

/** Probes on disk. `kept`: the name under which a server's are kept. */
export class ProbeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  create(kept: string, made: Omit<ChangeProbe, "id">): ChangeProbe {
    return this.#db.transaction(() => {
      const { lastInsertRowid: id } = this.#db.run(
        "INSERT INTO change_probes (server, model, version, probe) VALUES (?, ?, ?, ?)",
        kept,
        made.model,
        VERSION,
        JSON.stringify({ ...made, id: 0 }),
      );
      this.#db.run(
        `DELETE FROM change_probes WHERE server = ? AND model = ? AND id NOT IN
          (SELECT id FROM change_probes WHERE server = ? AND model = ? ORDER BY id DESC LIMIT ?)`,
        kept,
        made.model,
        kept,
        made.model,
        KEPT,
      );
      return { ...made, id };
    });
  }

  save(probe: ChangeProbe): void {
    this.#db.run(
      "UPDATE change_probes SET version = ?, probe = ? WHERE id = ?",
      VERSION,
      JSON.stringify(probe),
      probe.id,
    );
  }

  /** Newest first, with the server's present id; one that cannot be read does not hide the others. */
  list(kept: string, { serverId, model }: Pick<ChangeProbe, "serverId" | "model">): ChangeProbe[] {
    return this.#db
      .all<Row>(
        "SELECT id, version, probe FROM change_probes WHERE server = ? AND model = ? ORDER BY id DESC",
        kept,
        model,
      )
      .flatMap((row) => {
        const probe = read(row);
        return probe ? [{ ...probe, serverId }] : [];
      });
  }

  /** Those that a console left under way when it ended. */
  interruptOpen(): void {
    for (const row of this.#db.all<Row>("SELECT id, version, probe FROM change_probes")) {
      const probe = read(row);
      if (probe && !OVER.has(probe.state)) this.save({ ...probe, state: "interrupted" });
    }
  }
}

function read({ id, version, probe }: Row): ChangeProbe | null {
  if (version !== VERSION) return null;
  const stored = parsedJson(probe) as object | null;
  return changeProbe.safeParse({ ...stored, id }).data ?? null;
}
