import { type AlertDraft, alertDraft, type AlertFiring, alertFiring } from "../contract/index.ts";
import { type Db, type Migration, parsedJson } from "../store/index.ts";

export const alertMigrations: readonly Migration[] = [
  {
    id: 55,
    name: "alerts",
    sql: `
      CREATE TABLE alert_rules (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        draft TEXT NOT NULL,
        silenced_until INTEGER
      ) STRICT;
      CREATE TABLE alert_firings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        fired_at INTEGER NOT NULL,
        ended_at INTEGER,
        firing TEXT NOT NULL
      ) STRICT;
      CREATE INDEX alert_firings_by_end ON alert_firings (ended_at);`,
  },
];

export interface StoredRule {
  readonly id: number;
  readonly draft: AlertDraft;
  readonly silencedUntil: number | null;
}

const MAX_FIRINGS = 1000;

/** Rules, which are written at once, and firings, which are written in batches. */
export class AlertStore {
  readonly #db: Db;
  readonly #unwritten = new Map<number, AlertFiring>();
  #lastId: number;

  constructor(db: Db) {
    this.#db = db;
    this.#lastId =
      db.get<{ id: number | null }>("SELECT max(id) AS id FROM alert_firings")?.id ?? 0;
  }

  /** Unreadable ones are skipped. `unreadable`: their ids. */
  rules(): { readonly rules: StoredRule[]; readonly unreadable: number[] } {
    const rules: StoredRule[] = [];
    const unreadable: number[] = [];
    for (const { draft, ...rule } of this.#db.all<{
      id: number;
      draft: string;
      silencedUntil: number | null;
    }>("SELECT id, draft, silenced_until AS silencedUntil FROM alert_rules ORDER BY id")) {
      const read = alertDraft.safeParse(parsedJson(draft));
      if (read.success) rules.push({ ...rule, draft: read.data });
      else unreadable.push(rule.id);
    }
    return { rules, unreadable };
  }

  add(draft: AlertDraft): number {
    return this.#db.run("INSERT INTO alert_rules (draft) VALUES (?)", JSON.stringify(draft))
      .lastInsertRowid;
  }

  change(id: number, draft: AlertDraft): void {
    this.#db.run("UPDATE alert_rules SET draft = ? WHERE id = ?", JSON.stringify(draft), id);
  }

  silence(id: number, until: number | null): void {
    this.#db.run("UPDATE alert_rules SET silenced_until = ? WHERE id = ?", until, id);
  }

  remove(id: number): void {
    this.#db.run("DELETE FROM alert_rules WHERE id = ?", id);
  }

  /** Stores a new firing with the next {@link flush}. */
  begin(firing: Omit<AlertFiring, "id">): AlertFiring {
    this.#lastId += 1;
    const kept = { ...firing, id: this.#lastId };
    this.update(kept);
    return kept;
  }

  /** Stores a firing's new state with the next {@link flush}. */
  update(firing: AlertFiring): void {
    this.#unwritten.set(firing.id, firing);
    const [oldest] = this.#unwritten.keys();
    if (this.#unwritten.size > MAX_FIRINGS && oldest !== undefined) this.#unwritten.delete(oldest);
  }

  /** Writes all changes; on failure they are retried with the next call. Deletes the oldest firings beyond 1000. */
  flush(): void {
    if (this.#unwritten.size === 0) return;
    this.#db.transaction(() => {
      for (const { id, ...firing } of this.#unwritten.values())
        this.#db.run(
          "INSERT OR REPLACE INTO alert_firings (id, fired_at, ended_at, firing) VALUES (?, ?, ?, ?)",
          id,
          firing.firedAt,
          firing.endedAt,
          JSON.stringify(firing),
        );
      this.#db.run("DELETE FROM alert_firings WHERE id <= ?", this.#lastId - MAX_FIRINGS);
    });
    this.#unwritten.clear();
  }

  /** Ended firings, newest first. */
  past(limit: number): AlertFiring[] {
    return this.#firings(
      "WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, id DESC LIMIT ?",
      limit,
    );
  }

  /** Firings that were active when the host ended. */
  left(): AlertFiring[] {
    return this.#firings("WHERE ended_at IS NULL ORDER BY id LIMIT ?", MAX_FIRINGS);
  }

  #firings(where: string, limit: number): AlertFiring[] {
    return this.#db
      .all<{ id: number; firing: string }>(`SELECT id, firing FROM alert_firings ${where}`, limit)
      .flatMap(({ id, firing }) => {
        const stored = parsedJson(firing);
        if (typeof stored !== "object" || stored === null) return [];
        return alertFiring.safeParse({ ...withDetail(stored), id }).data ?? [];
      });
  }
}

/** In earlier versions, a firing's message starts with the rule's name. */
function withDetail(stored: object): object {
  if ("detail" in stored || !("message" in stored) || !("rule" in stored)) return stored;
  const { message, rule, ...rest } = stored;
  return { ...rest, rule, detail: String(message).slice(`${String(rule)}: `.length) };
}
