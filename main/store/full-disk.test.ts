import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fillDisk, withSmallDisk } from "../testing/small-disk.ts";
import { atomicWriteFile, openDataDirectory } from "./index.ts";

const notes = [{ id: 1, name: "notes", sql: "CREATE TABLE notes (text TEXT NOT NULL)" }];

test(
  "a database on a full disk says so and keeps what it has",
  withSmallDisk(512, (disk) => {
    const data = openDataDirectory(disk.path, notes);
    data.db.run("INSERT INTO notes VALUES ('kept')");
    const filler = fillDisk(disk.path);
    const insert = () => data.db.run("INSERT INTO notes VALUES (?)", "x".repeat(50_000));
    expect(insert).toThrow(expect.objectContaining({ code: "RESOURCE_EXHAUSTED" }));
    expect(insert).toThrow(`The disk that holds the data directory '${disk.path}' is full`);
    expect(data.db.all("SELECT * FROM notes")).toEqual([{ text: "kept" }]);
    fs.rmSync(filler);
    insert();
    data.close();
    const again = openDataDirectory(disk.path, notes);
    expect(again.db.get("SELECT count(*) AS count FROM notes")).toEqual({ count: 2 });
    again.close();
  }),
);

test(
  "a new data directory on a full disk is rejected with a sentence",
  withSmallDisk(512, (disk) => {
    fillDisk(disk.path);
    expect(() => openDataDirectory(disk.path, notes)).toThrow(
      expect.objectContaining({ code: "RESOURCE_EXHAUSTED" }),
    );
  }),
);

test(
  "a file on a full disk keeps its old content",
  withSmallDisk(512, async (disk) => {
    const file = path.join(disk.path, "config.pbtxt");
    await atomicWriteFile(file, "old");
    const filler = fillDisk(disk.path);
    await expect(atomicWriteFile(file, "new".repeat(10_000))).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      message: `The disk that holds '${file}' is full; free some space and try again.`,
    });
    expect(fs.readFileSync(file, "utf8")).toBe("old");
    expect(fs.readdirSync(disk.path).sort()).toEqual([path.basename(file), path.basename(filler)]);
  }),
);
