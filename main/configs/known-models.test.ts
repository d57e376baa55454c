import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeServer } from "../telemetry/testing/fake-server.ts";
import { knownModels } from "./known-models.ts";

const text = 'name: "m"\nmax_batch_size: 8\n';
let repository: string;
let server: FakeServer;

beforeEach(() => {
  repository = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-known-"));
  fs.mkdirSync(path.join(repository, "m"));
  fs.writeFileSync(path.join(repository, "m", "config.pbtxt"), text);
  server = new FakeServer();
  server.config = { name: "m", max_batch_size: 4 };
});

afterEach(() => fs.rmSync(repository, { recursive: true, force: true }));

const known = async (folder: string | null, ...names: string[]) =>
  [...(await knownModels(server, () => folder, names)).values()].map((each) => [
    each.text,
    each.serves,
  ]);

test("what serves is reported by the server, what does not by its files", async () => {
  expect(await known(repository, "m")).toEqual([[expect.stringContaining("size: 4"), true]]);
  server.config = null;
  expect(await known(repository, "m")).toEqual([[text, false]]);
});

test("without a response the files are read; what neither has is left out", async () => {
  server.down = true;
  expect(await known(repository, "m", "elsewhere")).toEqual([[text, false]]);
  expect(await known(null, "m")).toEqual([]);
  fs.rmSync(path.join(repository, "m"), { recursive: true });
  expect(await known(repository, "m")).toEqual([]);
});
