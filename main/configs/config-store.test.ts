import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDirectory } from "../store/index.ts";
import { hashText } from "./config-file.ts";
import { ConfigStore, configMigrations } from "./config-store.ts";

const key = { serverId: "embedded", model: "m" };
let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-store-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

test("drafts and revisions of an earlier version are kept by the step to this one", () => {
  const before = openDataDirectory(
    directory,
    configMigrations.filter(({ id }) => id === 10),
  );
  before.db.run(
    "INSERT INTO config_revisions (server, model, time, text, note, origin) VALUES ('embedded', 'm', 5, 'old', 'why', 'applied')",
  );
  before.db.run("INSERT INTO config_drafts VALUES ('embedded', 'm', 'draft', 'etag', 6)");
  before.close();

  const data = openDataDirectory(directory, configMigrations);
  const store = new ConfigStore(data.db);
  expect(store.history(key)).toEqual([
    {
      id: 1,
      time: 5,
      text: "old",
      note: "why",
      origin: "applied",
      place: "file",
      author: "",
      etag: hashText("old"),
      servedEtag: "",
    },
  ]);
  expect(store.draft(key)).toEqual({ text: "draft", baseEtag: "etag", savedAt: 6 });
  expect(store.newestServed(key)).toBeUndefined();
  data.close();
  expect(fs.existsSync(path.join(directory, "batchdeck.db.before-11"))).toBe(true);
});
