import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { createEngine, type EngineOptions } from "../engine.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import { TestRepository } from "../testing/repository.ts";
import type { Engine } from "../types.ts";
import { localSource, ModelFolders } from "./model-folders.ts";

let first: TestRepository;
let second: TestRepository;
let lines: string[];
let engines: Engine[];

beforeEach(async () => {
  first = await TestRepository.create();
  second = await TestRepository.create();
  lines = [];
  engines = [];
});

afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});

async function start(options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await createEngine({
    modelRepository: [first.path, second.path],
    log: (line, level) => level === "error" && lines.push(line),
    ...options,
  });
  engines.push(engine);
  return engine;
}

async function scaled(engine: Engine, modelName: string): Promise<number[]> {
  const inputs = [floats("x", [1, 2], [1, 2])];
  const { outputs } = await engine.infer(inferRequest({ modelName, inputs }));
  return readFloats(outputs[0]);
}

const DUPLICATE = "model appears in two or more repositories";
const NOT_UNIQUE = "failed to poll model 'both': not unique across all model repositories";

describe("[LOAD-30] several repositories", () => {
  beforeEach(async () => {
    await first.scale("one", "1", 2);
    await second.scale("two", "1", 3);
    await first.scale("both", "1", 4);
    await second.scale("both", "1", 5);
  });

  it("serve their models together, except one that several have", async () => {
    const engine = await start();
    expect(await scaled(engine, "one")).toEqual([2, 4]);
    expect(await scaled(engine, "two")).toEqual([3, 6]);
    expect(await engine.repositoryIndex(false)).toEqual([
      { name: "both", state: "UNAVAILABLE", reason: DUPLICATE },
      { name: "one", version: "1", state: "READY" },
      { name: "two", version: "1", state: "READY" },
    ]);
    expect(lines).toEqual([NOT_UNIQUE]);
    expect(engine.ready()).toBe(false);
  });

  it("are polled: a model that appears in a second one is unloaded, and serves when it is unique again", async () => {
    const engine = await start({ modelControlMode: "poll", repositoryPollSeconds: 0.02 });
    expect(engine.modelReady("both", "")).toBe(false);
    await rm(join(second.path, "both"), { recursive: true });
    await vi.waitFor(async () => expect(await scaled(engine, "both")).toEqual([4, 8]), 20_000);
    expect(engine.ready()).toBe(true);
    await second.scale("one", "1", 7);
    await vi.waitFor(() => expect(engine.modelReady("one", "")).toBe(false), 20_000);
    await rename(join(first.path, "one"), join(first.path, ".one"));
    await vi.waitFor(async () => expect(await scaled(engine, "one")).toEqual([7, 14]), 20_000);
    expect(lines.filter((line) => line.includes("'one'"))).toHaveLength(1);
  });

  it("are polled: a model that becomes a duplicate during a poll is logged once", async () => {
    const engine = await start({ modelControlMode: "poll", repositoryPollSeconds: 0.02 });
    using _look = vi.spyOn(ModelFolders.prototype, "list").mockImplementationOnce(async () => {
      const found = await new ModelFolders([
        localSource(first.path),
        localSource(second.path),
      ]).list();
      await second.scale("one", "1", 7);
      return found;
    });
    await vi.waitFor(() => expect(engine.modelReady("one", "")).toBe(false), 20_000);
    expect(lines).toEqual([NOT_UNIQUE, NOT_UNIQUE.replace("both", "one")]);
  });

  it("load and unload by name, from the right one", async () => {
    const engine = await start({ modelControlMode: "explicit" });
    await engine.loadModel("two", {});
    expect(await scaled(engine, "two")).toEqual([3, 6]);
    await expect(engine.loadModel("both", {})).rejects.toMatchObject({
      code: "INTERNAL",
      message: `failed to load 'both', failed to poll from model repository: ${NOT_UNIQUE}`,
    });
    await engine.unloadModel("two", false);
    expect(engine.modelReady("two", "")).toBe(false);
    const index = await engine.repositoryIndex(false);
    expect(index.find(({ name }) => name === "both")?.reason).toBe(DUPLICATE);
  });

  it("must all be readable", async () => {
    const missing = join(second.path, "missing");
    await expect(start({ modelRepository: [first.path, missing] })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(missing),
    });
  });
});

