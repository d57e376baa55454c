import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEngine, type EngineOptions } from "../engine.ts";
import { onnxModel } from "../testing/onnx-model.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { executeDelay, type TestRepository } from "../testing/repository.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import type { Engine } from "../types.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

const start = (options: Partial<EngineOptions> = {}): Promise<Engine> => fixture.start(options);

async function scaled(engine: Engine, modelVersion = ""): Promise<number[]> {
  const inputs = [floats("x", [1, 2], [1, 2])];
  const { outputs } = await engine.infer(
    inferRequest({ modelName: "scale", modelVersion, inputs }),
  );
  return readFloats(outputs[0]);
}

const ALL_VERSIONS = '{"backend":"onnxruntime","version_policy":{"all":{}},"max_batch_size":16}';

describe("loading", () => {
  it("[LOAD-1] completes a model without config.pbtxt from its file, as recorded for mlp_auto", async () => {
    await repository.scale("scale", "1", 2);
    await repository.scale("scale", "3", 3);
    const engine = await start();
    await engine.loadModel("scale", {});
    expect(engine.modelConfig("scale", "")).toMatchObject({
      name: "scale",
      platform: "onnxruntime_onnx",
      backend: "onnxruntime",
      max_batch_size: 4,
      input: [{ name: "x", data_type: "TYPE_FP32", dims: [2] }],
      output: [{ name: "y", data_type: "TYPE_FP32", dims: [2] }],
      dynamic_batching: { preferred_batch_size: [4], max_queue_delay_microseconds: 0 },
      instance_group: [{ kind: "KIND_CPU", count: 2 }],
      default_model_filename: "model.onnx",
    });
    expect(engine.modelMetadata("scale", "")).toEqual({
      name: "scale",
      versions: ["3"],
      platform: "onnxruntime_onnx",
      inputs: [{ name: "x", datatype: "FP32", shape: [-1, 2] }],
      outputs: [{ name: "y", datatype: "FP32", shape: [-1, 2] }],
    });
    expect(await scaled(engine)).toEqual([3, 6]);
  });

  it("[LOAD-1] completes a partial configuration, with the given default batch size", async () => {
    await repository.scale("scale", "1", 2);
    await repository.write(
      "scale/config.pbtxt",
      'output { name: "y" data_type: TYPE_FP32 dims: 2 label_filename: "" }',
    );
    const engine = await start({ loadModels: ["scale"], defaultMaxBatchSize: 16 });
    expect(engine.modelConfig("scale", "")).toMatchObject({
      max_batch_size: 16,
      dynamic_batching: { preferred_batch_size: [16] },
      input: [{ name: "x", dims: [2] }],
    });
    await repository.write("scale/config.pbtxt", "");
    const other = await start({ loadModels: ["scale"], defaultMaxBatchSize: 0 });
    expect(other.modelConfig("scale", "")).toMatchObject({
      max_batch_size: 0,
      input: [{ dims: [-1, 2] }],
    });
    expect(await scaled(other)).toEqual([2, 4]);
  });

  it("[LOAD-1] rejects what the file can't complete", async () => {
    const fixed = onnxModel({
      inputs: [{ name: "x", type: "FP32", shape: [1, 2] }],
      outputs: [{ name: "y", type: "FP32", shape: [1, 2] }],
      nodes: [{ op: "Identity", inputs: ["x"], outputs: ["y"] }],
    });
    await repository.write("fixed/1/model.onnx", fixed);
    await repository.scale("scale", "1", 2);
    const engine = await start({ loadModels: ["fixed"] });
    expect(engine.modelConfig("fixed", "")).toMatchObject({ max_batch_size: 0 });
    await expect(engine.loadModel("fixed", { config: '{"max_batch_size":2}' })).rejects.toThrow(
      "version 1 is at UNAVAILABLE state: Invalid argument: autofill failed for model 'fixed': model does not support batching while non-zero max_batch_size is specified",
    );
    const strict = await start({ autoCompleteConfig: false });
    await expect(strict.loadModel("scale", { config: '{"max_batch_size":2}' })).rejects.toThrow(
      "unable to load model 'scale', configuration expects 0 inputs, model provides 1",
    );
  });

  it("[LOAD-2] serves the versions that the policy selects", async () => {
    for (const version of [1, 2, 3]) await repository.scale("scale", String(version), version);
    await repository.write(
      "scale/config.pbtxt",
      "version_policy { specific { versions: [ 1, 3, 7 ] } }",
    );
    const engine = await start({ loadModels: ["scale"] });
    expect(await scaled(engine, "1")).toEqual([1, 2]);
    expect(await scaled(engine)).toEqual([3, 6]);
    await expect(scaled(engine, "2")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Request for unknown model: 'scale' version 2 is not found",
    });
  });

  it.each([
    ["version_policy { }", "serves 1, 2"],
    ["version_policy { latest { } }", "at least one version must be available"],
  ])("[LOAD-2] handles an empty %s like Triton", async (policy, expected) => {
    for (const version of ["1", "2"]) await repository.scale("scale", version, 2);
    await repository.write("scale/config.pbtxt", policy);
    const engine = await start();
    const outcome = await engine.loadModel("scale", {}).then(
      () => `serves ${engine.modelMetadata("scale", "").versions.join(", ")}`,
      ({ message }: Error) => message,
    );
    expect(outcome).toContain(expected);
  });

  it("[LOAD-3] is a no-op when nothing changed: statistics continue", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await start({ loadModels: ["scale"] });
    const [before] = engine.telemetry().models;
    await engine.loadModel("scale", {});
    expect(engine.telemetry().models[0]?.loadId).toBe(before?.loadId);
  });

  it("[LOAD-4] an override survives plain loads until unload", async () => {
    await repository.scale("scale", "1", 2);
    await repository.scale("scale", "3", 3);
    const engine = await start();
    await engine.loadModel("scale", { config: ALL_VERSIONS });
    await engine.loadModel("scale", {});
    expect(engine.modelConfig("scale", "1")).toMatchObject({ max_batch_size: 16 });
    await engine.unloadModel("scale", false);
    await engine.loadModel("scale", {});
    expect(engine.modelConfig("scale", "")).toMatchObject({ max_batch_size: 4 });
    await expect
      .poll(() => engine.repositoryIndex(false))
      .toEqual([
        { name: "scale", version: "1", state: "UNAVAILABLE", reason: "unloaded" },
        { name: "scale", version: "3", state: "READY" },
      ]);
  });

  it("[LOAD-4] an override is dropped when the model's files change", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await start();
    await engine.loadModel("scale", { config: '{"max_batch_size":16}' });
    await repository.write("scale/config.pbtxt", "max_batch_size: 8");
    await engine.loadModel("scale", {});
    expect(engine.modelConfig("scale", "")).toMatchObject({ max_batch_size: 8 });
  });

  it("[LOAD-5] writing the override's content to config.pbtxt makes the next load a no-op", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await start();
    await engine.loadModel("scale", { config: '{"max_batch_size":16}' });
    const [before] = engine.telemetry().models;
    await repository.write("scale/config.pbtxt", "# sixteen\nmax_batch_size: 16");
    await engine.loadModel("scale", {});
    expect(engine.telemetry().models[0]?.loadId).toBe(before?.loadId);
  });

  it("[LOAD-6] a failed reload keeps the old one serving", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await start({ loadModels: ["scale"] });
    for (const config of ['{"max_batch_size":16,"nosuch":1}', "not json", '{"backend":"nosuch"}']) {
      await expect(engine.loadModel("scale", { config })).rejects.toThrow("scale");
    }
    await repository.write("scale/1/model.onnx", "broken");
    await expect(engine.loadModel("scale", {})).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(
        /^load failed for model 'scale': version 1 is at UNAVAILABLE state: Internal: onnx runtime error: .*Protobuf parsing failed\. The file is no whole ONNX model: .*;\n$/s,
      ),
    });
    expect(await scaled(engine)).toEqual([2, 4]);
    expect(await engine.repositoryIndex(true)).toEqual([
      { name: "scale", version: "1", state: "READY" },
    ]);
    await repository.scale("scale", "1", 5);
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([5, 10]);
  });

  it("[LOAD-7] a reload under load loses no accepted request", async () => {
    await repository.scale("scale", "1", 2);
    const engine = await start({ loadModels: ["scale"] });
    const answers = new Set<string>();
    let done = false;
    const client = async () => {
      while (!done) answers.add(String(await scaled(engine)));
    };
    const clients = Array.from({ length: 8 }, client);
    for (const factor of [3, 4]) {
      await repository.scale("scale", "1", factor);
      await engine.loadModel("scale", {});
      const answer = await scaled(engine);
      expect(answer).toEqual([factor, 2 * factor]);
      answers.add(String(answer));
    }
    done = true;
    await Promise.all(clients);
    expect([...answers].sort()).toEqual(["2,4", "3,6", "4,8"]);
  });

  it("[LOAD-8] unload finishes accepted requests and rejects new ones", async () => {
    await repository.identity("slow", executeDelay(100));
    const engine = await start({ loadModels: ["slow"] });
    const request = inferRequest({ modelName: "slow", inputs: [floats("INPUT0", [1], [7])] });
    const accepted = [engine.infer(request), engine.infer(request)];
    await engine.unloadModel("slow", false);
    expect(engine.modelReady("slow", "")).toBe(false);
    await expect(engine.infer(request)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Request for unknown model: 'slow' is not found",
    });
    expect(await engine.repositoryIndex(false)).toMatchObject([{ state: "UNLOADING" }]);
    expect((await Promise.all(accepted)).map(({ outputs }) => readFloats(outputs[0]))).toEqual([
      [7],
      [7],
    ]);
    await expect.poll(() => engine.repositoryIndex(false)).toMatchObject([{ reason: "unloaded" }]);
  });

  it("[LOAD-8] unloading a model that isn't loaded is not an error", async () => {
    const engine = await start();
    await engine.unloadModel("nosuch", false);
    expect(await engine.repositoryIndex(false)).toEqual([]);
  });
});

