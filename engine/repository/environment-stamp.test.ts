import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readModelDirectory } from "./model-directory.ts";

let repository: string;

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "batchdeck-environment-"));
  await write("1/model.py", "");
  await write("env/bin/python3", "#!/bin/sh");
  await write("env/lib/python3.11/site-packages/numpy/core.py", "one");
  await write("env/lib/python3.11/site-packages/numpy-1.24.dist-info/METADATA", "");
  await write("env/lib/python3.11/site-packages/single.py", "one");
});

afterEach(() => rm(repository, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  const file = join(repository, "m", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const stamp = async () => (await readModelDirectory(repository, "m"))?.filesStamp;

const SITE = "env/lib/python3.11/site-packages";

it.each([
  ["a package that was installed", () => write(`${SITE}/pandas/__init__.py`, "")],
  ["a package of another version", () => write(`${SITE}/numpy-1.25.dist-info/METADATA`, "")],
  ["a module that was edited", () => write(`${SITE}/single.py`, "another")],
  ["another interpreter", () => write("env/bin/python3", "#!/bin/sh -e")],
  ["a new file of a package", () => write(`${SITE}/numpy/more.py`, "")],
  ["the model's own file", () => write("1/model.py", "# edited")],
])("[LOAD-33] sees %s", async (_, change) => {
  // Folder times are as coarse as the file system's clock.
  for (const folder of [SITE, `${SITE}/numpy`, "env/bin"])
    await utimes(join(repository, "m", folder), 1, 1);
  const before = await stamp();
  await change();
  expect(await stamp()).not.toBe(before);
});

it("[LOAD-33] doesn't scan packages and their subfolders", async () => {
  const before = await stamp();
  await write(`${SITE}/numpy/core.py`, "another");
  expect(await stamp()).toBe(before);
});

it("[LOAD-33] scans every file of a folder that isn't an environment", async () => {
  await write("data/bin/tool", "");
  await write("data/lib/python3.11/site-packages/numpy/core.py", "one");
  const before = await stamp();
  await write("data/lib/python3.11/site-packages/numpy/core.py", "another");
  expect(await stamp()).not.toBe(before);
});