/** A repository that can become unreadable. */
function flaky(path: string) {
  const source = localSource(path);
  const refusal = new StatusError("UNAVAILABLE", "Can't reach 's3://bucket': connection refused.");
  const state = { away: false };
  return Object.assign(state, {
    source: {
      where: "s3://bucket",
      list: async () => (state.away ? Promise.reject(refusal) : source.list()),
      read: async (name: string) => (state.away ? Promise.reject(refusal) : source.read(name)),
    },
  });
}

describe("[LOAD-32] one of several repositories is unreachable", () => {
  const LOST =
    "failed to poll model repository 's3://bucket': Can't reach 's3://bucket': connection refused. What serves from it goes on; models that it did not have when it was listed last are loaded from the others";
  let remote: ReturnType<typeof flaky>;
  let folders: ModelFolders;

  beforeEach(async () => {
    await first.scale("one", "1", 2);
    await first.scale("both", "1", 4);
    await second.scale("two", "1", 3);
    remote = flaky(second.path);
    const log = (line: string) => lines.push(line);
    folders = new ModelFolders([localSource(first.path), remote.source], { log });
  });

  it("loads what only the others have, and logs the failure once", async () => {
    await folders.list();
    remote.away = true;
    expect(await folders.read("one")).toMatchObject({ name: "one" });
    await first.scale("new", "1", 2);
    expect(await folders.read("new")).toMatchObject({ name: "new" });
    expect(await folders.list()).toEqual({
      names: ["both", "new", "one", "two"],
      duplicates: new Set(),
      outOfReach: new Set(["two"]),
    });
    expect(lines).toEqual([LOST]);
    remote.away = false;
    await folders.list();
    expect(lines).toEqual([LOST, "model repository 's3://bucket' can be read again"]);
  });

  it("loads nothing that it had, and nothing before its first listing", async () => {
    await second.scale("both", "1", 5);
    remote.away = true;
    await expect(folders.read("one")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(folders.list()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    remote.away = false;
    await folders.list();
    remote.away = true;
    await expect(folders.read("both")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(folders.read("two")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect((await folders.list()).duplicates).toEqual(new Set(["both"]));
  });

  it("treats an unreadable model as the model's fault", async () => {
    await folders.list();
    const fault = new StatusError("INVALID_ARGUMENT", "a key can't be a file's path");
    using _read = vi.spyOn(remote.source, "read").mockRejectedValue(fault);
    await second.scale("one", "1", 7);
    await expect(folders.read("one")).rejects.toBe(fault);
  });

  it("rejects if no repository can be read", async () => {
    const alone = new ModelFolders([remote.source]);
    await alone.list();
    remote.away = true;
    await expect(alone.list()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(alone.read("one")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("[LOAD-31] a name for configurations", () => {
  const config = (size: number) =>
    `name: "scale" platform: "onnxruntime_onnx" max_batch_size: ${size}`;
  const write = async (name: string, text: string) => {
    await mkdir(join(first.path, "scale", "configs"), { recursive: true });
    await writeFile(join(first.path, "scale", "configs", name), text);
  };
  const maxBatchSize = (engine: Engine) => engine.modelConfig("scale", "").max_batch_size;

  it("uses configs/NAME.pbtxt, or config.pbtxt if that is missing", async () => {
    await first.scale("scale", "1", 2);
    await write("h100.pbtxt", config(32));
    expect(maxBatchSize(await start({ modelConfigName: "h100" }))).toBe(32);
    const other = await start({ modelConfigName: "a100" });
    expect(maxBatchSize(other)).not.toBe(32);
    expect(maxBatchSize(await start())).toBe(maxBatchSize(other));
  });

  it("is named if the file is invalid", async () => {
    await first.scale("scale", "1", 2);
    await write("h100.pbtxt", "max_batch_size: x");
    await start({ modelConfigName: "h100" });
    expect(lines.join("\n")).toContain("configs/h100.pbtxt line 1");
  });

  it("is followed while polling", async () => {
    await first.scale("scale", "1", 2);
    await write("h100.pbtxt", config(8));
    const engine = await start({
      modelConfigName: "h100",
      modelControlMode: "poll",
      repositoryPollSeconds: 0.02,
    });
    expect(maxBatchSize(engine)).toBe(8);
    await write("h100.pbtxt", config(16));
    await vi.waitFor(() => expect(maxBatchSize(engine)).toBe(16), 20_000);
  });
});
