import type { Clock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { Db, Migration } from "../../store/index.ts";

export const contextMigrations: readonly Migration[] = [
  {
    id: 80,
    name: "Kubernetes contexts",
    sql: `
      CREATE TABLE kubernetes_contexts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL,
        context TEXT NOT NULL,
        namespace TEXT NOT NULL,
        changes_allowed INTEGER NOT NULL,
        opened_at INTEGER NOT NULL,
        UNIQUE (path, context)
      ) STRICT;`,
  },
];

/** A context that a user opened. Of the kubeconfig only its path is kept. */
export interface KnownContext {
  readonly id: number;
  /** "": the usual places. */
  readonly path: string;
  readonly context: string;
  /** "": all. */
  readonly namespace: string;
  readonly changesAllowed: boolean;
}

const COLUMNS = "id, path, context, namespace, changes_allowed AS allowed";

type Row = Omit<KnownContext, "changesAllowed"> & { readonly allowed: number };

export class ContextStore {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The last opened one first. */
  list(): KnownContext[] {
    return this.#db
      .all<Row>(`SELECT ${COLUMNS} FROM kubernetes_contexts ORDER BY opened_at DESC, id DESC`)
      .map(knownContext);
  }

  /** NOT_FOUND. */
  get(id: number): KnownContext {
    const row = this.#db.get<Row>(`SELECT ${COLUMNS} FROM kubernetes_contexts WHERE id = ?`, id);
    if (row) return knownContext(row);
    throw new StatusError("NOT_FOUND", `There is no Kubernetes context ${id}; open it first.`);
  }

  /** Stores it; a known context keeps whether changes are allowed. */
  open(path: string, context: string, namespace: string): KnownContext {
    this.#db.run(
      `INSERT INTO kubernetes_contexts (path, context, namespace, changes_allowed, opened_at)
       VALUES (?, ?, ?, 0, ?)
       ON CONFLICT (path, context) DO UPDATE SET namespace = excluded.namespace, opened_at = excluded.opened_at`,
      path,
      context,
      namespace,
      this.#clock.now(),
    );
    const found = this.list().find((each) => each.path === path && each.context === context);
    if (!found) throw new StatusError("INTERNAL", "The context was not kept.");
    return found;
  }

  allowChanges(id: number, allowed: boolean): void {
    this.get(id);
    this.#db.run(
      "UPDATE kubernetes_contexts SET changes_allowed = ? WHERE id = ?",
      allowed ? 1 : 0,
      id,
    );
  }

  forget(id: number): void {
    this.#db.run("DELETE FROM kubernetes_contexts WHERE id = ?", id);
  }
}

function knownContext({ id, path, context, namespace, allowed }: Row): KnownContext {
  return { id, path, context, namespace, changesAllowed: allowed === 1 };
}
