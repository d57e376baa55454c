import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { atomicWriteFile } from "./atomic-write-file.ts";

let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-file-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

test("a file is made, and replaced with its mode kept, and nothing else is left", async () => {
  const file = path.join(directory, "config.pbtxt");
  await atomicWriteFile(file, "one");
  fs.chmodSync(file, 0o600);
  await atomicWriteFile(file, "two");
  expect(fs.readFileSync(file, "utf8")).toBe("two");
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(directory)).toEqual(["config.pbtxt"]);
});

test("a link stays a link", async () => {
  const real = path.join(directory, "real");
  const link = path.join(directory, "link");
  fs.writeFileSync(real, "one");
  fs.symlinkSync(real, link);
  await atomicWriteFile(link, "two");
  expect(fs.readFileSync(real, "utf8")).toBe("two");
  expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
});

test("a missing folder is named", async () => {
  const file = path.join(directory, "gone", "config.pbtxt");
  await expect(atomicWriteFile(file, "x")).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: `'${file}' does not exist.`,
  });
});

test("when the renaming fails the temporary file is removed", async () => {
  const file = path.join(directory, "folder");
  fs.mkdirSync(path.join(file, "inside"), { recursive: true });
  await expect(atomicWriteFile(file, "x")).rejects.toMatchObject({ name: "StatusError" });
  expect(fs.readdirSync(directory)).toEqual(["folder"]);
});
