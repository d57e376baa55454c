import { z } from "zod";
import { StatusError } from "../../base/status-error.ts";
import { fleetMembers } from "../contract/index.ts";
import { connection } from "../servers/index.ts";
import {
  type Db,
  describeIssue,
  type Migration,
  parsedJson,
  type UnreadableRow,
  unreadableRow,
} from "../store/index.ts";

/** The fleets' part of the schema: ids 70 to 79. */
export const fleetMigrations: readonly Migration[] = [
  {
    id: 70,
    name: "fleets",
    sql: `CREATE TABLE fleets (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      version INTEGER NOT NULL,
      fleet TEXT NOT NULL
    ) STRICT`,
  },
  {
    id: 71,
    name: "roll-outs",
    sql: `CREATE TABLE rollouts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      fleet INTEGER NOT NULL,
      version INTEGER NOT NULL,
      rollout TEXT NOT NULL,
      held TEXT NOT NULL
    ) STRICT;
    CREATE INDEX rollouts_by_fleet ON rollouts (fleet, id);`,
  },
  {
    id: 72,
    name: "canaries",
    sql: `CREATE TABLE canaries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      version INTEGER NOT NULL,
      canary TEXT NOT NULL
    ) STRICT`,
  },
];

const VERSION = 1;

const fleetDefinition = z.object({
  members: fleetMembers,
  /** Template of every replica's connection: name of the fleet, kind and security; its addresses are not used. */
  template: connection,
});
export type FleetDefinition = z.infer<typeof fleetDefinition>;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly fleet: string;
}

/** Fleets in the database, each as a JSON document; secrets are references. */
export class FleetStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Unreadable fleets are returned separately. */
  list(): {
    readonly fleets: (FleetDefinition & { id: number })[];
    readonly unreadable: UnreadableRow[];
  } {
    const fleets: (FleetDefinition & { id: number })[] = [];
    const unreadable: UnreadableRow[] = [];
    for (const { id, version, fleet } of this.#db.all<Row>(
      "SELECT id, version, fleet FROM fleets ORDER BY id",
    )) {
      const stored = parsedJson(fleet);
      const read = fleetDefinition.safeParse(stored);
      if (version === VERSION && read.success) fleets.push({ id, ...read.data });
      else {
        const reason =
          version > VERSION || read.success
            ? `It has version ${version}; this version of Batchdeck reads ${VERSION}.`
            : describeIssue(stored, read.error);
        unreadable.push(unreadableRow({ id: String(id), stored, fallback: `Fleet ${id}` }, reason));
      }
    }
    return { fleets, unreadable };
  }

  add(fleet: FleetDefinition): number {
    return this.#db.run(
      "INSERT INTO fleets (version, fleet) VALUES (?, ?)",
      VERSION,
      JSON.stringify(fleet),
    ).lastInsertRowid;
  }

  save(id: number, fleet: FleetDefinition): void {
    const { changes } = this.#db.run(
      "UPDATE fleets SET version = ?, fleet = ? WHERE id = ?",
      VERSION,
      JSON.stringify(fleet),
      id,
    );
    if (changes === 0) throw new StatusError("NOT_FOUND", `There is no fleet ${id}.`);
  }

  remove(id: number): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM fleets WHERE id = ?", id);
      this.#db.run("DELETE FROM rollouts WHERE fleet = ?", id);
    });
  }
}
