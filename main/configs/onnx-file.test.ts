import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { StatusError } from "../../base/status-error.ts";
import { readOnnxFile } from "./onnx-cache.ts";
import { readOnnx } from "./onnx-file.ts";
import { type ByteSource, fromBytes } from "../../engine/onnx-file/window.ts";
import * as onnx from "./testing/onnx-bytes.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-onnx-file-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const read = (bytes: Uint8Array) => readOnnx(fromBytes(bytes));

const branch = onnx.message(
  6,
  onnx.node("Add", ["a", "b"], ["c"]),
  onnx.tensor("inner", 1, [4], onnx.raw(9, new Uint8Array(16))),
);

const everything = onnx.model(
  onnx.integer(1, 9),
  onnx.text(2, "exporter"),
  onnx.text(3, "2.1"),
  onnx.text(4, "org.example"),
  onnx.integer(5, 7),
  onnx.text(6, "Says what it is."),
  onnx.message(8, onnx.text(1, ""), onnx.integer(2, 17)),
  onnx.message(8, onnx.text(1, "com.example"), onnx.integer(2, 1)),
  onnx.entry(14, "labels", "cat,dog"),
  onnx.message(
    7,
    onnx.text(2, "main"),
    onnx.node(
      "Constant",
      [],
      ["four"],
      onnx.message(5, onnx.text(1, "value_ints"), onnx.integer(8, 4), onnx.integer(8, -1)),
    ),
    onnx.node(
      "Constant",
      [],
      ["table"],
      onnx.message(
        5,
        onnx.text(1, "value"),
        onnx.tensor("", 10, [3, 5], onnx.raw(9, new Uint8Array(30))),
      ),
    ),
    onnx.node("Reshape", ["x", "four"], ["r1"], onnx.text(3, "fixed by a node")),
    onnx.node("Reshape", ["x", "kept"], ["r2"]),
    onnx.node("Reshape", ["x", "one"], ["r3"]),
    onnx.node("If", ["cond"], ["y"], onnx.message(5, onnx.text(1, "then_branch"), branch)),
    onnx.node("Act", ["y"], ["z"], onnx.text(7, "com.example")),
    onnx.tensor("w", 1, [2, 3], onnx.raw(9, new Uint8Array(24))),
    onnx.tensor("kept", 7, [2], onnx.raw(9, onnx.int64Bytes(0, -1))),
    onnx.tensor("one", 7, [2], onnx.integer(7, 1), onnx.integer(7, 128)),
    onnx.tensor(
      "far",
      1,
      [1000],
      onnx.entry(13, "location", "weights.bin"),
      onnx.entry(13, "offset", "96"),
      onnx.entry(13, "length", "4000"),
      onnx.integer(14, 1),
    ),
    onnx.value(11, "x", "N", 3, 0),
    onnx.value(11, "w", 2, 3),
    onnx.message(11, onnx.text(1, "list"), onnx.message(2, onnx.message(4))),
    onnx.value(12, "z", "N", 10),
  ),
  onnx.message(
    25,
    onnx.text(1, "Act"),
    onnx.text(10, "com.example"),
    onnx.message(7, onnx.text(4, "Relu")),
  ),
);

test("a report has everything that a model file says of itself", async () => {
  const { weights, ...report } = await read(everything);
  expect(report).toEqual({
    defaulted: [{ name: "w", datatype: "FP32", configType: "TYPE_FP32", shape: [2, 3] }],
    irVersion: 9,
    producer: { name: "exporter", version: "2.1" },
    domain: "org.example",
    modelVersion: 7,
    graphName: "main",
    description: "Says what it is.",
    opsets: [
      { domain: "", version: 17 },
      { domain: "com.example", version: 1 },
    ],
    metadata: [{ key: "labels", value: "cat,dog" }],
    inputs: [
      { name: "x", datatype: "FP32", configType: "TYPE_FP32", shape: ["N", 3, 0] },
      { name: "list", datatype: "sequence", configType: null, shape: null },
    ],
    outputs: [{ name: "z", datatype: "FP32", configType: "TYPE_FP32", shape: ["N", 10] }],
    parameters: {
      tensors: 6,
      elements: 15 + 4 + 6 + 2 + 2 + 1000,
      bytes: 30 + 16 + 24 + 16 + 16 + 4000,
    },
    operators: [
      { domain: "", name: "Reshape", count: 3 },
      { domain: "", name: "Constant", count: 2 },
      { domain: "", name: "If", count: 1 },
      { domain: "", name: "Add", count: 1 },
      { domain: "com.example", name: "Act", count: 1 },
      { domain: "", name: "Relu", count: 1 },
    ],
    nodes: 9,
    subgraphs: 1,
    functions: [{ domain: "com.example", name: "Act", nodes: 1 }],
    external: [{ location: "weights.bin", tensors: 1, bytes: 4000, end: 4096 }],
    fixedReshapes: [
      { node: "fixed by a node", shape: [4, -1] },
      { node: "r3", shape: [1, 128] },
    ],
    inputUses: [],
  });
  expect(weights.map(({ name, bytes, origin }) => [name, bytes, origin])).toEqual([
    ["far", 4000, "initializer"],
    ["table", 30, "constant"],
    ["w", 24, "initializer"],
    ["inner", 16, "initializer"],
    ["kept", 16, "initializer"],
    ["one", 16, "initializer"],
  ]);
  expect(weights[0]).toMatchObject({ external: "weights.bin", datatype: "FP32", shape: [1000] });
});

