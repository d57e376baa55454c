import { expect, test } from "vitest";
import { readOnnx } from "./onnx-file.ts";
import { findHints } from "./onnx-hints.ts";
import { fromBytes } from "../../engine/onnx-file/window.ts";
import * as onnx from "./testing/onnx-bytes.ts";

const FLOAT = 1;

const node = (
  operator: string,
  inputs: string[],
  output: string,
  ...integers: [string, number][]
) =>
  onnx.message(
    1,
    ...inputs.map((name) => onnx.text(1, name)),
    onnx.text(2, output),
    onnx.text(4, operator),
    ...integers.map(([name, value]) => onnx.message(5, onnx.text(1, name), onnx.integer(3, value))),
  );

const weight = (name: string, ...dims: number[]) => onnx.tensor(name, FLOAT, dims);

const hints = async (...parts: Parameters<typeof onnx.model>) =>
  findHints(await readOnnx(fromBytes(onnx.model(...parts))));

test("[SIZE-2] the weights that inputs meet say their sizes", async () => {
  const graph = onnx.message(
    7,
    node("Cast", ["ids"], "cast"),
    node("Gather", ["table", "cast"], "embedded"),
    node("Gather", ["other", "ids"], "again"),
    node("Conv", ["image", "kernel"], "c", ["group", 2]),
    node("MatMul", ["vectors", "w"], "v"),
    node("Gemm", ["rows", "g"], "r", ["transB", 1]),
    node("LSTM", ["steps", "l"], "s"),
    node("Sub", ["pixels", "mean"], "p"),
    ...["table", "other"].map((name, i) => weight(name, 500 - 100 * i, 8)),
    weight("kernel", 16, 4, 3, 3),
    weight("w", 80, 10),
    weight("g", 7, 12),
    weight("l", 1, 64, 40),
    weight("mean", 1, 3, 1, 1),
    onnx.value(11, "ids", "N", "length"),
    onnx.value(11, "image", "N", "C", "H", "W"),
    onnx.value(11, "vectors", "N", "T", "F"),
    onnx.value(11, "rows", "N", "F2"),
    onnx.value(11, "steps", "T2", "N", "I"),
    onnx.value(11, "pixels", "N", "C2", "H2", "W2"),
    onnx.value(12, "y", "N"),
  );
  expect(await hints(graph)).toMatchObject({
    symbols: { ids: ["N", "length"], image: ["N", "C", "H", "W"] },
    sizes: {
      image: [-1, 8, -1, -1],
      vectors: [-1, -1, 80],
      rows: [-1, 12],
      steps: [-1, -1, 40],
      pixels: [-1, 3, -1, -1],
    },
    below: { ids: 400 },
    imageSize: null,
    sampleRate: null,
  });
});

test.each([
  ["[640, 480]", [640, 480]],
  ["320", [320, 320]],
  ["large", null],
  ["[0, 640]", null],
  ["999999", null],
])("[SIZE-2] the size that an exporter wrote down, %s", async (text, size) => {
  const graph = onnx.message(7, onnx.value(11, "x", "N"));
  const metadata = [onnx.entry(14, "imgsz", text), onnx.entry(14, "sample_rate", "8000")];
  expect(await hints(graph, ...metadata)).toMatchObject({ imageSize: size, sampleRate: 8000 });
});
