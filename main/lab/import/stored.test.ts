import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Experiment } from "../../contract/index.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { labMigrations } from "../index.ts";
import { ExperimentStore } from "../store/experiment-store.ts";
import { experiment, plan, step } from "../testing/experiment.ts";
import { importExperiment } from "./index.ts";
import { exportOne } from "../testing/export-one.ts";

let directory: string;
let data: DataDirectory;
let store: ExperimentStore;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-import-"));
  data = openDataDirectory(directory, labMigrations);
  store = new ExperimentStore(data.db);
});
afterEach(() => {
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

/** Imported, stored and read again. */
function kept(fileName: string, content: string): Experiment {
  return store.get(store.insert(importExperiment(fileName, content, 9000)));
}

it.each(["json", "html"] as const)(
  "[LAB-EXPORT-11] is returned by the store as exported: %s",
  (format) => {
    const { fileName, content } = exportOne(experiment(), format);
    const { id: _id, importedFrom, ...rest } = kept(fileName, content);
    const { id: _was, importedFrom: _none, ...exported } = experiment();
    expect(importedFrom).toBe(fileName);
    expect(rest).toEqual(exported);
  },
);

it("[LAB-EXPORT-13] stores perf_analyzer's CSV, which can be exported in every format and imported again", () => {
  const csv = "Concurrency,Inferences/Second,p50 latency\n9000,12.5,300\n1,7,200\n";
  const first = kept("perf.csv", csv);
  expect(first).toMatchObject({ name: "perf", createdAt: 9000, state: "done" });
  for (const format of ["json", "html"] as const) {
    const { fileName, content } = exportOne(first, format);
    expect(kept(fileName, content).steps).toEqual(first.steps);
  }
  const { content } = exportOne(first, "csv");
  expect(kept("again.csv", content).steps.map(({ load }) => load.value)).toEqual([1, 9000]);
});

it("[LAB-EXPORT-15] is readable although a file names unknown candidates", () => {
  const goal: Experiment["plan"]["goal"] = {
    kind: "compare",
    candidates: [
      { label: "a", configText: null },
      { label: "b", configText: "" },
    ],
    replicates: 1,
  };
  const odd = experiment({
    plan: plan({ goal }),
    steps: [step({ candidate: 0, replicate: 0 }), step({ candidate: 99, replicate: -3.5 })],
  });
  const { fileName, content } = exportOne(odd, "json");
  const read = kept(fileName, content);
  expect(read.steps).toHaveLength(2);
  for (const format of ["csv", "html"] as const) {
    expect(exportOne(read, format).content).not.toContain("undefined");
  }
});
