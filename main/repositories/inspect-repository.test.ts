import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { absoluteFolder, inspectRepository } from "./inspect-repository.ts";

let root: string;
let models: string;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-inspect-"));
  models = path.join(root, "models");
  fs.mkdirSync(models);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const identity = 'backend: "identity"\nmax_batch_size: 4\n';

/** A model folder; null: without a configuration. */
function model(name: string, config: string | Buffer | null, file?: string | Uint8Array): string {
  const folder = path.join(models, name);
  fs.mkdirSync(path.join(folder, "1"), { recursive: true });
  if (config !== null) fs.writeFileSync(path.join(folder, "config.pbtxt"), config);
  if (file !== undefined) fs.writeFileSync(path.join(folder, "1", "model.onnx"), file);
  return folder;
}

function sample(name: string) {
  const found = sampleModels.find((each) => each.name === name);
  if (!found) throw new Error(`No sample model ${name}.`);
  return found;
}

const inspect = (folder = models) => inspectRepository(folder, "/elsewhere");

describe("[REPO-1] what a folder holds", () => {
  test("[REPO-8] models that run Python code", async () => {
    const directory = model("tokenizer", 'backend: "python"\nmax_batch_size: 4\n');
    fs.writeFileSync(path.join(directory, "1", "model.py"), "");
    model("scores", identity);
    expect((await inspect()).warnings).toEqual([
      "Runs Python code with your rights: 'tokenizer'. Open it only if you trust it.",
    ]);
  });

  test("models with backend, versions, configuration and findings", async () => {
    const mlp = sample("mlp");
    model("mlp", mlp.config, mlp.build());
    fs.mkdirSync(path.join(models, "mlp", "12"));
    fs.cpSync(path.join(models, "mlp", "1"), path.join(models, "mlp", "12"), { recursive: true });
    model("bare", null, mlp.build());
    model("typo", "max_batchsize: 4\n", mlp.build());
    model("hollow", 'backend: "onnxruntime"\n');
    model("torch", 'backend: "pytorch"\n');
    model(
      "pipe",
      'platform: "ensemble"\nensemble_scheduling { step [ { model_name: "nosuch" model_version: -1 input_map { key: "a" value: "x" } output_map { key: "b" value: "y" } } ] }\n',
    );
    fs.writeFileSync(path.join(model("plan", null), "1", "model.plan"), "");
    fs.mkdirSync(path.join(model("folder", null), "config.pbtxt"));
    model(
      "scores.identity",
      'input { name: "a" data_type: TYPE_FP32 dims: 1 } output { name: "b" data_type: TYPE_FP32 dims: 1 }',
    );
    fs.writeFileSync(path.join(models, "README.md"), "");
    fs.mkdirSync(path.join(models, ".git"));
    const report = await inspect();
    expect(report).toMatchObject({ obstacle: null, modelCount: 9, otherEntries: 2 });
    const by = Object.fromEntries(report.models.map((each) => [each.name, each]));
    expect(by["mlp"]).toMatchObject({
      backend: "onnxruntime",
      configuration: true,
      versions: ["12", "1"],
      errors: 0,
      problems: [],
    });
    expect(by["bare"]).toMatchObject({
      backend: "onnxruntime",
      configuration: false,
      errors: 0,
    });
    expect(by["typo"]?.errors).toBe(1);
    expect(by["typo"]?.problems[0]).toMatch(/^config\.pbtxt line 1: .*max_batchsize/);
    expect(by["hollow"]?.problems[0]).toMatch(
      /^config\.pbtxt line 1: unable to find '1\/model\.onnx' for the ONNX model/,
    );
    expect(by["torch"]?.problems[0]).toMatch(
      /^config\.pbtxt line 1: unable to find backend library for backend 'pytorch'/,
    );
    expect(by["plan"]).toMatchObject({ backend: "tensorrt", configuration: false });
    expect(by["folder"]).toMatchObject({
      errors: 1,
      problems: ["config.pbtxt is a folder, not a file."],
    });
    expect(by["scores.identity"]).toMatchObject({ backend: "identity", errors: 0 });
    expect(by["pipe"]).toMatchObject({ backend: "ensemble" });
    expect(by["pipe"]?.errors).toBeGreaterThan(0);
  });

  test("folders that are no models are named", async () => {
    model("echo", identity);
    fs.mkdirSync(path.join(models, "docs"));
    const { warnings, modelCount } = await inspect();
    expect(modelCount).toBe(1);
    expect(warnings).toEqual(["Not a model: 'docs'. The engine can't load it."]);
  });

  test("an empty folder can be opened", async () => {
    const { obstacle, warnings } = await inspect();
    expect(obstacle).toBeNull();
    expect(warnings).toEqual(["The folder is empty. Add model folders to it, then load them."]);
  });

  test("the folder that is open says so", async () => {
    model("echo", identity);
    expect((await inspectRepository(models, models)).current).toBe(true);
  });
});

