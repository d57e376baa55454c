import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDirectory } from "../store/index.ts";
import { readKeptRepositories, RepositoryChoice } from "./repository-choice.ts";
import { settingsMigrations } from "./settings.ts";
import { writeSetting } from "./setting-rows.ts";

let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-repository-choice-"));
});

afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

function keep(name: string, value: unknown): void {
  const data = openDataDirectory(directory, settingsMigrations);
  writeSetting(data.db, name, value);
  data.close();
}

test("the folder that was opened last is known before the data directory is checked", () => {
  const data = openDataDirectory(directory, settingsMigrations);
  new RepositoryChoice(data.db, ["/samples"], false).open(["/my/models"]);
  data.close();
  const database = path.join(directory, "batchdeck.db");
  const before = fs.readFileSync(database);
  expect(readKeptRepositories(directory)).toEqual(["/my/models"]);
  expect(fs.readFileSync(database)).toEqual(before);
});

test.each([7, "models", null, [], ["/models", "other"], { folder: "/models" }])(
  "a kept value that is no absolute folder counts as none: %j",
  (value) => {
    keep("modelRepository", value);
    expect(readKeptRepositories(directory)).toBeNull();
  },
);

test("[REPO-16] several that were opened are known to the next start", () => {
  const data = openDataDirectory(directory, settingsMigrations);
  const folders = ["/my/models", "s3://bucket/models"];
  new RepositoryChoice(data.db, ["/samples"], false).open(folders);
  expect(new RepositoryChoice(data.db, ["/samples"], false).folders).toEqual(folders);
  expect(new RepositoryChoice(data.db, ["/given"], true).folders).toEqual(["/given"]);
  data.close();
  expect(readKeptRepositories(directory)).toEqual(folders);
});

test("without a database, and with one that can't be read, no folder is known", () => {
  expect(readKeptRepositories(directory)).toBeNull();
  expect(fs.readdirSync(directory)).toEqual([]);
  fs.writeFileSync(path.join(directory, "batchdeck.db"), "no database".repeat(1000));
  expect(readKeptRepositories(directory)).toBeNull();
  expect(readKeptRepositories("/dev/null")).toBeNull();
});
