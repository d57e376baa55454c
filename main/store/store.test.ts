import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DataDirectory, type Migration, openDataDirectory } from "./index.ts";
import { SqliteDb } from "./sqlite-db.ts";

const first: Migration = { id: 1, name: "notes", sql: "CREATE TABLE notes (text TEXT NOT NULL)" };
const second: Migration = {
  id: 20,
  name: "stars",
  sql: "ALTER TABLE notes ADD COLUMN stars INTEGER",
};
const between: Migration = { id: 2, name: "tags", sql: "CREATE TABLE tags (name TEXT)" };

let directory: string;
let opened: DataDirectory[];

function open(...migrations: Migration[]): DataDirectory {
  const data = openDataDirectory(directory, migrations);
  opened.push(data);
  return data;
}

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-store-"));
  opened = [];
});

afterEach(() => {
  for (const data of opened) data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

test("what was written is there after reopening", () => {
  const data = open(first);
  expect(data.db.run("INSERT INTO notes VALUES (?)", "a")).toEqual({
    lastInsertRowid: 1,
    changes: 1,
  });
  data.close();
  expect(open(first).db.get("SELECT text FROM notes")).toEqual({ text: "a" });
});

test("the directory is made when missing", () => {
  directory = path.join(directory, "deep", "down");
  open(first);
  expect(fs.existsSync(path.join(directory, "batchdeck.db"))).toBe(true);
});

test("a transaction is all or nothing, nested ones join", () => {
  const { db } = open(first);
  expect(() =>
    db.transaction(() => {
      db.run("INSERT INTO notes VALUES ('a')");
      db.transaction(() => db.run("INSERT INTO notes VALUES ('b')"));
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(db.all("SELECT * FROM notes")).toEqual([]);
});

test("missing steps are taken whatever their id, after a backup copy", () => {
  const before = open(first, second);
  before.db.run("INSERT INTO notes VALUES ('kept', 5)");
  before.close();
  expect(open(first, between, second).db.all("SELECT text, stars FROM notes")).toEqual([
    { text: "kept", stars: 5 },
  ]);
  const copy = new SqliteDb(path.join(directory, "batchdeck.db.before-2"));
  expect(copy.all("SELECT text FROM notes")).toEqual([{ text: "kept" }]);
  expect(() => copy.all("SELECT * FROM tags")).toThrow("no such table");
  copy.close();
});

test("a step that fails leaves the data as it was", () => {
  const data = open(first);
  data.db.run("INSERT INTO notes VALUES ('a')");
  data.close();
  const broken = {
    id: 3,
    name: "broken",
    sql: "CREATE TABLE x (y); INSERT INTO nowhere VALUES (1)",
  };
  expect(() => open(first, broken)).toThrow("nowhere");
  const again = open(first);
  expect(again.db.all("SELECT * FROM notes")).toEqual([{ text: "a" }]);
  expect(() => again.db.all("SELECT * FROM x")).toThrow("no such table");
});

test("a directory from a newer version is rejected and left untouched", () => {
  open(first, second).close();
  const bytes = fs.readFileSync(path.join(directory, "batchdeck.db"));
  const names = fs.readdirSync(directory);
  expect(() => open(first)).toThrow(/newer version of Batchdeck.*schema step 20/);
  expect(fs.readFileSync(path.join(directory, "batchdeck.db"))).toEqual(bytes);
  expect(fs.readdirSync(directory)).toEqual(names);
});

test("a second host gets the error that the directory is in use", () => {
  const data = open(first);
  expect(() => open(first)).toThrow(/is in use by another Batchdeck/);
  data.close();
  open(first);
});

test("another process is kept out too", () => {
  open(first);
  const program = `
    import { openDataDirectory } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
    try { openDataDirectory(${JSON.stringify(directory)}, []); console.log("opened"); }
    catch (error) { console.log(error.code); }`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program]);
  expect(String(output).trim()).toBe("ALREADY_EXISTS");
});

test("a full disk is named and loses nothing", () => {
  const { db } = open(first);
  db.run("INSERT INTO notes VALUES ('kept')");
  const pages = db.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  db.get(`PRAGMA max_page_count = ${pages}`);
  const large = "x".repeat(100_000);
  const fill = () =>
    db.transaction(() => {
      db.run("INSERT INTO notes VALUES ('lost?')");
      db.run("INSERT INTO notes VALUES (?)", large);
    });
  expect(fill).toThrow(expect.objectContaining({ code: "RESOURCE_EXHAUSTED" }));
  expect(fill).toThrow(`The disk that holds the data directory '${directory}' is full`);
  expect(db.all("SELECT * FROM notes")).toEqual([{ text: "kept" }]);
  db.get("PRAGMA max_page_count = 1000000");
  db.run("INSERT INTO notes VALUES (?)", large);
});

test("a damaged database is named", () => {
  fs.writeFileSync(path.join(directory, "batchdeck.db"), "this is no database, ".repeat(100));
  expect(() => open(first)).toThrow(expect.objectContaining({ code: "DATA_LOSS" }));
});

test("a file where the directory should be is named", () => {
  const file = path.join(directory, "file");
  fs.writeFileSync(file, "");
  directory = file;
  expect(() => open(first)).toThrow(/is a file where a folder is needed/);
});
