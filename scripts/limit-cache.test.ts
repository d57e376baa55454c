import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { limitCache } from "./limit-cache.ts";

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-cache-"));
  fs.mkdirSync(path.join(folder, "version"));
  fs.writeFileSync(path.join(folder, "entry"), "12345");
  fs.writeFileSync(path.join(folder, "version", "entry"), "12345");
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it("keeps a cache within its limit", () => {
  limitCache(folder, 10);
  expect(fs.readdirSync(folder)).toEqual(["entry", "version"]);
});

it("removes a larger one, files in its folders included", () => {
  limitCache(folder, 9);
  expect(fs.existsSync(folder)).toBe(false);
});

it("accepts that there is no cache yet", () => {
  expect(() => limitCache(path.join(folder, "none"), 0)).not.toThrow();
});
