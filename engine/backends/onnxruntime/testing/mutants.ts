import { onnxModel } from "../../../testing/onnx-model.ts";

const SEED_MODELS = [
  onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: ["batch", 4] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 2] }],
    nodes: [
      { op: "MatMul", inputs: ["x", "w"], outputs: ["h"] },
      { op: "Relu", inputs: ["h"], outputs: ["y"] },
    ],
    initializers: [{ name: "w", shape: [4, 2], values: new Float32Array(8).fill(0.5) }],
  }),
  onnxModel({
    inputs: [{ name: "ids", type: "INT64", shape: ["batch"] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 2] }],
    nodes: [
      { op: "Gather", inputs: ["table", "ids"], outputs: ["rows"], attributes: { axis: 0 } },
      { op: "Softmax", inputs: ["rows"], outputs: ["y"], attributes: { axis: 1 } },
    ],
    initializers: [{ name: "table", shape: [3, 2], values: new Float32Array(6) }],
  }),
];

/**
 * The ONNX file with this number, always the same one: a valid model with one to three mutations.
 */
export function mutant(number: number): Uint8Array {
  const random = generator(number);
  const model = SEED_MODELS[number % SEED_MODELS.length] ?? new Uint8Array();
  let bytes = [...model];
  for (let count = 1 + random(3); count > 0; count--) bytes = mutated(bytes, random);
  return Uint8Array.from(bytes);
}

function mutated(bytes: number[], random: (below: number) => number): number[] {
  const at = random(Math.max(1, bytes.length));
  if (bytes.length === 0) return [random(256)];
  const length = 1 + random(16);
  // Most mutations keep the length: nearly every other change breaks enclosing lengths, and the
  // parser rejects the file.
  switch (random(12)) {
    default:
      return bytes.with(at, (bytes[at] ?? 0) ^ (1 << random(8)));
    case 1:
      return bytes.with(at, [0, 1, 127, 128, 255][random(5)] ?? 0);
    case 2:
      return bytes.toSpliced(at, length);
    case 3:
      return bytes.toSpliced(at, 0, ...Array.from({ length }, () => random(256)));
    case 4:
      return bytes.toSpliced(at, 0, ...bytes.slice(random(bytes.length)).slice(0, length));
    case 0:
      return bytes.slice(0, at + 1);
  }
}

/** Random numbers below a limit; the same seed gives the same numbers (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}
