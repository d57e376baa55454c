import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readStaticFile } from "./static-files.ts";

let directory: string;

beforeAll(() => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-static-"));
  directory = path.join(parent, "renderer");
  fs.mkdirSync(path.join(directory, "assets"), { recursive: true });
  fs.writeFileSync(path.join(parent, "secret.json"), "{}");
  fs.writeFileSync(path.join(directory, "index.html"), "<!doctype html>");
  fs.writeFileSync(path.join(directory, "assets", "a-1.js"), "1");
  return () => fs.rmSync(parent, { recursive: true });
});

test("the root is index.html and isn't cached", async () => {
  expect(await readStaticFile(directory, "/")).toMatchObject({
    type: "text/html; charset=utf-8",
    immutable: false,
  });
});

test("hashed assets may be cached permanently", async () => {
  expect(await readStaticFile(directory, "/assets/a-1.js")).toMatchObject({ immutable: true });
});

test.each([
  "/../secret.json",
  "/%2e%2e/secret.json",
  "/assets/../../secret.json",
  "/%00",
  "/%",
  "/no.js",
  "/assets",
])("%s is not served", async (url) => {
  expect(await readStaticFile(directory, url)).toBeNull();
});
