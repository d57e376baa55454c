import { expect, test } from "vitest";
import { type ModelFileSignature, parseConfig } from "../../../engine/config/index.ts";
import { missingTensors, tensorRows } from "./tensor-rows.ts";
import { warmupSample } from "./warmup-sample.ts";

const file: ModelFileSignature = {
  inputs: [
    { name: "x", data_type: "TYPE_FP32", shape: [-1, 3, -1] },
    { name: "mask", data_type: "TYPE_INT64", shape: [-1, 3] },
  ],
  outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [-1, 10] }],
};

const read = (inner: string, size = 8) => parseConfig(`max_batch_size: ${size} ${inner}`).config;

test("CFG-L4: a fixed dimension of an input may stand for a variable one of the file", () => {
  const config = read('input { name: "x" data_type: TYPE_FP32 dims: [ 3, 7 ] }');
  expect(tensorRows(config, "input", file)).toEqual([
    {
      index: 0,
      name: "x",
      inFile: "TYPE_FP32 [-1, 3, -1]",
      differences: [],
      agreed: { data_type: "TYPE_FP32", dims: [3, -1] },
    },
  ]);
  expect(missingTensors(config, "input", file).map(({ name }) => name)).toEqual(["mask"]);
});

test("CFG-L2, CFG-L3, CFG-L5: what differs from the file is named", () => {
  const config = read(
    'output { name: "y" data_type: TYPE_FP16 dims: [ -1 ] } output { name: "z" dims: [ 1 ] }',
  );
  const [y, z] = tensorRows(config, "output", file);
  expect(y?.differences).toEqual([
    "The file’s type is TYPE_FP32.",
    "The file’s dims are [10] after the batch dimension.",
  ]);
  expect(z?.differences).toEqual(["The model file has no output “z”."]);
});

test("without batches the first dimension is the text's own; an unknown file says nothing", () => {
  const config = read('output { name: "y" data_type: TYPE_FP32 dims: [ -1, 10 ] }', 0);
  expect(tensorRows(config, "output", file)[0]?.differences).toEqual([]);
  expect(tensorRows(config, "output", null)[0]).toMatchObject({ inFile: null, differences: [] });
});

test("a warm-up sample has zeros for every input of the text, or else of the file", () => {
  expect(warmupSample(read(""), file)).toMatchObject({
    name: "warmup_1",
    batch_size: 8,
    inputs: {
      x: { data_type: "TYPE_FP32", dims: [3, 1], zero_data: true },
      mask: { data_type: "TYPE_INT64", dims: [3], zero_data: true },
    },
  });
  const own = read('input { name: "x" data_type: TYPE_FP32 dims: [ 3, 7 ] }', 0);
  expect(warmupSample(own, file)).toMatchObject({ batch_size: 1, inputs: { x: { dims: [3, 7] } } });
});
