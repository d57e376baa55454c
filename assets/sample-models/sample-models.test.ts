import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { beforeAll, expect, test } from "vitest";
import { mlpLayers, rankerLayers, sampleModels } from "./catalogue.ts";
import { withSmallDisk } from "../../main/testing/small-disk.ts";
import { writeSampleModels } from "./index.ts";
import type { DenseLayer } from "./models/dense.ts";
import { seededRandom } from "./random.ts";

let directory: string;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-samples-"));
  await writeSampleModels(directory);
  return () => fs.rmSync(directory, { recursive: true });
}, 60_000);

const open = (name: string) =>
  InferenceSession.create(path.join(directory, name, "1", "model.onnx"), { intraOpNumThreads: 1 });

/** The same mathematics by hand, in double precision. */
function compute(layers: readonly DenseLayer[], x: Float32Array): number[] {
  let values = Array.from(x);
  for (const [i, { inputs, outputs, weight, bias }] of layers.entries()) {
    const sums = Array.from(bias);
    for (let row = 0; row < inputs; row++) {
      for (let column = 0; column < outputs; column++) {
        sums[column]! += values[row]! * weight[row * outputs + column]!;
      }
    }
    values = i < layers.length - 1 ? sums.map((sum) => Math.max(0, sum)) : sums;
  }
  const largest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - largest));
  const total = powers.reduce((sum, each) => sum + each, 0);
  return powers.map((each) => each / total);
}

test.each([
  ["mlp", mlpLayers],
  ["ranker", rankerLayers],
])("%s computes what its weights say, item by item in a batch", async (name, makeLayers) => {
  const layers = makeLayers();
  const width = layers[0]!.inputs;
  const random = seededRandom(99);
  const x = Float32Array.from({ length: 3 * width }, () => random() * 2 - 1);
  const session = await open(name);
  const { y } = await session.run({ x: new Tensor("float32", x, [3, width]) });
  expect(y!.dims).toEqual([3, 10]);
  for (let item = 0; item < 3; item++) {
    const expected = compute(layers, x.subarray(item * width, (item + 1) * width));
    for (const [i, value] of expected.entries()) {
      expect((y!.data as Float32Array)[item * 10 + i]).toBeCloseTo(value, 4);
    }
  }
});

test("cnn_small classifies images of 3 × 64 × 64, each as if it were alone", async () => {
  const random = seededRandom(5);
  const images = Float32Array.from({ length: 2 * 3 * 64 * 64 }, random);
  const session = await open("cnn_small");
  const run = async (data: Float32Array, count: number) => {
    const { logits } = await session.run({
      image: new Tensor("float32", data, [count, 3, 64, 64]),
    });
    return Array.from(logits!.data as Float32Array);
  };
  const both = await run(images, 2);
  const second = await run(images.slice(images.length / 2), 1);
  expect(both).toHaveLength(20);
  expect(both.every(Number.isFinite)).toBe(true);
  for (const [i, value] of second.entries()) expect(both[10 + i]).toBeCloseTo(value, 3);
});

test("text_encoder embeds 64 token ids, each text as if it were alone", async () => {
  const random = seededRandom(6);
  const ids = BigInt64Array.from({ length: 2 * 64 }, () => BigInt(Math.floor(random() * 8192)));
  const session = await open("text_encoder");
  const run = async (data: BigInt64Array, count: number) => {
    const { embedding } = await session.run({ ids: new Tensor("int64", data, [count, 64]) });
    return Array.from(embedding!.data as Float32Array);
  };
  const both = await run(ids, 2);
  const second = await run(ids.slice(64), 1);
  expect(both).toHaveLength(512);
  expect(both.every(Number.isFinite)).toBe(true);
  for (const [i, value] of second.entries()) expect(both[256 + i]).toBeCloseTo(value, 3);
});

test("the same bytes come out every time", () => {
  for (const model of sampleModels.filter(({ name }) => name !== "ranker")) {
    const file = path.join(directory, model.name, "1", "model.onnx");
    expect(Buffer.compare(fs.readFileSync(file), model.build())).toBe(0);
  }
});

test("a second call makes nothing and leaves a changed configuration alone", async () => {
  const config = path.join(directory, "mlp", "config.pbtxt");
  fs.appendFileSync(config, "# mine\n");
  expect(await writeSampleModels(directory)).toEqual([]);
  expect(fs.readFileSync(config, "utf8")).toContain("# mine");
});

test("a model of an older generation gets a new file and keeps its configuration and versions", async () => {
  const folder = path.join(directory, "mlp");
  fs.writeFileSync(path.join(folder, ".batchdeck-sample"), "0");
  fs.writeFileSync(path.join(folder, "1", "model.onnx"), "old");
  fs.mkdirSync(path.join(folder, "2"));
  expect(await writeSampleModels(directory)).toEqual(["mlp"]);
  expect(fs.statSync(path.join(folder, "1", "model.onnx")).size).toBeGreaterThan(100_000);
  expect(fs.readFileSync(path.join(folder, "config.pbtxt"), "utf8")).toContain("# mine");
  expect(fs.existsSync(path.join(folder, "2"))).toBe(true);
});

test("someone's own model of the same name is left alone", async () => {
  const other = path.join(directory, "others");
  fs.mkdirSync(path.join(other, "ranker"), { recursive: true });
  expect(await writeSampleModels(other)).toEqual(["mlp", "cnn_small", "text_encoder"]);
  expect(fs.readdirSync(path.join(other, "ranker"))).toEqual([]);
});

test("what an interrupted run left is cleared away", async () => {
  const draft = path.join(directory, ".ranker-draft-abc123");
  fs.mkdirSync(draft);
  await writeSampleModels(directory);
  expect(fs.existsSync(draft)).toBe(false);
});

test(
  "a full disk is reported by name, and a model appears whole or not at all",
  withSmallDisk(512, async (disk) => {
    await expect(writeSampleModels(disk.path)).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      message: `Can't write the sample models. The disk that holds '${disk.path}' is full; free some space and try again.`,
    });
    expect(fs.readdirSync(disk.path)).toEqual([]);
  }),
);

test("a folder that can't be written is named", async () => {
  const file = path.join(directory, "mlp", "config.pbtxt");
  await expect(writeSampleModels(file)).rejects.toThrow(
    `Can't write the sample models. '${file}' is a file where a folder is needed.`,
  );
});
