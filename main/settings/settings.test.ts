import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Db, openDataDirectory } from "../store/index.ts";
import { RepositoryChoice, settingsMigrations, SettingsStore } from "./index.ts";

let db: Db;

beforeEach(() => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-settings-"));
  const data = openDataDirectory(directory, settingsMigrations);
  ({ db } = data);
  return () => {
    data.close();
    fs.rmSync(directory, { recursive: true });
  };
});

const put = (name: string, value: string) =>
  db.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value);

test.each(["{ half", '"a theme of a later version"', "7"])(
  "a setting that reads %s has its default, and the others stay",
  (value) => {
    const store = new SettingsStore(db);
    store.set({ theme: "dark", ui: { pane: 3 } });
    put("theme", value);
    expect(store.get()).toEqual({ theme: "system", ui: { pane: 3 } });
    store.set({ theme: "light" });
    put("ui", value);
    expect(store.get()).toEqual({ theme: "light", ui: {} });
  },
);

test.each(["{ half", "7"])(
  "a repository that reads %s is ignored: the console starts on its own",
  (value) => {
    put("modelRepository", value);
    expect(new RepositoryChoice(db, ["/samples"], false).folders).toEqual(["/samples"]);
  },
);
