import { StatusError } from "../../../base/status-error.ts";
import type { Unreadable } from "../../contract/index.ts";
import type { UnreadableRow } from "../../store/index.ts";

/** Stored connections that could not be opened at the start. They stay stored until a user removes them. */
export class UnreadableConnections {
  readonly #rows = new Map<string, UnreadableRow>();

  add(row: UnreadableRow): void {
    this.#rows.set(row.id, row);
  }

  list(): Unreadable[] {
    return [...this.#rows.values()].map(({ id, name, reason }) => ({ id, name, reason }));
  }

  /** NOT_FOUND. */
  find(id: string): UnreadableRow {
    const row = this.#rows.get(id);
    if (!row) throw new StatusError("NOT_FOUND", `No unreadable connection has the id '${id}'.`);
    return row;
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }
}
