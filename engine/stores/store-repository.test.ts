import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEngine, type EngineOptions } from "../engine.ts";
import { scaleModel } from "../testing/onnx-model.ts";
import { floats, inferRequest, readFloats } from "../testing/requests.ts";
import type { Engine } from "../types.ts";
import type { StoreSettings } from "./open-stores.ts";
import { S3Double } from "./testing/s3-double.ts";

let store: S3Double;
let cache: string;
let lines: string[];
let engines: Engine[];

beforeEach(async () => {
  // The SDK reads the environment itself.
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  store = await S3Double.start();
  cache = await mkdtemp(join(tmpdir(), "batchdeck-store-test-"));
  lines = [];
  engines = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(engines.map((engine) => engine.close()));
  await store[Symbol.asyncDispose]();
  await rm(cache, { recursive: true, force: true });
});

async function start(
  options: Partial<EngineOptions> = {},
  stores: StoreSettings = {},
): Promise<Engine> {
  const engine = await createEngine({
    modelRepository: `${store.url}/models`,
    modelControlMode: "explicit",
    loadModels: ["*"],
    log: (line, level) => level === "error" && lines.push(line),
    ...options,
    stores: { cacheFolder: cache, delay: async () => {}, ...stores },
  });
  engines.push(engine);
  return engine;
}

const putScale = (name: string, version: string, factor: number) =>
  store.put(`models/${name}/${version}/model.onnx`, scaleModel(factor));

async function scaled(engine: Engine, modelName = "scale"): Promise<number[]> {
  const { outputs } = await engine.infer(
    inferRequest({ modelName, inputs: [floats("x", [1, 2], [1, 2])] }),
  );
  return readFloats(outputs[0]);
}

const loadId = (engine: Engine) => engine.telemetry().models[0]?.loadId;
const contents = async () => await readdir(join(cache, "contents"));

