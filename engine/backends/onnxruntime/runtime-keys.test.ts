import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkText } from "../../config/check.ts";
import { isSessionEntry, SESSION_ENTRIES } from "../../config/session-entries.ts";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { bytes, message, onnxModel } from "../../testing/onnx-model.ts";
import fixtureFile from "./fixtures/runtime-config-keys.json" with { type: "json" };

const { keys } = fixtureFile;

// Before the first session of this process.
process.env["ORT_LOAD_CONFIG_FROM_MODEL"] = "1";

const home = process.cwd();
let fixture: EngineFixture;
/** A folder outside of every model's folder, with files that a key could overwrite or read. */
let outside: string;

const BAIT = Buffer.from(new Float32Array([1234, 5678]).buffer);

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  outside = join(fixture.repository.path, ".outside");
  await mkdir(outside);
  await writeFile(join(outside, "bait"), BAIT);
  // A folder that nothing else writes to.
  const own = join(fixture.repository.path, ".own");
  await mkdir(own);
  process.chdir(own);
});

afterEach(async () => {
  process.chdir(home);
  await fixture[Symbol.asyncDispose]();
});

const model = onnxModel({
  inputs: [{ name: "x", type: "FP32", shape: ["batch", 2] }],
  outputs: [{ name: "y", type: "FP32", shape: ["batch", 2] }],
  nodes: [{ op: "Add", inputs: ["x", "w"], outputs: ["y"] }],
  initializers: [{ name: "w", shape: [2], values: new Float32Array([1, 2]) }],
});

/**
 * An ONNX file's metadata can contain session options, which the runtime reads if the environment
 * says so.
 */
const configured = Buffer.concat([
  model,
  message(
    14,
    bytes(1, "ort_config"),
    bytes(2, JSON.stringify({ session_options: { enable_profiling: 1 } })),
  ),
]);

/** A folder's contents, recursively, with sizes and modification times. */
async function snapshot(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const lines = names.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(lines)).toSorted();
}

/**
 * Places where a session's files would appear: the bait folder, the working directory and the
 * model's folder.
 */
const everywhere = async () => ({
  outside: await snapshot(outside),
  process: await readdir("."),
  repository: (await readdir(join(fixture.repository.path, "m"), { recursive: true })).toSorted(),
});

const textWith = (key: string, value: string) =>
  `parameters { key: ${JSON.stringify(key)} value { string_value: ${JSON.stringify(value)} } }`;

const jsonWith = (key: string, value: string) =>
  JSON.stringify({ parameters: { [key]: { string_value: value } } });

describe("the runtime's config keys", () => {
  it("[OPT-1] are all in the list that the other tests use", async () => {
    const runtime = dirname(
      createRequire(import.meta.url).resolve("onnxruntime-node/package.json"),
    );
    const folder = join(runtime, "bin/napi-v6", process.platform, process.arch);
    const libraries = (await readdir(folder)).filter((name) => name.includes("onnxruntime"));
    const found = new Set<string>();
    for (const library of libraries) {
      const bytes = (await readFile(join(folder, library))).toString("latin1");
      for (const [, key] of bytes.matchAll(
        /\0((?:session|optimization|ep|mlas|memory)\.[a-z][a-zA-Z0-9_.]{5,})(?=\0)/g,
      ))
        found.add(key as string);
    }
    expect(found.size).toBeGreaterThan(60);
    expect([...found].filter((key) => !keys.includes(key))).toEqual([]);
    expect(Object.keys(SESSION_ENTRIES).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it("[OPT-1] with a path access no file, by override and by file", async () => {
    await fixture.repository.write("m/1/model.onnx", model);
    await fixture.repository.write("m/config.pbtxt", "");
    const engine = await fixture.start();
    const before = await everywhere();
    for (const key of keys.filter(isSessionEntry)) {
      const refusal = {
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(`parameters "${key}"`),
      };
      const config = jsonWith(key, join(outside, "new"));
      await expect(engine.loadModel("m", { config }), key).rejects.toMatchObject(refusal);
      const text = textWith(key, join(outside, "bait"));
      await fixture.repository.write("m/config.pbtxt", text);
      await expect(engine.loadModel("m", {}), key).rejects.toMatchObject(refusal);
      await fixture.repository.write("m/config.pbtxt", "");
      expect(checkText(text, { modelName: "m" }), key).toMatchObject([
        { id: "onnx-parameter", severity: "error", message: refusal.message },
      ]);
    }
    const files = new Map([["1/model.onnx", model]]);
    const config = jsonWith("session.optimized_model_filepath", "../../.outside/new");
    await expect(engine.loadModel("m", { config, files })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    expect(await everywhere()).toEqual(before);
    expect(await readFile(join(outside, "bait"))).toEqual(BAIT);
  });

  it("[OPT-1] of other areas are rejected", async () => {
    await fixture.repository.write("m/1/model.onnx", model);
    const engine = await fixture.start();
    const before = await everywhere();
    const others = keys.filter((key) => !isSessionEntry(key));
    const parameters = Object.fromEntries(
      others.map((key) => [key, { string_value: join(outside, "new") }]),
    );
    await engine.loadModel("m", { config: JSON.stringify({ parameters }) });
    expect(await everywhere()).toEqual(before);
  });

  it("[OPT-1] in an ONNX file are not read, whatever the environment says", async () => {
    await fixture.repository.write("m/1/model.onnx", configured);
    const engine = await fixture.start();
    const before = await everywhere();
    await engine.loadModel("m", {});
    await engine.unloadModel("m", false);
    await expect.poll(() => engine.modelReady("m", "")).toBe(false);
    expect(await everywhere()).toEqual(before);
  });

  it("[OPT-1] that are allowed leave no file behind", async () => {
    await fixture.repository.write("m/1/model.onnx", model);
    const engine = await fixture.start();
    const before = await everywhere();
    const values = ["0", "1", "2", "16", "ConstantFolding"];
    const parameters = Object.entries(SESSION_ENTRIES).flatMap(([key, { accepts }]) => {
      const value = values.find(accepts);
      // One thread, the caller's, has no affinities to set.
      return value === undefined || key.endsWith("affinities")
        ? []
        : [[key, { string_value: value }]];
    });
    expect(parameters.length).toBe(Object.keys(SESSION_ENTRIES).length - 1);
    const config = JSON.stringify({ parameters: Object.fromEntries(parameters) });
    await engine.loadModel("m", { config });
    expect(await everywhere()).toEqual(before);
  });

  it.each(["ORT", "-2", "", "01", "1.0", " 1", "1e3", "true", "1/0"])(
    "[OPT-1] reject the value %j",
    (value) => {
      for (const [key, { accepts }] of Object.entries(SESSION_ENTRIES)) {
        if (key.endsWith("optimizers") && /^[A-Za-z0-9]+$/.test(value)) continue;
        if (key.endsWith("affinities") && value === "01") continue;
        expect(accepts(value), `${key} ${value}`).toBe(false);
      }
    },
  );
});
