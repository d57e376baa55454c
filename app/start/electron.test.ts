import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, type Mock, test, vi } from "vitest";
import { type ElectronSearch, findElectron } from "./electron.ts";

let root: string;
let search: ElectronSearch & { install: Mock<ElectronSearch["install"]> };

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-electron-"));
  const folder = path.join(root, "node_modules", "electron");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ version: "45.4.1" }));
  search = {
    root,
    platform: "linux",
    env: { DISPLAY: ":0" },
    install: vi.fn<ElectronSearch["install"]>(async () => "RequestError: no route"),
    report: () => {},
    now: () => 1_000_000,
  };
  return () => fs.rmSync(root, { recursive: true });
});

function putBinary() {
  const folder = path.join(root, "node_modules", "electron");
  fs.writeFileSync(path.join(folder, "path.txt"), "electron");
  fs.mkdirSync(path.join(folder, "dist"), { recursive: true });
  fs.writeFileSync(path.join(folder, "dist", "electron"), "");
}

test("reports that there is no display, and doesn't try to install", async () => {
  const choice = await findElectron({ ...search, env: {} });
  expect(choice).toEqual({ reason: expect.stringContaining("no display") });
  expect(search.install).not.toHaveBeenCalled();
});

test("uses an existing binary", async () => {
  putBinary();
  expect(await findElectron(search)).toEqual({
    binary: path.join(root, "node_modules", "electron", "dist", "electron"),
  });
});

test("installs it once and uses it", async () => {
  search.install.mockImplementation(async () => {
    putBinary();
    return null;
  });
  expect(await findElectron(search)).toHaveProperty("binary");
  expect(search.install).toHaveBeenCalledWith(expect.any(String), 30_000);
});

test("a failure is remembered for a week", async () => {
  expect(await findElectron(search)).toEqual({ reason: expect.stringContaining("no route") });
  expect(await findElectron(search)).toEqual({ reason: expect.stringContaining("earlier") });
  expect(search.install).toHaveBeenCalledTimes(1);
  await findElectron({ ...search, now: () => 1_000_000 + 8 * 24 * 3_600_000 });
  expect(search.install).toHaveBeenCalledTimes(2);
});
