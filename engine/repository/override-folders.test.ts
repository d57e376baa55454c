import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { makeOverrideFolder, removeLeftOverrides } from "./override-folders.ts";

test("[LOAD-27] removes folders of ended engines; keeps links, others' folders and those in use", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-left-"));
  const ended = spawnSync(process.execPath, ["--eval", ""]).pid;
  const own = await makeOverrideFolder();
  const [, machine = ""] = /batchdeck-override-(\w+)-/.exec(path.basename(own)) ?? [];
  const place = (name: string) => path.join(folder, name);
  const left = place(`batchdeck-override-${machine}-${ended}-abcdef`);
  const kept = [
    `batchdeck-override-${machine}-${process.pid}-abcdef`,
    `batchdeck-override-00000000-${ended}-abcdef`,
    `batchdeck-override-${machine}-${ended}-abcdef.old`,
    "precious",
  ];
  for (const name of kept) fs.mkdirSync(place(name));
  fs.writeFileSync(path.join(place("precious"), "file"), "kept");
  fs.mkdirSync(path.join(left, "m", "1"), { recursive: true });
  fs.symlinkSync(place("precious"), path.join(left, "m", "link"));
  const link = `batchdeck-override-${machine}-${ended}-ffffff`;
  fs.symlinkSync(place("precious"), place(link));
  expect(await removeLeftOverrides(folder)).toBe(1);
  expect(fs.readdirSync(folder).sort()).toEqual([...kept, link].sort());
  expect(fs.readFileSync(path.join(place("precious"), "file"), "utf8")).toBe("kept");
  fs.rmSync(folder, { recursive: true });
  fs.rmSync(own, { recursive: true });
});

test("[LOAD-27] a temporary directory that can't be read has no folders to remove", async () => {
  expect(await removeLeftOverrides("/no/such/folder")).toBe(0);
});
