import type { Db } from "../store/index.ts";

/** Undefined if it is missing or unreadable. */
export function readSetting(db: Db, name: string): unknown {
  const row = db.get<{ value: string }>("SELECT value FROM settings WHERE name = ?", name);
  return row && settingIn(row.value);
}

export function writeSetting(db: Db, name: string, value: unknown): void {
  db.run(
    "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    JSON.stringify(value),
  );
}

/** Undefined for invalid JSON. */
export function settingIn(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
