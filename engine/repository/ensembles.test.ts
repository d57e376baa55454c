import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { step, tensor, writeEnsemble } from "../testing/ensemble-config.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import { executeDelay, type TestRepository } from "../testing/repository.ts";
import type { Engine } from "../types.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

const A = step("a", { INPUT0: "IN" }, { OUTPUT0: "mid" });
const B = step("b", { INPUT0: "mid" }, { OUTPUT0: "OUT" });

/** "ens" runs a, then b. */
async function writeModels(): Promise<void> {
  for (const name of ["a", "b"]) await repository.identity(name, "max_batch_size: 8");
  await writeEnsemble(repository, "ens", [A, B]);
}

const infer = async (engine: Engine, value: number, modelName = "ens") =>
  readFloats(
    (await engine.infer(inferRequest({ modelName, inputs: [floats("IN", [1, 1], [value])] })))
      .outputs[0],
  );

const ready = async (engine: Engine) =>
  (await engine.repositoryIndex(true)).map(({ name }) => name);

const readLoadId = (engine: Engine, name: string) =>
  engine.telemetry().models.find((model) => model.name === name)?.loadId;

const slow = `max_batch_size: 8 ${executeDelay(60)}`;

describe("loading an ensemble", () => {
  it("[LOAD-14] loads its models first, ensembles included", async () => {
    await writeModels();
    await writeEnsemble(repository, "outer", [step("ens", { IN: "IN" }, { OUT: "OUT" })]);
    const engine = await fixture.start();
    await engine.loadModel("outer", {});
    expect(await ready(engine)).toEqual(["a", "b", "ens", "outer"]);
    expect(await infer(engine, 4, "outer")).toEqual([4]);
  });

  it.each(["none", "poll"] as const)(
    "[LOAD-14] mode %s loads in that order, independent of names",
    async (mode) => {
      await repository.identity("z", "max_batch_size: 8");
      await writeEnsemble(repository, "m", [step("z", { INPUT0: "IN" }, { OUTPUT0: "OUT" })]);
      await writeEnsemble(repository, "a", [step("m", { IN: "IN" }, { OUT: "OUT" })]);
      const engine = await fixture.start({ modelControlMode: mode });
      expect(await ready(engine)).toEqual(["a", "m", "z"]);
    },
  );

  it.each<[string, Record<string, string>, string, string]>([
    [
      "a model that does not exist",
      {},
      A + B,
      "ensemble ens contains models that are not available or ambiguous: a, b",
    ],
    [
      "a model that does not load",
      {
        a: "max_batch_size: 8",
        b: 'max_batch_size: 8 parameters { key: "execute_delay_ms" value { string_value: "x" } }',
      },
      A + B,
      `ensemble 'ens' depends on 'b' which has no loaded version. Model 'b' loading failed with error: version 1 is at UNAVAILABLE state: Invalid argument: parameters "execute_delay_ms" is "x", expected a whole number of milliseconds, 0 or more;`,
    ],
    [
      "a version that is not loaded",
      { a: "max_batch_size: 8", b: "max_batch_size: 8" },
      A + step("b", { INPUT0: "mid" }, { OUTPUT0: "OUT" }, 7),
      "ensemble 'ens' depends on 'b' whose required version 7 is not loaded.",
    ],
    [
      "a smaller batch",
      { a: "max_batch_size: 8", b: "max_batch_size: 4" },
      A + B,
      "ensemble ens allows maximum batch size 8, but it contains model b which only allows maximum batch size to be 4",
    ],
    [
      "another type",
      {
        a: "max_batch_size: 8",
        b: `max_batch_size: 8 input [ ${tensor("INPUT0", "-1", "INT32")} ] output [ ${tensor("OUTPUT0", "-1", "INT32")} ]`,
      },
      A + B,
      "in ensemble ens, ensemble tensor mid: inconsistent data type: TYPE_FP32 is inferred from model a while TYPE_INT32 is inferred from model b",
    ],
    [
      "another shape",
      {
        a: "max_batch_size: 8",
        b: `max_batch_size: 8 input [ ${tensor("INPUT0", "2, 2")} ] output [ ${tensor("OUTPUT0", "2, 2")} ]`,
      },
      A + B,
      "in ensemble ens, ensemble tensor mid: inconsistent shape: [-1,-1] is inferred from model a while [-1,2,2] is inferred from model b",
    ],
    [
      "an input that the model does not have",
      { a: "max_batch_size: 8", b: "max_batch_size: 8" },
      A + step("b", { NOPE: "mid" }, { OUTPUT0: "OUT" }),
      "in ensemble ens, ensemble tensor mid is mapping to non-existing input NOPE in model b",
    ],
    [
      "an output that the model does not have",
      { a: "max_batch_size: 8", b: "max_batch_size: 8" },
      A + step("b", { INPUT0: "mid" }, { NOPE: "OUT" }),
      "in ensemble ens, ensemble tensor OUT is mapped from non-existing output NOPE in model b",
    ],
    [
      "an input that nothing is mapped to",
      {
        a: "max_batch_size: 8",
        b: `max_batch_size: 8 input [ ${tensor("INPUT0")}, ${tensor("INPUT1")} ] output [ ${tensor("OUTPUT0")}, ${tensor("OUTPUT1")} ]`,
      },
      A + B,
      "in ensemble ens, input INPUT1 in model b is not mapped to any ensemble tensors",
    ],
  ])(
    "[ENSEMBLE-1][ENSEMBLE-2] refuses %s, in Triton's words",
    async (_, models, steps, message) => {
      for (const [name, config] of Object.entries(models)) await repository.identity(name, config);
      await writeEnsemble(repository, "ens", [steps]);
      const engine = await fixture.start();
      await expect(engine.loadModel("ens", {})).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: `load failed for model 'ens': ${message}\n`,
      });
      expect((await engine.repositoryIndex(false)).find(({ name }) => name === "ens")).toEqual({
        name: "ens",
        reason: `Invalid argument: ${message}`,
      });
    },
  );

  it("[ENSEMBLE-1] rejects ensembles that are composed of each other", async () => {
    await writeEnsemble(repository, "x", [step("y", { IN: "IN" }, { OUT: "OUT" })]);
    await writeEnsemble(repository, "y", [step("x", { IN: "IN" }, { OUT: "OUT" })]);
    await writeEnsemble(repository, "self", [step("self", { IN: "IN" }, { OUT: "OUT" })]);
    const engine = await fixture.start();
    await expect(engine.loadModel("x", {})).rejects.toThrow(
      "load failed for model 'x': circular dependency between ensembles: x -> ... -> y -> x",
    );
    await expect(engine.loadModel("self", {})).rejects.toThrow(
      "circular dependency between ensembles: self -> ... -> self -> self",
    );
  });
});

