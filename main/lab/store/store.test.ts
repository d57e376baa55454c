import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { experiment as experimentSchema } from "../../contract/index.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { experiment, invalid, latency, plan, step, traffic } from "../testing/experiment.ts";
import { ExperimentStore } from "./experiment-store.ts";
import { labMigrations } from "./migrations.ts";

let directory: string;
let data: DataDirectory;
let store: ExperimentStore;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-store-"));
});

afterEach(() => {
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

function open(migrations = labMigrations): void {
  data = openDataDirectory(directory, migrations);
  store = new ExperimentStore(data.db);
}

const { environment } = experiment();
const create = (name: string, more = {}) =>
  store.create({ name, plan: plan(more), environment }, 1000);

describe("experiments in the database", () => {
  beforeEach(() => open());

  it("LAB-K1 replace a step's earlier state", () => {
    const id = create("a");
    store.saveStep(id, 0, step({ complete: false, successes: 7 }));
    store.saveStep(id, 0, step());
    store.saveStep(id, 1, step({ verdict: invalid, inferencesPerSecond: 9000 }));
    expect(store.get(id).steps).toEqual([
      step(),
      step({ verdict: invalid, inferencesPerSecond: 9000 }),
    ]);
    expect(store.list()).toMatchObject([
      { steps: 2, invalidSteps: 1, bestInferencesPerSecond: step().inferencesPerSecond },
    ]);
  });

  it("LAB-K1 keep a step that was stored before metrics were read", () => {
    const id = create("a");
    const { machine: _machine, ...older } = step();
    store.saveStep(id, 0, older as ReturnType<typeof step>);
    expect(store.get(id).steps).toEqual([{ ...older, machine: null }]);
  });

  it("LAB-K2 are listed pinned first, and found by name, tag, note, model, server and state", () => {
    const first = create("first");
    const second = create("second", { traffic: [traffic(), traffic({ model: "Embedder" })] });
    const ids = (query: object) => store.list(query).map(({ id }) => id);
    expect(ids({})).toEqual([second, first]);
    store.update(first, { pinned: true, tags: ["night", "night"], note: "After the fix." });
    expect(ids({})).toEqual([first, second]);
    expect(store.get(first)).toMatchObject({
      tags: ["night"],
      note: "After the fix.",
      name: "first",
    });
    for (const query of ["FIRST", "night", "the fix"]) expect(ids({ query })).toEqual([first]);
    expect(ids({ query: "embedder" })).toEqual([second]);
    expect(ids({ query: "embedded engine" })).toEqual([first, second]);
    expect(ids({ model: "Embedder" })).toEqual([second]);
    expect(ids({ tag: "night" })).toEqual([first]);
    store.finish(second, "done", null, 2000);
    expect(ids({ state: "done" })).toEqual([second]);
    expect(ids({ state: "failed" })).toEqual([]);
  });

  it("LAB-K3 are annotated, and removed with all annotations", () => {
    const id = create("a");
    const costs = {
      price: { perHour: 2, per: "server" as const, currency: "EUR" },
      gpus: null,
      watts: 300,
    };
    store.update(id, { costs });
    expect(store.get(id).plan.costs).toEqual(costs);
    store.update(id, { pinned: true });
    expect(store.get(id).plan.costs).toEqual(costs);
    store.update(id, { costs: null });
    expect(store.get(id).plan).not.toHaveProperty("costs");
    const note = store.annotate(id, null, "Quiet machine.", 5);
    expect(store.get(id).annotations).toEqual([note]);
    store.removeAnnotation(id, note.id);
    expect(() => store.removeAnnotation(id, note.id)).toThrow("has no annotation");
    store.annotate(id, null, "Again.", 6);
    store.remove(id);
    expect(() => store.get(id)).toThrow(`There is no experiment ${id}`);
    expect(data.db.all("SELECT * FROM experiment_annotations")).toEqual([]);
  });

  it("LAB-K4 are imported completely", () => {
    const {
      id: _id,
      comparisons: _comparisons,
      ...whole
    } = experiment({
      importedFrom: "a.json",
      pinned: true,
      search: { best: 1, missed: 2, words: "So." },
    });
    const id = store.insert(whole);
    const kept = store.get(id);
    experimentSchema.parse(kept);
    expect(kept).toEqual({
      ...whole,
      id,
      comparisons: [],
      annotations: [{ ...whole.annotations[0], id: kept.annotations[0]?.id }],
    });
  });

  it("LAB-K5 that are unreadable, or of a newer version, are reported by number", () => {
    const id = create("a");
    data.db.run("UPDATE experiments SET plan = ? WHERE id = ?", '{"version":6}', id);
    expect(() => store.get(id)).toThrow(
      `Experiment ${id} in the data directory cannot be read. The plan has version 6; this version of Batchdeck reads up to 5.`,
    );
  });

  it("LAB-K5 that are unreadable hide no others in the list, are reported there, and can be removed", () => {
    const whole = create("a");
    const newer = create("b");
    const torn = create("c");
    data.db.run("UPDATE experiments SET plan = ? WHERE id = ?", '{"version":6}', newer);
    data.db.run("UPDATE experiments SET tags = '[' WHERE id = ?", torn);
    const lost = new Map<number, string>();
    const list = store.list({}, (id, { message }) => lost.set(id, message));
    expect(list.map(({ id }) => id)).toEqual([whole]);
    expect([...lost.keys()]).toEqual([torn, newer]);
    expect(lost.get(torn)).toBe(`Experiment ${torn} in the data directory cannot be read.`);
    for (const id of lost.keys()) store.remove(id);
    expect(store.count()).toBe(1);
  });
});

it("LAB-K6 of the first version are read as if measured now, without a verdict", () => {
  open(labMigrations.slice(0, 1));
  const old = { server: "s", serverVersion: null, configText: "", cpus: 2, cpuModel: "c" };
  const oldPlan = {
    serverId: "embedded",
    model: "mlp",
    modelVersion: "1",
    wire: "grpc",
    concurrencies: [1, 8],
    secondsPerStep: 3,
    warmupSeconds: 0.5,
    batchSize: 4,
    distinctInputs: 16,
    seed: 7,
    shapes: { x: [3] },
  };
  const oldStep = {
    concurrency: 8,
    startedAt: 1000,
    seconds: 3,
    complete: true,
    requestsPerSecond: 100,
    inferencesPerSecond: 400,
    successes: 2000,
    failures: [{ status: "UNAVAILABLE", message: "full", count: 5 }],
    latency: { count: 2000 },
    server: null,
    histogram: latency(9).histogram,
    generatorCpu: 0.25,
  };
  data.db.run(
    `INSERT INTO experiments (id, name, created_at, finished_at, state, model, plan, environment)
     VALUES (3, 'old', 1, 2, 'done', 'mlp', ?, ?)`,
    JSON.stringify(oldPlan),
    JSON.stringify({ ...old, platform: "p" }),
  );
  data.db.run("INSERT INTO experiment_steps VALUES (3, 0, 400, ?)", JSON.stringify(oldStep));
  data.close();

  open();
  const read = store.get(3);
  experimentSchema.parse(read);
  expect(read.plan).toMatchObject({
    version: 5,
    wire: "grpc",
    load: { kind: "concurrency", levels: [1, 8], thinkMs: 0 },
    warmup: { kind: "fixed", seconds: 0.5 },
    traffic: [{ model: "mlp", modelVersion: "1", batchSize: 4, shapes: { x: [3] } }],
  });
  expect(read.environment).toMatchObject({ fingerprint: "", sameMachine: true });
  const [first] = read.steps;
  expect(first).toMatchObject({
    load: { kind: "concurrency", value: 8 },
    outcomes: { failed: 5 },
    verdict: { verdict: "valid", reasons: [{ severity: "note" }] },
  });
  expect(first?.response.p99).toEqual(latency(9).p99);
  expect(store.list()).toMatchObject([{ id: 3, steps: 1, bestInferencesPerSecond: 400 }]);
});