describe("load errors, with Triton's messages", () => {
  const polled = (name: string) =>
    `failed to load '${name}', failed to poll from model repository: `;

  it.each([
    ["bad_syntax", "max_batch_size: four", polled("bad_syntax")],
    ["bad_field", "max_batchsize: 4", polled("bad_field")],
    ["bad_name", 'name: "other"', polled("bad_name")],
    [
      "bad_pref",
      "max_batch_size: 4 dynamic_batching { preferred_batch_size: [ 8 ] }",
      polled("bad_pref"),
    ],
  ])("[LOAD-9] %s is refused before any version is tried", async (name, config, start_) => {
    await repository.identity(name, config);
    const engine = await start();
    await expect(engine.loadModel(name, {})).rejects.toMatchObject({
      code: "INTERNAL",
      message: expect.stringContaining(start_),
    });
    expect(await engine.repositoryIndex(false)).toEqual([
      { name, reason: expect.stringMatching(/^Invalid argument: ./) },
    ]);
    expect(engine.ready()).toBe(true);
    await repository.write(`${name}/config.pbtxt`, 'backend: "identity"');
    await engine.unloadModel(name, false);
    expect(await engine.repositoryIndex(false)).toEqual([{ name }]);
  });

  it.each(["identity", "repeat"])(
    "[LOAD-9] %s rejects a GPU that doesn't exist",
    async (backend) => {
      const group = "instance_group { kind: KIND_GPU gpus: 99 }";
      await repository.write("m/config.pbtxt", `backend: "${backend}" ${group}`);
      await repository.write("m/1/.keep", "");
      const engine = await start();
      await expect(engine.loadModel("m", {})).rejects.toMatchObject({
        code: "INTERNAL",
        message: expect.stringContaining(`${polled("m")}instance group m_0 of model m `),
      });
    },
  );

  it("[LOAD-9] a model without a directory", async () => {
    const engine = await start();
    for (const name of ["nosuch", "..", "a/b", ""]) {
      await expect(engine.loadModel(name, {})).rejects.toMatchObject({
        code: "INTERNAL",
        message: `${polled(name)}the model repository has no directory '${name}'`,
      });
    }
    expect(await engine.repositoryIndex(false)).toEqual([]);
  });

  it("[LOAD-10] no version under the policy", async () => {
    await repository.write("bad_noversion/config.pbtxt", 'backend: "identity"');
    const engine = await start();
    await expect(engine.loadModel("bad_noversion", {})).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "load failed for model 'bad_noversion': at least one version must be available under the version policy of model 'bad_noversion'\n",
    });
    expect(await engine.repositoryIndex(false)).toEqual([
      { name: "bad_noversion", reason: expect.stringContaining("at least one version") },
    ]);
  });

  it("[LOAD-11] invalid inputs are rejected when the version is loaded", async () => {
    await repository.identity("empty", "");
    await repository.write(
      "empty/config.pbtxt",
      'backend: "identity" input { name: "x" data_type: TYPE_FP32 dims: [ 0 ] }',
    );
    const engine = await start();
    const reason =
      "Invalid argument: model input 'x' of empty: dimension must be integer >= 1, or -1 to indicate a variable-size dimension, got 0";
    await expect(engine.loadModel("empty", {})).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `load failed for model 'empty': version 1 is at UNAVAILABLE state: ${reason};\n`,
    });
    expect(await engine.repositoryIndex(false)).toEqual([
      { name: "empty", version: "1", state: "UNAVAILABLE", reason },
    ]);
  });

  it("[LOAD-11] an unknown backend shows in the index with its reason, and the server is not ready", async () => {
    await repository.identity("bad_backend", "");
    await repository.write("bad_backend/config.pbtxt", 'backend: "nosuch"');
    const engine = await start();
    const reason =
      "Invalid argument: unable to find backend library for backend 'nosuch', try specifying runtime on the model configuration. This engine has the backends 'onnxruntime', 'identity', 'repeat', and 'python'; for another, connect to a Triton server that has it.";
    await expect(engine.loadModel("bad_backend", {})).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `load failed for model 'bad_backend': version 1 is at UNAVAILABLE state: ${reason};\n`,
    });
    expect(await engine.repositoryIndex(false)).toEqual([
      { name: "bad_backend", version: "1", state: "UNAVAILABLE", reason },
    ]);
    expect(engine.ready()).toBe(false);
    await engine.unloadModel("bad_backend", false);
    expect(engine.ready()).toBe(true);
  });

  it.each([
    [
      'model_repository_agents { agents [ { name: "checksum" } ] }',
      "model_repository_agents, which this engine does not support yet; remove it",
    ],
    ['runtime: "libmine.so"', "runtime, which this engine does not support yet"],
    [
      'model_operations { op_library_filename: "libops.so" }',
      "model_operations.op_library_filename, which this engine does not support yet",
    ],
    [
      `max_batch_size: 4 dynamic_batching { }
       parameters { key: "TRITON_BATCH_STRATEGY_PATH" value { string_value: "volume.so" } }`,
      'parameters["TRITON_BATCH_STRATEGY_PATH"], which this engine does not support yet; remove it',
    ],
  ])("[LOAD-13] rejects %s with an alternative", async (config, message) => {
    await repository.identity("m", config);
    const engine = await start();
    await expect(engine.loadModel("m", {})).rejects.toThrow(
      `Unsupported: model 'm' uses ${message}`,
    );
  });

  it.each(["", "max_batch_size: 8"])(
    "[LOAD-11] a failed version that was removed no longer keeps the server from being ready %s",
    async (changed) => {
      const policy = "version_policy { all { } }";
      await repository.scale("scale", "1", 2);
      await repository.write("scale/config.pbtxt", policy);
      const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["scale"] });
      await repository.write("scale/2/model.onnx", "half of a file");
      await expect(engine.loadModel("scale", {})).rejects.toThrow("version 2 is at UNAVAILABLE");
      expect(engine.ready()).toBe(false);
      await rm(join(repository.path, "scale", "2"), { recursive: true });
      await repository.write("scale/config.pbtxt", `${policy} ${changed}`);
      await engine.loadModel("scale", {});
      expect(await engine.repositoryIndex(false)).toEqual([
        { name: "scale", version: "1", state: "READY" },
        { name: "scale", version: "2", state: "UNAVAILABLE", reason: "unloaded" },
      ]);
      expect(engine.ready()).toBe(true);
    },
  );

  it("a repository that can't be read", async () => {
    await expect(
      createEngine({ modelRepository: `${repository.path}/nosuch` }),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(
        "it must be a directory that holds one directory for each model",
      ),
    });
  });
});

