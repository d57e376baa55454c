import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDataDirectory } from "../store/index.ts";
import { whatIfMigrations } from "./execution-log-store.ts";
import { KeptPredictions } from "./kept-predictions.ts";

let folder: string;
let data: ReturnType<typeof openDataDirectory>;
let kept: KeptPredictions;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-predictions-"));
  data = openDataDirectory(folder, whatIfMigrations);
  kept = new KeptPredictions(data.db);
});
afterEach(() => {
  data.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const predicted = [
  {
    throughput: { value: 100, low: 99, high: 101 },
    p50Ms: { value: 2, low: 1, high: 3 },
    p99Ms: { value: 9, low: 8, high: null },
    meanBatch: 2.5,
  },
];
const of = (experimentId: number, model = "mlp") => ({
  experimentId,
  serverId: "embedded",
  model,
  predicted,
});

it("[WHATIF-13] stores an experiment's prediction, and finds a model's newest", () => {
  kept.keep(of(3));
  kept.keep(of(5));
  kept.keep(of(6, "ranker"));
  expect(kept.get(3)).toEqual({ experimentId: 3, predicted });
  expect(kept.get(4)).toBeNull();
  expect(kept.last("embedded", "mlp")?.experimentId).toBe(5);
  expect(kept.last("other", "mlp")).toBeNull();
});

it("[WHATIF-13] keeps the newest 500", () => {
  for (let id = 1; id <= 501; id++) kept.keep(of(id));
  expect(kept.get(1)).toBeNull();
  expect(kept.get(2)).not.toBeNull();
  expect(kept.get(501)).not.toBeNull();
});

it("[WHATIF-13] ignores unreadable records", () => {
  kept.keep(of(1));
  data.db.run("UPDATE kept_predictions SET predicted = ?", '[{"throughput":"fast"}]');
  expect(kept.get(1)).toBeNull();
});