test("the sample models are read with the parameters they were made with", async () => {
  const mlp = sampleModels.find(({ name }) => name === "mlp");
  const { parameters, inputs, operators } = await read(mlp!.build());
  expect(parameters.elements).toBe(128 * 256 + 256 + 256 * 10 + 10);
  expect(inputs[0]).toMatchObject({ name: "x", datatype: "FP32" });
  expect(operators.map(({ name }) => name)).toContain("Gemm");
});

test("a file of 2 GB is read without reading its weights", async () => {
  // A sparse file: the weights are a hole of 2 GB, which takes no disk space.
  const hole = 2 ** 31;
  const head = onnx.model(onnx.integer(1, 8));
  const tail = onnx.model(onnx.value(11, "x", "N", 4));
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
  const dims = onnx.model(onnx.integer(1, hole / 4), onnx.integer(2, 1), onnx.text(8, "w"));
  const data = [0x4a, ...varint(hole)];
  const weight = [0x2a, ...varint(dims.length + data.length + hole)];
  const graph = [0x3a, ...varint(weight.length + dims.length + data.length + hole + tail.length)];
  const start = Buffer.concat([
    head,
    Buffer.from(graph),
    Buffer.from(weight),
    dims,
    Buffer.from(data),
  ]);
  const file = path.join(folder, "large.onnx");
  fs.writeFileSync(file, start);
  const handle = fs.openSync(file, "r+");
  fs.writeSync(handle, tail, 0, tail.length, start.length + hole);
  fs.closeSync(handle);

  const { parameters, inputs } = await readOnnxFile(file);
  expect(parameters).toEqual({ tensors: 1, elements: hole / 4, bytes: hole });
  expect(inputs).toHaveLength(1);
});

test("only what lies between the weights is read", async () => {
  const bytes = onnx.model(
    onnx.message(
      7,
      ...Array.from({ length: 20 }, (_, at) =>
        onnx.tensor(`w${at}`, 1, [250_000], onnx.raw(9, new Uint8Array(1_000_000))),
      ),
      onnx.value(11, "x", "N"),
    ),
  );
  let asked = 0;
  const whole = fromBytes(bytes);
  const counting: ByteSource = {
    size: whole.size,
    read: (position, length) => {
      asked += length;
      return whole.read(position, length);
    },
  };
  expect((await readOnnx(counting)).parameters.tensors).toBe(20);
  expect(asked).toBeLessThan(bytes.length / 8);
});

test("cut and altered files are rejected in words or read, never more", async () => {
  const outcome = (bytes: Uint8Array) =>
    read(bytes).then(
      () => "read",
      (error: unknown) => (error instanceof StatusError ? error.code : error),
    );
  for (let length = 0; length < everything.length; length += 1)
    expect(["read", "INVALID_ARGUMENT"]).toContain(await outcome(everything.slice(0, length)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(everything.length - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 8,
      }),
      async (changes) => {
        const bytes = everything.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        expect(["read", "INVALID_ARGUMENT"]).toContain(await outcome(bytes));
      },
    ),
    { numRuns: 3000 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(["read", "INVALID_ARGUMENT"]).toContain(await outcome(bytes));
    }),
    { numRuns: 2000 },
  );
});

test("graphs that lie too deep in each other are rejected", async () => {
  let graph = onnx.message(6, onnx.node("Relu", ["a"], ["b"]));
  for (let depth = 0; depth < 40; depth += 1)
    graph = onnx.message(
      6,
      onnx.node("If", ["c"], ["d"], onnx.message(5, onnx.text(1, "then_branch"), graph)),
    );
  const nested = onnx.node("If", ["c"], ["d"], onnx.message(5, graph));
  await expect(read(onnx.model(onnx.message(7, nested)))).rejects.toThrow(/more than 32 deep/);
});
