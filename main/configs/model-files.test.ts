import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import { modelFileHandlers } from "./model-files.ts";
import * as onnx from "./testing/onnx-bytes.ts";

let repository: string;
beforeEach(() => {
  repository = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-model-files-"));
});
afterEach(() => fs.rmSync(repository, { recursive: true }));

const mlp = sampleModels.find(({ name }) => name === "mlp")!.build();

function write(name: string, version: string, bytes: Uint8Array | null, config = ""): void {
  fs.mkdirSync(path.join(repository, name, version), { recursive: true });
  fs.writeFileSync(path.join(repository, name, "config.pbtxt"), config);
  if (bytes) fs.writeFileSync(path.join(repository, name, version, "model.onnx"), bytes);
}

const step = (model: string) =>
  `step { model_name: "${model}" input_map { key: "x" value: "IN" } output_map { key: "y" value: "OUT" } }`;

function domain(reach: string | null = repository) {
  const server = {
    id: "s",
    status: { name: "The server" },
    repositoryIndex: () => Promise.resolve(fs.readdirSync(repository).map((name) => ({ name }))),
    modelDetail: () => Promise.resolve({ config: null }),
  } as unknown as ServerAdapter;
  const servers = { list: () => [server], get: () => server } as unknown as ServerDirectory;
  return modelFileHandlers({ servers, findRepository: () => reach }).requests;
}

const signal = new AbortController().signal;
const file = (model: string, version: string | null = null, reach?: string | null) =>
  domain(reach)["models.file"]({ serverId: "s", model, version }, signal);

test("the newest version is looked into, or the one that is asked for", async () => {
  write("m", "2", mlp);
  write("m", "10", mlp);
  expect(await file("m")).toMatchObject({
    versions: ["10", "2"],
    version: "10",
    path: path.join(repository, "m", "10", "model.onnx"),
    sizeBytes: mlp.length,
    reason: null,
    report: { parameters: { tensors: 4 } },
  });
  expect(await file("m", "2")).toMatchObject({ version: "2" });
  await expect(file("m", "3")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(file("../etc")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("where there is nothing to look into, it says why", async () => {
  write("empty", "1", null);
  expect(await file("empty")).toMatchObject({
    report: null,
    reason: "Version 1 has no file 'model.onnx', the only kind read here.",
  });
  write("broken", "1", mlp.slice(0, 1000));
  expect((await file("broken")).reason).toMatch(/no whole ONNX model: it ends in the middle/);
  expect((await file("m", null, null)).reason).toBe(
    "The console does not see the files of The server, so the model file itself cannot be looked into.",
  );
});

test("files that weights point to are looked for next to the model, never elsewhere", async () => {
  const weight = (location: string) =>
    onnx.tensor(location, 1, [25], onnx.entry(13, "location", location), onnx.integer(14, 1));
  const places = ["there.bin", "short.bin", "gone.bin", "../../secret.bin", "/etc/passwd"];
  write("m", "1", onnx.model(onnx.message(7, ...places.map(weight), onnx.value(11, "x", "N"))));
  fs.writeFileSync(path.join(repository, "m", "1", "there.bin"), new Uint8Array(100));
  fs.writeFileSync(path.join(repository, "m", "1", "short.bin"), new Uint8Array(99));
  const { report } = await file("m");
  expect(report?.external.map(({ location, state }) => [location, state])).toEqual([
    ["there.bin", "present"],
    ["short.bin", "too short"],
    ["gone.bin", "missing"],
    ["../../secret.bin", "outside"],
    ["/etc/passwd", "outside"],
  ]);
});

test("a model's ensembles are those with a step of it, and those around them", async () => {
  write("m", "1", mlp);
  write("other", "1", mlp);
  write(
    "e",
    "1",
    null,
    `platform: "ensemble" ensemble_scheduling { ${step("other")} ${step("m")} }`,
  );
  write("around", "1", null, `platform: "ensemble" ensemble_scheduling { ${step("e")} }`);
  const uses = await domain()["models.dependents"]({ serverId: "s", model: "m" }, signal);
  expect(uses).toEqual([
    { ensemble: "around", steps: [] },
    { ensemble: "e", steps: [1] },
  ]);
});