describe("control modes", () => {
  it("[LOAD-12] none loads everything at the start and rejects load and unload", async () => {
    await repository.scale("scale", "1", 2);
    await repository.write("broken/1/model.onnx", "broken");
    const lines: string[] = [];
    const engine = await start({ modelControlMode: "none", log: (line) => lines.push(line) });
    expect(await scaled(engine)).toEqual([2, 4]);
    expect(lines).toEqual([expect.stringContaining("load failed for model 'broken'")]);
    for (const call of [engine.loadModel("scale", {}), engine.unloadModel("scale", false)]) {
      await expect(call).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: "explicit model load / unload is not allowed if polling is enabled",
      });
    }
  });

  it("[LOAD-12] explicit loads only the named models at the start", async () => {
    await repository.scale("scale", "1", 2);
    await repository.scale("other", "1", 2);
    const engine = await start({ loadModels: ["scale"] });
    expect(await engine.repositoryIndex(false)).toEqual([
      { name: "other" },
      { name: "scale", version: "1", state: "READY" },
    ]);
  });

  it("[LOAD-12][LOG-5] loads, unloads and failures after the start are logged", async () => {
    await repository.scale("scale", "1", 2);
    await repository.scale("start", "1", 2);
    const lines: string[] = [];
    const log = (line: string, level: string) => lines.push(`${level} ${line}`);
    const engine = await start({ loadModels: ["start"], log });
    await engine.loadModel("scale", {});
    await engine.loadModel("scale", {});
    await engine.loadModel("nosuch", {}).catch(() => {});
    await engine.unloadModel("scale", false);
    expect(lines).toEqual([
      "info loaded model 'scale' version 1",
      expect.stringMatching(/^error failed to load 'nosuch'/),
      "info unloading model 'scale' version 1",
    ]);
  });

  it("[LOAD-12] poll follows the directory", async () => {
    await repository.scale("scale", "1", 2);
    const lines: string[] = [];
    const engine = await start({
      modelControlMode: "poll",
      repositoryPollSeconds: 0.02,
      log: (line) => lines.push(line),
    });
    await repository.scale("scale", "2", 9);
    await expect.poll(() => scaled(engine)).toEqual([9, 18]);
    await repository.write("broken/1/model.onnx", "broken");
    const aboutBroken = () => lines.filter((line) => line.includes("'broken'"));
    await expect.poll(() => aboutBroken().at(-1)).toContain("Protobuf parsing failed");
    const logged = aboutBroken().length;
    await repository.remove("scale");
    await expect.poll(() => engine.modelReady("scale", "")).toBe(false);
    expect(aboutBroken()).toHaveLength(logged);
  });
});

describe("the version of a request", () => {
  it("[LOAD-24] is a whole number, with Triton's message", async () => {
    await repository.identity("m", "max_batch_size: 0");
    const engine = await start({ loadModels: ["m"] });
    const answer = (modelVersion: string) =>
      engine.infer(inferRequest({ modelVersion, inputs: [floats("INPUT0", [1], [1])] })).then(
        ({ modelVersion: version }) => version,
        ({ message }: Error) => message,
      );
    const expected = "version should be an integral value > 0";
    expect(await Promise.all(["1", "001", "7", "-1", "1a", "9".repeat(19)].map(answer))).toEqual([
      "1",
      "1",
      "Request for unknown model: 'm' version 7 is not found",
      `invalid model version specified '-1' , ${expected}`,
      `failed to get model version from specified version string '1a' (details: stol), ${expected}`,
      `failed to get model version from specified version string '${"9".repeat(19)}' (details: stol), ${expected}`,
    ]);
    expect(engine.modelReady("m", "01")).toBe(true);
    expect(() => engine.modelReady("m", "x")).toThrow(expected);
  });
});
