import {
  type RequestParams,
  type Settings,
  settings as settingsSchema,
} from "../contract/index.ts";
import type { Db, Migration } from "../store/index.ts";
import { settingIn, writeSetting } from "./setting-rows.ts";

export const settingsMigrations: readonly Migration[] = [
  {
    id: 1,
    name: "settings",
    sql: "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
  },
];

const defaults: Settings = { theme: "system", ui: {} };

/** The console's settings, each a JSON value; missing or unreadable ones have their default. */
export class SettingsStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  get(): Settings {
    const rows = this.#db.all<{ name: string; value: string }>("SELECT name, value FROM settings");
    const stored = Object.fromEntries(rows.map(({ name, value }) => [name, settingIn(value)]));
    return {
      theme: settingsSchema.shape.theme.catch(defaults.theme).parse(stored["theme"]),
      ui: settingsSchema.shape.ui.catch(defaults.ui).parse(stored["ui"]),
    };
  }

  /** Sets the settings in `change`; `ui` is merged entry by entry, null removes one. */
  set(change: RequestParams<"settings.set">): Settings {
    return this.#db.transaction(() => {
      const now = this.get();
      const ui = Object.entries({ ...now.ui, ...change.ui }).filter(([, value]) => value !== null);
      const next = { theme: change.theme ?? now.theme, ui: Object.fromEntries(ui) };
      for (const [name, value] of Object.entries(next)) {
        writeSetting(this.#db, name, value);
      }
      return next;
    });
  }
}