describe("models that an ensemble is composed of", () => {
  it("[LOAD-15] unload it with them, and reload it when they return", async () => {
    await writeModels();
    const lines: string[] = [];
    const engine = await fixture.start({
      log: (line, level) => level === "error" && lines.push(line),
    });
    await engine.loadModel("ens", {});
    await engine.unloadModel("a", false);
    await expect
      .poll(() => engine.repositoryIndex(false))
      .toEqual([
        { name: "a", version: "1", state: "UNAVAILABLE", reason: "unloaded" },
        { name: "b", version: "1", state: "READY" },
        { name: "ens", version: "1", state: "UNAVAILABLE", reason: "unloaded" },
      ]);
    expect(engine.ready()).toBe(true);
    expect(lines).toEqual(["ensemble ens contains models that are not available or ambiguous: a"]);
    await engine.loadModel("a", {});
    expect(await infer(engine, 3)).toEqual([3]);
  });

  it("[LOAD-15] finish what the ensemble accepted", async () => {
    await writeModels();
    await repository.identity("a", slow);
    await repository.identity("b", slow);
    const engine = await fixture.start({ loadModels: ["ens"] });
    const accepted = [1, 2, 3].map((value) => infer(engine, value));
    await engine.unloadModel("b", false);
    await expect(infer(engine, 4)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await engine.repositoryIndex(false)).toMatchObject([
      { name: "a", state: "READY" },
      { name: "b", state: "UNLOADING" },
      { name: "ens", state: "UNLOADING" },
    ]);
    expect(await Promise.all(accepted)).toEqual([[1], [2], [3]]);
    await expect
      .poll(async () => (await engine.repositoryIndex(false)).map(({ state }) => state))
      .toEqual(["READY", "UNAVAILABLE", "UNAVAILABLE"]);
  });

  it("[LOAD-16] are reloaded under load with their ensemble, and no request is lost", async () => {
    await writeModels();
    const engine = await fixture.start({ loadModels: ["ens"] });
    const before = readLoadId(engine, "ens");
    const other = readLoadId(engine, "b");
    let done = false;
    let answered = 0;
    const clients = Array.from({ length: 6 }, async (_, i) => {
      while (!done) {
        expect(await infer(engine, i)).toEqual([i]);
        answered += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    for (const batch of [16, 32, 64]) {
      await repository.identity("a", `max_batch_size: ${batch}`);
      await engine.loadModel("a", {});
    }
    done = true;
    await Promise.all(clients);
    expect(answered).toBeGreaterThan(6);
    expect(readLoadId(engine, "ens")).not.toBe(before);
    expect(readLoadId(engine, "b")).toBe(other);
  });

  it("[LOAD-16] take it out of service with the reason when they no longer match", async () => {
    await writeModels();
    const engine = await fixture.start({ loadModels: ["ens"] });
    await repository.identity("b", "max_batch_size: 2");
    await engine.loadModel("b", {});
    await expect
      .poll(async () => (await engine.repositoryIndex(false)).at(-1))
      .toEqual({
        name: "ens",
        version: "1",
        state: "UNAVAILABLE",
        reason:
          "Invalid argument: ensemble ens allows maximum batch size 8, but it contains model b which only allows maximum batch size to be 2",
      });
    expect(engine.ready()).toBe(false);
    await repository.identity("b", "max_batch_size: 8");
    await engine.loadModel("b", {});
    expect(await infer(engine, 1)).toEqual([1]);
    expect(engine.ready()).toBe(true);
  });

  it("[LOAD-16] don't affect it when only their instances change", async () => {
    await writeModels();
    await repository.write(
      "a/config.pbtxt",
      `backend: "identity" max_batch_size: 8 input [ ${tensor("INPUT0")} ] output [ ${tensor("OUTPUT0")} ]`,
    );
    const engine = await fixture.start({ loadModels: ["ens"] });
    const before = readLoadId(engine, "ens");
    await repository.write(
      "a/config.pbtxt",
      `backend: "identity" max_batch_size: 8 input [ ${tensor("INPUT0")} ] output [ ${tensor("OUTPUT0")} ] instance_group [ { count: 3 kind: KIND_CPU } ]`,
    );
    await engine.loadModel("a", {});
    expect(engine.telemetry().models[0]?.instances).toHaveLength(3);
    expect(readLoadId(engine, "ens")).toBe(before);
  });

  it("[LOAD-17] are unloaded with the ensemble on demand, unless something else needs them", async () => {
    await writeModels();
    await writeEnsemble(repository, "other", [step("b", { INPUT0: "IN" }, { OUTPUT0: "OUT" })]);
    const engine = await fixture.start();
    await engine.loadModel("ens", {});
    await engine.loadModel("other", {});
    await engine.unloadModel("ens", true);
    expect(await ready(engine)).toEqual(["b", "other"]);
    await engine.unloadModel("other", true);
    expect(await ready(engine)).toEqual([]);
    await engine.loadModel("b", {});
    await engine.loadModel("other", {});
    await engine.unloadModel("other", true);
    expect(await ready(engine)).toEqual(["b"]);
  });

  it("[LOAD-12][LOAD-15] follow the directory when polling, with their ensemble", async () => {
    await writeModels();
    const engine = await fixture.start({ modelControlMode: "poll", repositoryPollSeconds: 0.02 });
    expect(await infer(engine, 1)).toEqual([1]);
    await repository.remove("a");
    await expect.poll(() => engine.modelReady("ens", "")).toBe(false);
    await repository.identity("a", "max_batch_size: 8");
    await expect.poll(() => engine.modelReady("ens", "")).toBe(true);
    expect(await infer(engine, 2)).toEqual([2]);
  });
});
