import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withSmallDisk } from "../../main/testing/small-disk.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { scaleModel } from "../testing/onnx-model.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import type { TestRepository } from "../testing/repository.ts";
import type { Engine } from "../types.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

async function scaled(engine: Engine, modelVersion = "", modelName = "scale"): Promise<number[]> {
  const inputs = [floats("x", [1, 2], [1, 2])];
  const { outputs } = await engine.infer(inferRequest({ modelName, modelVersion, inputs }));
  return readFloats(outputs[0]);
}

const loads = (engine: Engine) =>
  Object.fromEntries(engine.telemetry().models.map(({ version, loadId }) => [version, loadId]));

const successes = (engine: Engine, version = "") =>
  engine.modelStatistics("scale", version)[0]?.inference_stats.success.count;

describe("changes in place", () => {
  it("[LOAD-5] of instance groups keep statistics and lose no request", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await fixture.start({ loadModels: ["scale"] });
    const before = loads(engine);
    const answers: Promise<number[]>[] = [];
    for (const count of [3, 1]) {
      answers.push(...Array.from({ length: 20 }, () => scaled(engine)));
      const config = JSON.stringify({ instance_group: [{ count, kind: "KIND_CPU" }] });
      await engine.loadModel("scale", { config });
      expect(engine.telemetry().models[0]?.instances).toHaveLength(count);
      expect(engine.modelConfig("scale", "").instance_group).toMatchObject([{ count }]);
    }
    expect(new Set((await Promise.all(answers)).map(String))).toEqual(new Set(["2,4"]));
    expect(loads(engine)).toEqual(before);
    expect(successes(engine)).toBe(40);
  });

  it("[LOAD-5] of the version policy only load and unload the versions that differ", async () => {
    for (const version of [1, 2, 3]) await repository.scale("scale", String(version), version);
    const engine = await fixture.start({ loadModels: ["scale"] });
    await scaled(engine);
    const three = loads(engine)["3"];
    const policy = (versions: number[]) =>
      engine.loadModel("scale", {
        config: JSON.stringify({ version_policy: { specific: { versions } } }),
      });
    await policy([1, 3]);
    expect(loads(engine)).toEqual({ 1: expect.any(String), 3: three });
    expect(successes(engine, "3")).toBe(1);
    expect(engine.modelConfig("scale", "3").version_policy).toEqual({
      specific: { versions: [1, 3] },
    });
    const one = loads(engine)["1"];
    await policy([1, 2]);
    expect(loads(engine)).toEqual({ 1: one, 2: expect.any(String) });
    expect(await scaled(engine)).toEqual([2, 4]);
  });

  it("[LOAD-5] a new version doesn't affect serving ones", async () => {
    await repository.scale("scale", "1", 2);
    await repository.write("scale/config.pbtxt", "version_policy { all { } }");
    const engine = await fixture.start({ loadModels: ["scale"] });
    const [one] = Object.values(loads(engine));
    await repository.scale("scale", "2", 5);
    await engine.loadModel("scale", {});
    expect(loads(engine)).toEqual({ 1: one, 2: expect.any(String) });
    await repository.scale("scale", "2", 6);
    await engine.loadModel("scale", {});
    expect(loads(engine)["1"]).toBe(one);
    expect(await scaled(engine)).toEqual([6, 12]);
  });

  it("[LOAD-5] of anything else replace the model: statistics are reset", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await fixture.start({ loadModels: ["scale"] });
    await scaled(engine);
    await engine.loadModel("scale", { config: '{"max_batch_size":16}' });
    expect(successes(engine)).toBe(0);
  });
});

describe("versions", () => {
  it("[LOAD-2] a directory whose name starts with a zero is not a version, and is logged", async () => {
    await repository.scale("scale", "1", 2);
    await repository.scale("scale", "01", 3);
    await repository.scale("scale", "007", 4);
    await repository.write(
      "scale/config.pbtxt",
      "version_policy { specific { versions: [ 1, 7 ] } }",
    );
    const lines: string[] = [];
    const engine = await fixture.start({
      log: (line, level) => level === "error" && lines.push(line),
    });
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([2, 4]);
    expect(lines).toEqual([
      "version 7 is specified for model 'scale', but the version directory is not present",
      "model 'scale': version directory '007' is ignored, because its name begins with a zero",
      "model 'scale': version directory '01' is ignored, because its name begins with a zero",
    ]);
  });
});

