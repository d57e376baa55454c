import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PassedBefore } from "./passed-before.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-passed-"));
  fs.writeFileSync(path.join(root, "a.ts"), "one");
  fs.writeFileSync(path.join(root, "b.ts"), "two");
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const now = (...files: string[]) => new PassedBefore(root, ".cache/passed", files);

test("holds for the files that passed, in any order", () => {
  const first = now("a.ts", "b.ts");
  expect(first.holds).toBe(false);
  first.remember();
  expect(now("b.ts", "a.ts").holds).toBe(true);
});

test("doesn't hold after a file was written, added or removed", () => {
  now("a.ts").remember();
  expect(now("a.ts", "b.ts").holds).toBe(false);
  expect(now().holds).toBe(false);
  fs.writeFileSync(path.join(root, "a.ts"), "three");
  expect(now("a.ts").holds).toBe(false);
});

test("doesn't hold for a file that was written while the checks ran", () => {
  const before = now("a.ts");
  fs.writeFileSync(path.join(root, "a.ts"), "three");
  before.remember();
  expect(now("a.ts").holds).toBe(false);
});
