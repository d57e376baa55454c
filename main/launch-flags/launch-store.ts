import { z } from "zod";
import { StatusError } from "../../base/status-error.ts";
import { type Launch, launch } from "../contract/index.ts";
import { type Db, type Migration, parsedJson } from "../store/index.ts";
import { type HeldFlags, heldFlags } from "./workload/restore.ts";
import type { ProcessMark } from "./process/leftover.ts";

export const launchMigrations: readonly Migration[] = [
  {
    id: 130,
    name: "comparisons of launch flags",
    sql: `
      CREATE TABLE launches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server TEXT NOT NULL,
        version INTEGER NOT NULL,
        launch TEXT NOT NULL,
        held TEXT NOT NULL
      ) STRICT;
      CREATE INDEX launches_by_server ON launches (server, id);`,
  },
];

const VERSION = 1;
/** Of one server. One whose original flags are still to be restored is never dropped. */
const KEPT = 20;

const held = z.object({
  flags: heldFlags.nullable(),
  process: z.object({ pid: z.number().int().positive(), started: z.string() }).nullable(),
});

/** What a killed console has to restore, or to end. */
export interface Held {
  readonly flags: HeldFlags | null;
  readonly process: ProcessMark | null;
}

export interface KeptLaunch {
  readonly launch: Launch;
  readonly held: Held;
}

interface Row {
  readonly id: number;
  readonly version: number;
  readonly launch: string;
  readonly held: string;
}

/** Comparisons on disk, with what is to be restored. */
export class LaunchStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  create(made: Omit<Launch, "id">, of: Held): Launch {
    return this.#db.transaction(() => {
      const { lastInsertRowid: id } = this.#db.run(
        "INSERT INTO launches (server, version, launch, held) VALUES (?, ?, ?, ?)",
        made.serverId,
        VERSION,
        JSON.stringify({ ...made, id: 0 }),
        JSON.stringify(of),
      );
      for (const { launch: old } of this.list(made.serverId).slice(KEPT))
        if (old.original.state !== "replaced") this.remove(old.id);
      return { ...made, id };
    });
  }

  save({ launch: saved, held: of }: KeptLaunch): void {
    this.#db.run(
      "UPDATE launches SET version = ?, launch = ?, held = ? WHERE id = ?",
      VERSION,
      JSON.stringify(saved),
      JSON.stringify(of),
      saved.id,
    );
  }

  /** Newest first; one that can't be read does not hide the others. */
  list(serverId: string): KeptLaunch[] {
    const sql = "SELECT id, version, launch, held FROM launches WHERE server = ? ORDER BY id DESC";
    return this.#db.all<Row>(sql, serverId).flatMap((row) => read(row) ?? []);
  }

  all(): KeptLaunch[] {
    const sql = "SELECT id, version, launch, held FROM launches ORDER BY id";
    return this.#db.all<Row>(sql).flatMap((row) => read(row) ?? []);
  }

  /** NOT_FOUND. */
  get(id: number): KeptLaunch {
    const sql = "SELECT id, version, launch, held FROM launches WHERE id = ?";
    const row = this.#db.get<Row>(sql, id);
    const found = row && read(row);
    if (found) return found;
    throw new StatusError("NOT_FOUND", `There is no comparison ${id} of launch flags.`);
  }

  remove(id: number): void {
    this.#db.run("DELETE FROM launches WHERE id = ?", id);
  }
}

function read({ id, version, launch: text, held: heldText }: Row): KeptLaunch | null {
  if (version !== VERSION) return null;
  const found = launch.safeParse({ ...(parsedJson(text) as object | null), id });
  const of = held.safeParse(parsedJson(heldText));
  return found.success && of.success ? { launch: found.data, held: of.data } : null;
}