describe("files of a load call", () => {
  const overrides = () => readdir(temporary);
  let temporary = "";

  beforeEach(async () => {
    temporary = await mkdtemp(join(tmpdir(), "batchdeck-test-"));
    for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, temporary);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(temporary, { recursive: true });
  });

  const config = '{"backend":"onnxruntime"}';

  it("[LOAD-18] serve a model that the repository doesn't have until it is unloaded", async () => {
    const engine = await fixture.start();
    const files = new Map([["1/model.onnx", scaleModel(3)]]);
    await engine.loadModel("scale", { config, files });
    expect(await scaled(engine)).toEqual([3, 6]);
    expect(await overrides()).toHaveLength(1);
    await expect(engine.loadModel("scale", {})).rejects.toThrow(
      "failed to load 'scale', failed to poll from model repository: the model repository has no directory 'scale'",
    );
    expect(await scaled(engine)).toEqual([3, 6]);
    await engine.unloadModel("scale", false);
    await expect.poll(overrides).toEqual([]);
    await expect(engine.loadModel("scale", {})).rejects.toMatchObject({ code: "INTERNAL" });
  });

  it("[LOAD-18] replace the repository's; a plain load returns to those", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await fixture.start({ loadModels: ["scale"] });
    const files = new Map([["5/model.onnx", scaleModel(7)]]);
    await engine.loadModel("scale", { config, files });
    expect(engine.modelMetadata("scale", "").versions).toEqual(["5"]);
    expect(await scaled(engine)).toEqual([7, 14]);
    await engine.loadModel("scale", {});
    expect(engine.modelMetadata("scale", "").versions).toEqual(["1"]);
    expect(await scaled(engine)).toEqual([2, 4]);
    await expect.poll(overrides).toEqual([]);
  });

  it("[LOAD-18] that fail to load keep the serving model, and leave nothing behind", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await fixture.start({ loadModels: ["scale"] });
    const broken = new Map([["1/model.onnx", new Uint8Array([1, 2, 3])]]);
    await expect(engine.loadModel("scale", { config, files: broken })).rejects.toThrow(
      "load failed for model 'scale': version 1 is at UNAVAILABLE state: Internal: onnx runtime error",
    );
    expect(await scaled(engine)).toEqual([2, 4]);
    expect(await overrides()).toEqual([]);
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([2, 4]);
  });

  it("[LOAD-18] require a configuration", async () => {
    const engine = await fixture.start();
    const files = new Map([["1/model.onnx", scaleModel(1)]]);
    await expect(engine.loadModel("scale", { files })).rejects.toMatchObject({
      code: "INTERNAL",
      message:
        "failed to load 'scale', failed to poll from model repository: Load parameter 'config' must be specified for model file override",
    });
  });

  it(
    "[LOAD-18] that don't fit on the disk are rejected with its path, and leave nothing behind",
    withSmallDisk(64, async (disk) => {
      const engine = await fixture.start();
      vi.stubEnv("TMPDIR", disk.path);
      try {
        const files = new Map([["1/model.onnx", new Uint8Array(100_000)]]);
        await expect(engine.loadModel("scale", { config, files })).rejects.toThrow(
          /The disk that holds '.*model\.onnx' is full; free some space and try again\./,
        );
        expect(await readdir(disk.path)).toEqual([]);
      } finally {
        vi.unstubAllEnvs();
      }
    }),
  );

  it.each([
    ["../out", "'file:../out' with normalized path"],
    ["1/../../../out", "must stay within model directory."],
    [join(tmpdir(), "out"), "must stay within model directory."],
    ["", "must stay within model directory."],
    ["1", "'file:1', directory has been created as a file"],
  ])("[LOAD-18] stay within the model's directory: %j", async (path, message) => {
    const engine = await fixture.start();
    const files = new Map([
      ["1/model.onnx", scaleModel(1)],
      [path, new Uint8Array([1])],
    ]);
    await expect(engine.loadModel("scale", { config, files })).rejects.toThrow(message);
    expect(await overrides()).toEqual([]);
    expect(await readdir(repository.path)).toEqual([]);
  });

  it.each(["..", "a/b", "", "."])("[LOAD-18] reject a model named %j", async (name) => {
    const engine = await fixture.start();
    const files = new Map([["1/model.onnx", scaleModel(1)]]);
    await expect(engine.loadModel(name, { config, files })).rejects.toMatchObject({
      code: "INTERNAL",
    });
    expect(await overrides()).toEqual([]);
  });
});