describe("[REPO-2] rejected, with what to do", () => {
  test.each(["models", "./models", "", "\0/models", "/srv/\0"])("the path %j", (written) => {
    expect(() => absoluteFolder(written)).toThrow("must be an absolute path");
  });

  test("a folder that is missing", async () => {
    const missing = path.join(root, "nowhere");
    expect((await inspect(missing)).obstacle).toBe(`'${missing}' does not exist. Check the path.`);
  });

  test("a file, with the repository it is in", async () => {
    const folder = model("mlp", sample("mlp").config, "x");
    for (const file of [path.join(folder, "config.pbtxt"), path.join(folder, "1", "model.onnx")]) {
      const { obstacle, suggestion } = await inspect(file);
      expect(obstacle).toContain("is a file");
      expect(suggestion).toBe(models);
    }
  });

  test("a folder that is a model, with or without a configuration", async () => {
    for (const folder of [model("echo", identity), model("bare", null, "x")]) {
      const { obstacle, suggestion } = await inspect(folder);
      expect(obstacle).toContain("is a single model");
      expect(suggestion).toBe(models);
    }
  });

  test("a folder without models, with the subfolder that has them", async () => {
    model("echo", identity);
    expect(await inspect(root)).toMatchObject({
      obstacle: expect.stringContaining("has no model folders"),
      suggestion: models,
    });
    fs.rmSync(path.join(models, "echo"), { recursive: true });
    fs.mkdirSync(path.join(models, "photos"));
    expect(await inspect()).toMatchObject({
      obstacle: expect.stringContaining("has no model folders"),
      suggestion: null,
    });
  });

  test.skipIf(process.getuid?.() === 0)("a folder that can't be read", async () => {
    fs.chmodSync(models, 0o000);
    expect((await inspect()).obstacle).toContain("no permission");
    fs.chmodSync(models, 0o755);
  });
});

describe("[REPO-7] hostile folders", () => {
  test("links in a circle, to nowhere and out of the folder", async () => {
    model("echo", identity);
    fs.symlinkSync(models, path.join(models, "self"));
    fs.symlinkSync("loop", path.join(models, "loop"));
    fs.symlinkSync("/nonexistent", path.join(models, "dangling"));
    const folder = model("linked", null, "x");
    fs.symlinkSync("config.pbtxt", path.join(folder, "config.pbtxt"));
    fs.symlinkSync(folder, path.join(folder, "2"));
    const { obstacle, models: found } = await inspect();
    expect(obstacle).toBeNull();
    const linked = found.find(({ name }) => name === "linked");
    expect(linked?.problems).toContain("'config.pbtxt' is a broken link or a special file.");
    expect(found.map(({ name }) => name)).not.toContain("loop");
  });

  test.skipIf(process.platform === "win32")(
    "a configuration that is a socket does not hold it up",
    async () => {
      model("echo", identity);
      const folder = model("pipe", null);
      const socket = net.createServer().listen(path.join(folder, "config.pbtxt"));
      await new Promise((resolve) => socket.once("listening", resolve));
      const { models: found } = await inspect();
      expect(found.find(({ name }) => name === "pipe")?.problems).toContain(
        "'config.pbtxt' is a broken link or a special file.",
      );
      socket.close();
    },
  );

  test("configurations that are huge, binary or deeply nested", async () => {
    model("huge", Buffer.alloc((1 << 20) + 1, 0x23));
    model("binary", Buffer.from([0xff, 0xfe, 0x00]));
    model("deep", `parameters { ${"a {".repeat(5000)}`);
    const { models: found } = await inspect();
    const by = Object.fromEntries(found.map((each) => [each.name, each]));
    expect(by["huge"]?.problems).toContain("config.pbtxt is larger than 1 MiB.");
    expect(by["binary"]?.problems).toContain("config.pbtxt is not UTF-8 text.");
    expect(by["deep"]?.errors).toBeGreaterThan(0);
  });

  test("a model file that is no ONNX and names with odd letters", async () => {
    model("ü ñ 🎈", identity);
    model("junk", null, "not a model");
    const { models: found, obstacle } = await inspect();
    expect(obstacle).toBeNull();
    expect(found.map(({ name }) => name).sort()).toEqual(["junk", "ü ñ 🎈"]);
  });

  test("of many models the first 200 are reported, all are counted", async () => {
    for (let index = 0; index < 230; index++) model(`m${index}`, identity);
    const report = await inspect();
    expect(report.models).toHaveLength(200);
    expect(report.modelCount).toBe(230);
    expect(report.warnings).toContain("30 more models were not checked.");
  });

  test("a model's folder with very many files", async () => {
    const folder = model("echo", identity);
    for (let index = 0; index < 10_050; index++)
      fs.writeFileSync(path.join(folder, "1", `f${index}`), "");
    expect((await inspect()).obstacle).toBeNull();
  });
});
