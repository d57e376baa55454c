import { mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { bytes, integer, message, onnxModel } from "../../testing/onnx-model.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import type { Engine } from "../../types.ts";
import { checkModelFile } from "./model-file.ts";

let fixture: EngineFixture;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  await fixture.repository.write("secret.bin", data(1234, 5678));
});

afterEach(() => fixture[Symbol.asyncDispose]());

const data = (...values: number[]) => Buffer.from(new Float32Array(values).buffer);

/** y = x + w, with w as external data described by these entries. */
const referring = (...external: (readonly [key: string, value: string])[]) =>
  onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: [2] }],
    outputs: [{ name: "y", type: "FP32", shape: [2] }],
    nodes: [{ op: "Add", inputs: ["x", "w"], outputs: ["y"] }],
    initializers: [{ name: "w", shape: [2], external }],
  });

const loadFile = async (model: Uint8Array): Promise<Engine> => {
  await fixture.repository.write("m/1/model.onnx", model);
  const engine = await fixture.start();
  await engine.loadModel("m", {});
  return engine;
};

const outputs = async (engine: Engine) => {
  const [y] = (await engine.infer(inferRequest({ inputs: [floats("x", [2], [0, 0])] }))).outputs;
  return [...new Float32Array(Uint8Array.from(y?.data ?? []).buffer)];
};

const refusal = (location: string) => ({
  code: "INVALID_ARGUMENT",
  message: expect.stringContaining(`refers to external data at the location "${location}"`),
});