describe("files that change while they are read", () => {
  it("[LOAD-12] a directory that is being copied is loaded when it is complete", async () => {
    const engine = await fixture.start({
      modelControlMode: "poll",
      repositoryPollSeconds: 0.01,
    });
    const model = scaleModel(3);
    await repository.write("scale/config.pbtxt", 'backend: "onnxruntime"');
    const reason = async () => (await engine.repositoryIndex(false))[0]?.reason;
    await expect.poll(reason).toContain("at least one version must be available");
    await repository.write("scale/1/.keep", "");
    await expect.poll(reason).toMatch(/model\.onnx/);
    await repository.write("scale/1/model.onnx", model.subarray(0, model.length / 2));
    await expect.poll(reason).toContain("Protobuf parsing failed");
    await repository.write("scale/1/model.onnx", model);
    await expect.poll(() => engine.modelReady("scale", "")).toBe(true);
    expect(await scaled(engine)).toEqual([3, 6]);
  });

  it("[LOAD-6][LOAD-7] models that are removed, restored and replaced while polling lose no request", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await fixture.start({
      modelControlMode: "poll",
      repositoryPollSeconds: 0.005,
    });
    let done = false;
    const clients = Array.from({ length: 4 }, async () => {
      while (!done) {
        expect([2, 3]).toContain((await scaled(engine))[0]);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    for (let i = 0; i < 5; i++) {
      await repository.scale("scale", "2", 3);
      await new Promise((resolve) => setTimeout(resolve, 15));
      await rm(join(repository.path, "scale", "2"), { recursive: true });
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    done = true;
    await Promise.all(clients);
    await expect.poll(() => engine.modelMetadata("scale", "").versions).toEqual(["1"]);
  });

  it("[LOAD-12] models keep serving if their repository disappears, and it is logged", async () => {
    await repository.scale("scale", "1", 2);
    const lines: string[] = [];
    const engine = await fixture.start({
      modelControlMode: "poll",
      repositoryPollSeconds: 0.01,
      log: (line) => lines.push(line),
    });
    // In one step: a missing repository differs from an empty one.
    await rename(repository.path, `${repository.path}.gone`);
    await rm(`${repository.path}.gone`, { recursive: true });
    await expect.poll(() => lines.at(-1)).toContain("can't be read");
    expect(await scaled(engine)).toEqual([2, 4]);
    await repository.scale("scale", "2", 9);
    await expect.poll(() => scaled(engine)).toEqual([9, 18]);
  });
});

describe("files that a configuration names", () => {
  const outside = "../../outside.txt";
  const config = (more: object, output: object = {}) => ({
    config: JSON.stringify({
      backend: "identity",
      input: [{ name: "INPUT0", data_type: "TYPE_FP32", dims: [2] }],
      output: [{ name: "OUTPUT0", data_type: "TYPE_FP32", dims: [2], ...output }],
      ...more,
    }),
  });
  const warmUp = {
    name: "w",
    batch_size: 1,
    inputs: {
      INPUT0: { data_type: "TYPE_FP32", dims: [2], input_data_file: `../${outside}` },
    },
  };

  it.each([
    ["labels", config({}, { label_filename: outside })],
    ["warm-up data", config({ model_warmup: [warmUp] })],
    ["a model", config({ backend: "onnxruntime", default_model_filename: "../../../../x.onnx" })],
  ])("[LOAD-23] outside of the model's folder are not read: %s", async (_, parameters) => {
    await repository.identity("m", "");
    const engine = await fixture.start();
    await expect(engine.loadModel("m", parameters)).rejects.toThrow(
      "which is not within the model's folder",
    );
  });

  it("[LOAD-23] are not read from another model's folder", async () => {
    await repository.identity("m", "");
    await repository.identity("private", "");
    const engine = await fixture.start();
    const labels = { label_filename: "../private/config.pbtxt" };
    await expect(engine.loadModel("m", config({}, labels))).rejects.toThrow(
      "which is not within the model's folder",
    );
  });

  it("[LOAD-23] are not read through a link that leads out of the repository", async () => {
    await repository.identity("m", "");
    const secret = join(tmpdir(), `batchdeck-secret-${process.pid}`);
    await writeFile(secret, "secret\n");
    await symlink(secret, join(repository.path, "m", "labels.txt"));
    const engine = await fixture.start();
    try {
      const labels = { label_filename: "labels.txt" };
      await expect(engine.loadModel("m", config({}, labels))).rejects.toThrow(
        "it leads out of the model repository",
      );
    } finally {
      await rm(secret);
    }
  });

  const mkfifo = (file: string) => execFileSync("mkfifo", [join(repository.path, file)]);

  it.skipIf(process.platform === "win32")("[LOAD-23] that are pipes don't block", async () => {
    const engine = await fixture.start();
    for (let i = 0; i < 5; i++) {
      await repository.identity(`m${i}`, "");
      mkfifo(`m${i}/labels.txt`);
      await repository.write(`onnx${i}/1/.keep`, "");
      mkfifo(`onnx${i}/1/model.onnx`);
    }
    const labels = config({}, { label_filename: "labels.txt" });
    const onnx = config({ backend: "onnxruntime" });
    const loads = Array.from({ length: 5 }, (_, i) => [
      engine.loadModel(`m${i}`, labels),
      engine.loadModel(`onnx${i}`, onnx),
    ]).flat();
    for (const load of await Promise.allSettled(loads)) {
      expect(load).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringContaining("not a regular file") },
      });
    }
    await repository.identity("well", "");
    await engine.loadModel("well", {});
  });

  it("[LOAD-23] may be links to files in the repository", async () => {
    await repository.identity("m", "");
    await repository.write("labels.txt", "cat\ndog\n");
    await symlink("../labels.txt", join(repository.path, "m", "labels.txt"));
    const engine = await fixture.start();
    await engine.loadModel("m", config({}, { label_filename: "labels.txt" }));
    const { outputs } = await engine.infer(
      inferRequest({
        modelName: "m",
        inputs: [floats("INPUT0", [2], [1, 2])],
        outputs: [{ name: "OUTPUT0", classification: 1 }],
      }),
    );
    expect(Buffer.from(outputs[0]?.data ?? []).toString()).toContain("2.000000:1:dog");
  });
});

it("[LOAD-18] a model whose load with files failed leaves nothing behind", async () => {
  const config = JSON.stringify({
    platform: "ensemble",
    input: [{ name: "I", data_type: "TYPE_FP32", dims: [1] }],
    output: [{ name: "O", data_type: "TYPE_FP32", dims: [1] }],
    ensemble_scheduling: {
      step: [
        { model_name: "nosuch", model_version: -1, input_map: { I: "I" }, output_map: { O: "O" } },
      ],
    },
  });
  const files = new Map([["1/.keep", new Uint8Array()]]);
  const engine = await fixture.start();
  await expect(engine.loadModel("ens", { config, files })).rejects.toThrow("nosuch");
  await repository.identity("nosuch", "");
  await engine.loadModel("nosuch", {});
  expect((await engine.repositoryIndex(false)).map(({ name }) => name)).toEqual(["nosuch"]);
});
