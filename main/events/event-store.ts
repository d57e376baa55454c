import { type HostEvent, hostEvent } from "../contract/index.ts";
import { type Db, type Migration, parsedJson } from "../store/index.ts";

export const eventMigrations: readonly Migration[] = [
  {
    id: 90,
    name: "events",
    sql: "CREATE TABLE events (id INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT",
  },
];

/** Stored events, so that charts of past days have their marks. */
export class EventStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newest `limit`, oldest first; unreadable ones are skipped. */
  newest(limit: number): HostEvent[] {
    return this.#db
      .all<{ event: string }>("SELECT event FROM events ORDER BY id DESC LIMIT ?", limit)
      .flatMap(({ event }) => hostEvent.safeParse(parsedJson(event)).data ?? [])
      .reverse();
  }

  /** Writes all or none; deletes all but the newest `limit`. */
  write(events: readonly HostEvent[], limit: number): void {
    this.#db.transaction(() => {
      for (const event of events)
        this.#db.run(
          "INSERT OR REPLACE INTO events (id, event) VALUES (?, ?)",
          event.id,
          JSON.stringify(event),
        );
      this.#db.run(
        "DELETE FROM events WHERE id NOT IN (SELECT id FROM events ORDER BY id DESC LIMIT ?)",
        limit,
      );
    });
  }
}
