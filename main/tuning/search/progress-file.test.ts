import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { planFor } from "../testing/plans.ts";
import { readProgress, writeProgress } from "./progress-file.ts";

const search = {
  serverId: "127.0.0.1:8001",
  model: "ranker",
  goal: { kind: "throughput" as const, p99Ms: 20 },
  ranges: { maxBatchSize: 8, maxInstances: 2, maxDelayUs: 0, clients: [1, 8] },
  constraints: { memory: null, objectives: [] },
  baselineConfig: 'name: "ranker"',
  plan: planFor("ranker"),
  known: { known: [{ size: 1, count: 100, ns: 2e6, busy: 1 }], overheadNs: 1e5 },
  measured: [
    {
      number: 1,
      point: { settings: { maxBatchSize: 1, delayUs: 0, instances: 1 }, clients: 8 },
      predicted: { throughput: 400, p99Ms: 20 },
      reason: "The active configuration, at its best load.",
      startedAt: 1,
      outcome: { throughput: 390, p99Ms: 21 },
      problem: null,
      seconds: 5,
      batches: [{ size: 1, count: 1950, ns: 2e6, busy: 1 }],
    },
  ],
};

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-progress-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it("[TUNE-6] reads back what was written, and nothing without a file", async () => {
  const file = path.join(folder, "search.json");
  expect(readProgress(file, search)).toBeNull();
  await writeProgress(file, search);
  expect(readProgress(file, search)).toEqual(search);
});

it("[TUNE-6] names what differs, and a file without a search", async () => {
  const file = path.join(folder, "search.json");
  await writeProgress(file, search);
  expect(() => readProgress(file, { ...search, model: "mlp" })).toThrow(
    `'${file}' holds a search with another model. Give another file, or delete it to start again.`,
  );
  expect(() => readProgress(file, { ...search, baselineConfig: "" })).toThrow(
    "another active configuration",
  );
  fs.writeFileSync(file, "{}");
  expect(() => readProgress(file, search)).toThrow(`'${file}' holds no interrupted search.`);
});