describe("external data of an ONNX file", () => {
  it("[OPT-3] is read from its folder and subfolders", async () => {
    await fixture.repository.write("m/1/w.bin", data(1, 2));
    const engine = await loadFile(referring(["location", "w.bin"]));
    expect(await outputs(engine)).toEqual([1, 2]);
    await fixture.repository.write("m/1/weights/w.bin", data(3, 4));
    await fixture.repository.write("m/1/model.onnx", referring(["location", "./weights/w.bin"]));
    await engine.loadModel("m", {});
    expect(await outputs(engine)).toEqual([3, 4]);
  });

  it("[OPT-3] is found even behind field numbers that protobuf truncates to 32 bits", async () => {
    const model = Buffer.from(referring(["location", "../../secret.bin"]));
    const at = model.indexOf(bytes(1, "location")) - 2;
    const longTag = Buffer.from([model.readUInt8(at) | 128, 128, 128, 128, 0x70]);
    const hidden = Buffer.concat([model.subarray(0, at), longTag, model.subarray(at + 1)]);
    await fixture.repository.write("plain.onnx", hidden);
    await expect(checkModelFile(join(fixture.repository.path, "plain.onnx"))).rejects.toThrow(
      "a field has a number above 536870911",
    );
  });

  it.each([
    "../../secret.bin",
    "../1/w.bin",
    "w.bin/../../../secret.bin",
    "..\\..\\secret.bin",
    "/etc/hostname",
    "C:\\secret.bin",
    "",
    "*/_ORT_MEM_ADDR_/*",
    "*/_ORT_NATIVE_ENDIAN_MEM_ADDR_/*",
    "w.bin\0/../../../secret.bin",
  ])("[OPT-3] is not read from %j, by file and by override", async (location) => {
    await fixture.repository.write("m/1/w.bin", data(1, 2));
    const model = referring(["location", location], ["offset", "0"], ["length", "8"]);
    await expect(loadFile(model)).rejects.toMatchObject(refusal(location));
    const engine = await fixture.start();
    const files = new Map([
      ["1/model.onnx", model],
      ["1/w.bin", data(1, 2)],
    ]);
    const config = JSON.stringify({ backend: "onnxruntime" });
    await expect(engine.loadModel("m", { config, files })).rejects.toMatchObject(refusal(location));
  });

  it("[OPT-3] of an override may be in its files", async () => {
    await fixture.repository.write("m/1/.keep", "");
    const engine = await fixture.start();
    const files = new Map([
      ["1/model.onnx", referring(["location", "w.bin"])],
      ["1/w.bin", data(5, 6)],
    ]);
    await engine.loadModel("m", { config: JSON.stringify({ backend: "onnxruntime" }), files });
    expect(await outputs(engine)).toEqual([5, 6]);
  });

  it.runIf(process.platform !== "win32")("[OPT-3] is not read through symbolic links", async () => {
    const folder = join(fixture.repository.path, "m/1");
    await mkdir(folder, { recursive: true });
    await symlink(join(fixture.repository.path, "secret.bin"), join(folder, "link.bin"));
    await symlink(fixture.repository.path, join(folder, "up"));
    await symlink(join(fixture.repository.path, "nothing.bin"), join(folder, "dangling.bin"));
    for (const location of ["link.bin", "up/secret.bin", "dangling.bin"]) {
      await expect(loadFile(referring(["location", location]))).rejects.toMatchObject(
        refusal(location),
      );
    }
  });

  it.runIf(process.platform !== "win32")(
    "[OPT-3] may be next to the target of a linked ONNX file, as in a download cache",
    async () => {
      const { path } = fixture.repository;
      await fixture.repository.write(".blobs/a", referring(["location", "w.bin"]));
      await fixture.repository.write(".blobs/b", data(7, 8));
      await mkdir(join(path, "m/1"), { recursive: true });
      await symlink("../../.blobs/a", join(path, "m/1/model.onnx"));
      await symlink("../../.blobs/b", join(path, "m/1/w.bin"));
      const engine = await fixture.start();
      await engine.loadModel("m", {});
      expect(await outputs(engine)).toEqual([7, 8]);
    },
  );

  const entry = message(13, bytes(1, "location"), bytes(2, "../../secret.bin"));
  const tensor = Buffer.concat([
    integer(1, 2),
    integer(2, 1),
    bytes(8, "w"),
    entry,
    integer(14, 1),
  ]);
  const attribute = (...parts: Uint8Array[]) => message(5, bytes(1, "value"), ...parts);
  const constant = (inner: Buffer) =>
    message(1, bytes(2, "w"), bytes(4, "Constant"), attribute(inner));
  const sparse = message(1, tensor);

  it.each([
    ["an initializer without data_location", message(7, message(5, integer(1, 2), entry))],
    ["a Constant", message(7, constant(message(5, tensor)))],
    ["a list of tensors", message(7, constant(message(10, tensor)))],
    ["a subgraph", message(7, constant(message(6, message(5, tensor))))],
    ["one of several subgraphs", message(7, constant(message(11, message(5, tensor))))],
    [
      "a subgraph in a subgraph",
      message(7, constant(message(6, constant(message(6, message(5, tensor)))))),
    ],
    ["a sparse initializer", message(7, message(15, sparse))],
    ["the indices of a sparse attribute", message(7, constant(message(22, message(2, tensor))))],
    ["a list of sparse tensors", message(7, constant(message(23, sparse)))],
    [
      "a function",
      Buffer.concat([message(7), message(25, message(7, attribute(message(5, tensor))))]),
    ],
    [
      "an attribute's default in a function",
      Buffer.concat([message(7), message(25, message(11, message(5, tensor)))]),
    ],
    ["training", Buffer.concat([message(7), message(20, message(1, message(5, tensor)))])],
    [
      "a graph that is given in two parts",
      Buffer.concat([message(7), message(7, message(5, tensor))]),
    ],
    [
      "an entry whose value is given twice",
      message(
        7,
        message(
          5,
          message(13, bytes(1, "location"), bytes(2, "w.bin"), bytes(2, "../../secret.bin")),
        ),
      ),
    ],
    [
      "one of two entries",
      message(7, message(5, message(13, bytes(1, "location"), bytes(2, "w.bin")), entry)),
    ],
  ])("[OPT-3] is refused in %s", async (_where, content) => {
    await fixture.repository.write("m/1/w.bin", data(1, 2));
    const model = Buffer.concat([integer(1, 8), content]);
    await expect(loadFile(model)).rejects.toMatchObject(refusal("../../secret.bin"));
  });

  it("[OPT-3] is checked again after the file changed", async () => {
    await fixture.repository.write("m/1/w.bin", data(1, 2));
    const engine = await loadFile(referring(["location", "w.bin"]));
    const { path } = fixture.repository;
    await writeFile(join(path, "next.onnx"), referring(["location", "../../secret.bin"]));
    await rename(join(path, "next.onnx"), join(path, "m/1/model.onnx"));
    await expect(engine.loadModel("m", {})).rejects.toMatchObject(refusal("../../secret.bin"));
    expect(await outputs(engine)).toEqual([1, 2]);
    expect(await readFile(join(path, "secret.bin"))).toEqual(data(1234, 5678));
  });
});
