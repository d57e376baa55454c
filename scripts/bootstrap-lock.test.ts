import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "./bootstrap/lock.mjs";

let directory: string;
let file: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-lock-"));
  file = path.join(directory, "cache", "lock");
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

const neverWaits = (pid: number) => {
  throw new Error(`waited for ${pid}`);
};

test("a task runs alone, and one that fails frees the lock", async () => {
  const held = () => fs.readFileSync(file, "utf8");
  expect(await withLock(file, neverWaits, held)).toBe(String(process.pid));
  const failing = () => {
    throw new Error("no disk");
  };
  await expect(withLock(file, neverWaits, failing)).rejects.toThrow("no disk");
  expect(fs.readdirSync(path.dirname(file))).toEqual([]);
});

test("a second process waits for the first, and says so once", async () => {
  const lock = new URL("bootstrap/lock.mjs", import.meta.url).href;
  const program = `import { withLock } from ${JSON.stringify(lock)};
    await withLock(${JSON.stringify(file)}, () => {}, () => {
      console.log("locked");
      return new Promise((resolve) => process.stdin.once("data", resolve));
    });
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const waitedFor: number[] = [];
  const second = withLock(
    file,
    (pid) => {
      waitedFor.push(pid);
      setTimeout(() => child.stdin.write("go on"), 500);
    },
    () => "done",
  );
  expect(await second).toBe("done");
  expect(waitedFor).toEqual([child.pid]);
});

test.each(["", "not a pid"])("an unreadable lock %o is removed", async (text) => {
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, text);
  expect(await withLock(file, neverWaits, () => 1)).toBe(1);
});

test("a lock of a process that has ended is removed", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, String(pid));
  expect(await withLock(file, neverWaits, () => 1)).toBe(1);
});
