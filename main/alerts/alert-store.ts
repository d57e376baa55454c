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

/** Rules, which are written at once, and what fired by them, which is written together. */
export class AlertStore {
  readonly #db: Db;
  readonly #unwritten = new Map<number, AlertFiring>();
  #lastId: number;

  constructor(db: Db) {
    this.#db = db;
    this.#lastId =
      db.get<{ id: number | null }>("SELECT max(id) AS id FROM alert_firings")?.id ?? 0;
  }

  /** One that cannot be read does not hide the others. `unreadable`: ids. */
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

  /** Keeps a new firing, once {@link flush} is called. */
  begin(firing: Omit<AlertFiring, "id">): AlertFiring {
    this.#lastId += 1;
    const kept = { ...firing, id: this.#lastId };
    this.update(kept);
    return kept;
  }

  /** Keeps what became of a firing, once {@link flush} is called. */
  update(firing: AlertFiring): void {
    this.#unwritten.set(firing.id, firing);
    const [oldest] = this.#unwritten.keys();
    if (this.#unwritten.size > MAX_FIRINGS && oldest !== undefined) this.#unwritten.delete(oldest);
  }

  /** Writes all that is new; what cannot be written now is with the next call. The oldest go where there are more than 1000. */
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

  /** Those that ended, newest first. */
  past(limit: number): AlertFiring[] {
    return this.#firings(
      "WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, id DESC LIMIT ?",
      limit,
    );
  }

  /** What had not ended when the host did. */
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

/** Firings of earlier versions have a message that begins with the rule's name. */
function withDetail(stored: object): object {
  if ("detail" in stored || !("message" in stored) || !("rule" in stored)) return stored;
  const { message, rule, ...rest } = stored;
  return { ...rest, rule, detail: String(message).slice(`${String(rule)}: `.length) };
}