describe("serving from a store", () => {
  it("[OBJSTORE-6][OBJSTORE-7] serves the versions of the policy and downloads nothing else", async () => {
    putScale("scale", "1", 2);
    putScale("scale", "3", 3);
    store.put("models/scale/", "");
    store.put("models/README.md", "no model");
    const engine = await start();
    expect(await scaled(engine)).toEqual([3, 6]);
    expect(await engine.repositoryIndex(false)).toMatchObject([
      { name: "scale", version: "3", state: "READY" },
    ]);
    expect(store.reads("models/scale/1/model.onnx")).toEqual([]);
  });

  it("[OBJSTORE-6] lists page by page", async () => {
    store.pageSize = 1;
    putScale("scale", "1", 2);
    store.put("models/scale/config.pbtxt", "max_batch_size: 4");
    expect(await scaled(await start())).toEqual([2, 4]);
  });

  it("[OBJSTORE-6] serves ensembles and empty versions from folder markers", async () => {
    putScale("scale", "1", 2);
    store.put("models/twice/1/", "");
    store.put(
      "models/twice/config.pbtxt",
      `platform: "ensemble" max_batch_size: 4
input { name: "IN" data_type: TYPE_FP32 dims: 2 } output { name: "OUT" data_type: TYPE_FP32 dims: 2 }
ensemble_scheduling {
  step { model_name: "scale" model_version: -1 input_map { key: "x" value: "IN" } output_map { key: "y" value: "mid" } }
  step { model_name: "scale" model_version: -1 input_map { key: "x" value: "mid" } output_map { key: "y" value: "OUT" } } }`,
    );
    const engine = await start();
    const { outputs } = await engine.infer(
      inferRequest({ modelName: "twice", inputs: [floats("IN", [1, 2], [1, 2])] }),
    );
    expect(readFloats(outputs[0])).toEqual([4, 8]);
  });

  it("[OBJSTORE-7] keeps a serving version when others or the instances change, and downloads only new ones", async () => {
    putScale("scale", "1", 2);
    const engine = await start();
    const before = loadId(engine);
    store.put("models/scale/config.pbtxt", "instance_group { kind: KIND_CPU count: 3 }");
    await engine.loadModel("scale", {});
    expect(loadId(engine)).toBe(before);
    expect(engine.telemetry().models[0]?.instances).toHaveLength(3);
    putScale("scale", "1", 5);
    await engine.loadModel("scale", {});
    expect(loadId(engine)).not.toBe(before);
    expect(await scaled(engine)).toEqual([5, 10]);
  });

  it("[OBJSTORE-7] follows the store while polling: new, changed and removed models", async () => {
    putScale("scale", "1", 2);
    const engine = await start({
      modelControlMode: "poll",
      repositoryPollSeconds: 0.05,
      loadModels: [],
    });
    putScale("scale", "1", 4);
    putScale("other", "1", 7);
    await expect.poll(() => scaled(engine)).toEqual([4, 8]);
    await expect.poll(() => engine.modelReady("other", ""), { timeout: 10_000 }).toBe(true);
    store.objects.delete("models/other/1/model.onnx");
    await expect.poll(() => engine.modelReady("other", ""), { timeout: 10_000 }).toBe(false);
    expect(lines).toEqual([]);
  });

  it("[OBJSTORE-4] serves a folder and a store together, but no model that is in both", async () => {
    putScale("scale", "1", 2);
    putScale("both", "1", 2);
    const folder = await mkdtemp(join(tmpdir(), "batchdeck-local-"));
    try {
      await mkdir(join(folder, "both", "1"), { recursive: true });
      await writeFile(join(folder, "both", "1", "model.onnx"), scaleModel(3));
      const engine = await start({ modelRepository: [folder, `${store.url}/models`] });
      expect(await scaled(engine)).toEqual([2, 4]);
      expect(await engine.repositoryIndex(false)).toMatchObject([
        { name: "both", state: "UNAVAILABLE", reason: "model appears in two or more repositories" },
        { name: "scale", state: "READY" },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("a store next to a folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "batchdeck-local-"));
    putScale("remote", "1", 2);
    putScale("other", "1", 2);
    await mkdir(join(folder, "scale", "1"), { recursive: true });
    await writeFile(join(folder, "scale", "1", "model.onnx"), scaleModel(3));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const both = () => ({ modelRepository: [folder, `${store.url}/models`] });

  it("[LOAD-32] loads from the folder while the store fails, and models from the store keep serving", async () => {
    const engine = await start(both());
    store.refusal = { status: 403, code: "AccessDenied" };
    await writeFile(join(folder, "scale", "1", "model.onnx"), scaleModel(5));
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([5, 10]);
    await expect(engine.loadModel("remote", {})).rejects.toThrow(/403 AccessDenied/);
    expect(engine.modelReady("remote", "")).toBe(true);
    expect(await engine.repositoryIndex(false)).toMatchObject([
      { name: "other", state: "READY" },
      { name: "remote", state: "READY" },
      { name: "scale", state: "READY" },
    ]);
    // The listing may be two seconds old.
    await expect
      .poll(() => engine.repositoryIndex(false).then(() => lines.join("\n")), { timeout: 10_000 })
      .toMatch(/failed to poll model repository .*403 AccessDenied/);
  });

  it("[LOAD-32] polls the folder while the store fails, and unloads none of the store's models", async () => {
    const engine = await start({
      ...both(),
      modelControlMode: "poll",
      loadModels: [],
      repositoryPollSeconds: 0.05,
    });
    await expect.poll(() => engine.modelReady("remote", ""), { timeout: 10_000 }).toBe(true);
    store.refusal = { status: 403, code: "AccessDenied" };
    await writeFile(join(folder, "scale", "1", "model.onnx"), scaleModel(5));
    await expect.poll(() => scaled(engine), { timeout: 10_000 }).toEqual([5, 10]);
    expect(engine.modelReady("remote", "")).toBe(true);
    store.refusal = undefined;
    store.objects.delete("models/remote/1/model.onnx");
    await expect.poll(() => engine.modelReady("remote", ""), { timeout: 10_000 }).toBe(false);
  });
});

describe("the cache", () => {
  it("[OBJSTORE-10] serves a second start without downloads and leaves no model folders behind", async () => {
    putScale("scale", "1", 2);
    await (await start()).close();
    expect(await readdir(join(cache, "models"))).toEqual([]);
    const engine = await start();
    expect(await scaled(engine)).toEqual([2, 4]);
    expect(store.reads("models/scale/1/model.onnx")).toHaveLength(1);
  });

  it("[OBJSTORE-10] shares one download among models and loads of equal objects", async () => {
    putScale("scale", "1", 2);
    const engine = await start({ loadModels: [] });
    await Promise.all([engine.loadModel("scale", {}), engine.loadModel("scale", {})]);
    expect(store.reads("models/scale/1/model.onnx")).toHaveLength(1);
  });

  it("[OBJSTORE-11] evicts unloaded content, and rejects objects that don't fit next to loaded ones", async () => {
    const { length } = scaleModel(1);
    for (const [name, factor] of [
      ["a", 2],
      ["b", 3],
      ["c", 4],
    ] as const)
      putScale(name, "1", factor);
    const engine = await start({ loadModels: ["a", "b"] }, { cacheBytes: 2 * length + 10 });
    await expect(engine.loadModel("c", {})).rejects.toThrow(/doesn't fit into the model cache/);
    expect(await scaled(engine, "a")).toEqual([2, 4]);
    await engine.unloadModel("a", false);
    await expect.poll(() => engine.loadModel("c", {}).then(() => "loaded", String)).toBe("loaded");
    expect(await scaled(engine, "c")).toEqual([4, 8]);
    expect(await contents()).toHaveLength(2);
  });
});

describe("failures", () => {
  const FILE = "models/scale/1/model.onnx";

  it("[OBJSTORE-9] resumes a download that breaks", async () => {
    putScale("scale", "1", 2);
    store.faults.set(FILE, [
      { kind: "cut", after: 20 },
      { kind: "cut", after: 30 },
    ]);
    expect(await scaled(await start())).toEqual([2, 4]);
    expect(store.reads(FILE)).toEqual([`GET ${FILE} 0-`, `GET ${FILE} 20-`, `GET ${FILE} 50-`]);
  });

  it("[OBJSTORE-9] keeps the previous version serving when the network fails, and the next load resumes", async () => {
    putScale("scale", "1", 2);
    const engine = await start();
    putScale("scale", "1", 3);
    store.faults.set(
      FILE,
      Array.from({ length: 4 }, () => ({ kind: "cut", after: 10 })),
    );
    await expect(engine.loadModel("scale", {})).rejects.toThrow(/connection was closed.*next load/);
    expect(await scaled(engine)).toEqual([2, 4]);
    await engine.loadModel("scale", {});
    expect(store.reads(FILE).at(-1)).toBe(`GET ${FILE} 40-`);
    expect(await scaled(engine)).toEqual([3, 6]);
  });

  it("[OBJSTORE-9] rejects content that differs from the store's digest, and downloads it again", async () => {
    putScale("scale", "1", 2);
    store.faults.set(FILE, [{ kind: "corrupt" }]);
    const engine = await start();
    expect(lines.join()).toMatch(/has a different md5 than the store reports; it was removed/);
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([2, 4]);
  });

  it("[OBJSTORE-9] ends a stalled stream and resumes it", async () => {
    putScale("scale", "1", 2);
    store.faults.set(FILE, [{ kind: "stall", after: 20 }]);
    expect(await scaled(await start({}, { stallMs: 300 }))).toEqual([2, 4]);
    expect(store.reads(FILE)[1]).toBe(`GET ${FILE} 20-`);
  });

  it("[OBJSTORE-13] aborts downloads when the engine stops, and keeps the partial files", async () => {
    putScale("scale", "1", 2);
    const engine = await start({ loadModels: [] });
    store.faults.set(FILE, [{ kind: "stall", after: 20 }]);
    const load = engine.loadModel("scale", {});
    await expect.poll(() => store.reads(FILE).length).toBe(1);
    await expect
      .poll(async () =>
        Promise.all(
          (await contents()).map(async (each) => (await stat(join(cache, "contents", each))).size),
        ),
      )
      .toEqual([20]);
    await Promise.all([expect(load).rejects.toThrow(/stopped/), engine.close()]);
    expect((await contents()).every((each) => each.endsWith(".part"))).toBe(true);
  });

  it("[OBJSTORE-13] aborts downloads of models that are loaded at the start", async () => {
    putScale("scale", "1", 2);
    store.faults.set(FILE, [{ kind: "stall", after: 20 }]);
    const stop = new AbortController();
    const starting = start({ stop: stop.signal });
    await expect.poll(() => store.reads(FILE).length).toBe(1);
    stop.abort();
    await starting;
    expect(lines.join()).toMatch(/stopped/);
  });

  it.each([
    [{ status: 403, code: "AccessDenied" }, /Access to '.*' was denied \(403 AccessDenied\)/],
    [{ status: 404, code: "NoSuchBucket" }, /'.*' does not exist \(404 NoSuchBucket\)/],
    [{ status: 301, code: "PermanentRedirect" }, /is in another region: set AWS_REGION/],
    [
      { status: 500, code: "InternalError" },
      /can't be read now after 3 attempts \(500 InternalError\)/,
    ],
  ])("[OBJSTORE-12] says what is wrong in one sentence: %o", async (refusal, sentence) => {
    store.refusal = refusal;
    await expect(start()).rejects.toThrow(sentence);
  });

  it("[OBJSTORE-12] reports that the store can't be reached", async () => {
    await expect(start({ modelRepository: "s3://http://127.0.0.1:9/bucket" })).rejects.toThrow(
      /Can't reach 's3:\/\/http:\/\/127.0.0.1:9\/bucket' after 3 attempts: connection refused/,
    );
  });

  it("[OBJSTORE-12] keeps serving while the store fails", async () => {
    putScale("scale", "1", 2);
    const engine = await start();
    store.refusal = { status: 403, code: "AccessDenied" };
    await expect(engine.loadModel("scale", {})).rejects.toThrow(/failed to poll.*403/);
    expect(await scaled(engine)).toEqual([2, 4]);
  });

  it.each([
    ["models/scale/1/../../../etc/x", /can't be a file's path/],
    ["models/scale/1//model.onnx", /can't be a file's path/],
    ["models/scale/1/a\\b", /can't be a file's path/],
    ["models/scale/1/a\0b", /can't be a file's path/],
    [`models/scale/1/${"x".repeat(256)}`, /can't be a file's path/],
    [`models/scale/${"x/".repeat(40)}y`, /more than 32 folders deep/],
    ["models/scale/1/MODEL.onnx", /differs from '1\/(MODEL|model)\.onnx' only in case/],
    ["models/scale/1/model.onnx/part", /is both an object and a folder/],
  ])("[OBJSTORE-8] rejects the object %j and serves other models", async (key, sentence) => {
    putScale("scale", "1", 2);
    putScale("fine", "1", 3);
    store.put(key, "x");
    const engine = await start();
    expect(lines.join("\n")).toMatch(sentence);
    expect(await scaled(engine, "fine")).toEqual([3, 6]);
  });
});
