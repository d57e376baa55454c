import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDataDirectory } from "../store/index.ts";
import { ExecutionLogStore, whatIfMigrations } from "./execution-log-store.ts";
import { ExecutionLog } from "./execution-log.ts";

const DAY = 86_400_000;
const log = {
  samples: [{ size: 4, busy: 1.5, count: 5000, ns: 3e6 }],
  instances: [1, 2],
  variation: 0.2,
};

let folder: string;
let data: ReturnType<typeof openDataDirectory>;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-times-"));
  data = openDataDirectory(folder, whatIfMigrations);
});
afterEach(() => {
  data.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it("[WHATIF-9] keeps batch times across a restart, for 30 days", () => {
  new ExecutionLogStore(data.db).put("a", "ranker", log, 0);
  data.close();
  data = openDataDirectory(folder, whatIfMigrations);
  const store = new ExecutionLogStore(data.db);
  expect(store.get("a", "ranker", 29 * DAY)).toEqual({ version: 1, ...log });
  expect(store.get("a", "ranker", 31 * DAY)).toBeNull();
  expect(store.get("a", "mlp", 0)).toBeNull();
});

it("[WHATIF-9] lets new executions outweigh kept ones", () => {
  const kept = new ExecutionLog("ranker", log);
  expect(kept.samples).toEqual([{ size: 4, busy: 1.5, count: 200, ns: 3e6 }]);
  expect(kept.instances).toEqual([1, 2]);
  expect(kept.variation).toBe(0.2);
});

it("[WHATIF-9] ignores unreadable records", () => {
  data.db.run("INSERT INTO batch_times VALUES ('a', 'm', 'no log', 0)");
  expect(new ExecutionLogStore(data.db).get("a", "m", 0)).toBeNull();
});

it("[WHATIF-9] keeps the 200 models that were saved last", () => {
  const store = new ExecutionLogStore(data.db);
  for (let i = 0; i < 201; i++) store.put("a", `m${i}`, log, i);
  expect(store.get("a", "m0", 300)).toBeNull();
  expect(store.get("a", "m1", 300)).not.toBeNull();
});
