import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandLineProgram } from "../../base/testing/program-files.ts";
import { readCode } from "../web/sign-in/sign-in-code.ts";
import { readOrMakeKey } from "../web/sign-in/index.ts";

const main = commandLineProgram.pathname;
let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-link-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

const link = (...args: string[]) =>
  promisify(execFile)(process.execPath, [main, "sign-in-link", "--data-dir", directory, ...args]);

test("[WEB-6] prints a new link for the console on a port each time", async () => {
  const key = readOrMakeKey(directory);
  const codes = [];
  for (const { stdout } of [await link("--port", "7500"), await link("--port", "7500")]) {
    const [, code = ""] = /^http:\/\/127\.0\.0\.1:7500\/#code=([\w-]+)\n$/.exec(stdout) ?? [];
    expect(readCode(key, code)).toMatchObject({ kind: "printed" });
    codes.push(code);
  }
  expect(codes[0]).not.toBe(codes[1]);
});

test("a directory that no console has used is reported, and nothing is created in it", async () => {
  await expect(link()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`No console has used the data directory '${directory}'.`),
  });
  expect(fs.readdirSync(directory)).toEqual([]);
});

test.each(["0", "70000", "x"])("rejects the port %s", async (port) => {
  await expect(link("--port", port)).rejects.toMatchObject({ code: 2 });
});
