import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDirectory } from "./index.ts";
import { SqliteDb } from "./sqlite-db.ts";

const notes = [{ id: 1, name: "notes", sql: "CREATE TABLE notes (text TEXT NOT NULL)" }];

let parent: string;
let directory: string;

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-data-"));
  directory = path.join(parent, "data");
});

afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

const modeOf = (file: string) => fs.lstatSync(file).mode & 0o777;
const database = () => path.join(directory, "batchdeck.db");

test.skipIf(process.platform === "win32")(
  "[STORE-1] a new data directory and its files are for their owner alone",
  () => {
    const before = process.umask(0o000);
    try {
      openDataDirectory(directory, notes).close();
    } finally {
      process.umask(before);
    }
    expect(modeOf(directory)).toBe(0o700);
    for (const name of fs.readdirSync(directory))
      expect([name, modeOf(path.join(directory, name))]).toEqual([name, 0o600]);
  },
);

test.skipIf(process.platform === "win32")(
  "[STORE-1] an existing data directory becomes its owner's alone; links and folders in it stay as they are",
  () => {
    openDataDirectory(directory, notes).close();
    const outside = path.join(parent, "outside");
    fs.writeFileSync(outside, "");
    fs.symlinkSync(outside, path.join(directory, "link"));
    fs.mkdirSync(path.join(directory, "models"));
    for (const each of [directory, path.join(directory, "models")]) fs.chmodSync(each, 0o755);
    for (const each of [database(), outside]) fs.chmodSync(each, 0o644);
    openDataDirectory(directory, notes).close();
    expect([directory, database(), outside, path.join(directory, "models")].map(modeOf)).toEqual([
      0o700, 0o600, 0o644, 0o755,
    ]);
  },
);

test.skipIf(process.platform === "win32")(
  "[STORE-1] a folder with other things in it keeps its mode and theirs",
  () => {
    fs.mkdirSync(directory, { mode: 0o755 });
    fs.writeFileSync(path.join(directory, "letter.txt"), "", { mode: 0o644 });
    openDataDirectory(directory, notes).close();
    expect([directory, path.join(directory, "letter.txt"), database()].map(modeOf)).toEqual([
      0o755, 0o644, 0o600,
    ]);
  },
);

test("[STORE-2] a database with a damaged page is rejected, and nothing in it changes", () => {
  const data = openDataDirectory(directory, notes);
  for (let i = 0; i < 2000; i++) data.db.run("INSERT INTO notes VALUES (?)", `note ${i}`.repeat(5));
  data.close();
  const bytes = fs.readFileSync(database());
  bytes.fill(0xa5, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 8192);
  fs.writeFileSync(database(), bytes);
  expect(() => openDataDirectory(directory, notes)).toThrow(
    expect.objectContaining({
      code: "DATA_LOSS",
      message: expect.stringMatching(
        /^The database '.*batchdeck\.db' is damaged \(.+\)\. Nothing in it was changed\. Put a backup copy in its place, or move it away to start with an empty one\.$/s,
      ),
    }),
  );
  expect(fs.readFileSync(database()).equals(bytes)).toBe(true);
});

test("[STORE-3] a database of 0 bytes is rejected and not taken for a first start", () => {
  openDataDirectory(directory, notes).close();
  fs.writeFileSync(path.join(directory, "history.db"), "");
  fs.truncateSync(database());
  expect(() => openDataDirectory(directory, notes)).toThrow(
    expect.objectContaining({
      code: "DATA_LOSS",
      message: `The database '${database()}' has 0 bytes: its content was lost, for example on a full disk. Put a backup copy in its place, or delete it to start with an empty one.`,
    }),
  );
  expect(fs.statSync(database()).size).toBe(0);
  fs.rmSync(database());
  openDataDirectory(directory, notes).close();
});

test("[STORE-3] a first start that ended before it wrote anything is one", () => {
  fs.mkdirSync(directory);
  fs.writeFileSync(database(), "");
  fs.writeFileSync(path.join(directory, "host.lock"), "");
  const data = openDataDirectory(directory, notes);
  expect(data.db.run("INSERT INTO notes VALUES ('a')").changes).toBe(1);
  data.close();
});

test("[STORE-2] the backup copies that there are, are named", () => {
  openDataDirectory(directory, notes).close();
  fs.copyFileSync(database(), `${database()}.before-20`);
  fs.writeFileSync(database(), "no database at all".repeat(500));
  expect(() => openDataDirectory(directory, notes)).toThrow("batchdeck.db.before-20");
});

test("a check of a sound database finds nothing", () => {
  openDataDirectory(directory, notes).close();
  const db = new SqliteDb(database());
  expect(db.damage()).toBeNull();
  db.close();
});
