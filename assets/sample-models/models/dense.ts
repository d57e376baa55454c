import { FLOAT, GraphBuilder } from "../onnx/graph.ts";
import { seededRandom, weights } from "../random.ts";

/** One fully connected layer: `weight` is [inputs, outputs] row by row. */
export interface DenseLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/** The layers between the given widths, from one seed. */
export function denseLayers(widths: readonly number[], seed: number): DenseLayer[] {
  const random = seededRandom(seed);
  return widths.slice(1).map((outputs, i) => {
    const inputs = widths[i] ?? 0;
    return {
      inputs,
      outputs,
      weight: weights(random, inputs * outputs, inputs),
      bias: Float32Array.from({ length: outputs }, () => (random() * 2 - 1) * 0.1),
    };
  });
}

/** Dense layers with ReLU between them and softmax at the end: FP32 "x" [batch, in] to "y" [batch, out]. */
export function denseModel(name: string, layers: readonly DenseLayer[]): Uint8Array {
  const graph = new GraphBuilder();
  let value = "x";
  for (const [i, layer] of layers.entries()) {
    const weight = graph.floats(`weight${i}`, [layer.inputs, layer.outputs], layer.weight);
    const bias = graph.floats(`bias${i}`, [layer.outputs], layer.bias);
    value = graph.node("Gemm", [value, weight, bias]);
    if (i < layers.length - 1) value = graph.node("Relu", [value]);
  }
  graph.output("y", "Softmax", [value], { axis: -1 });
  return graph.finish(
    name,
    [{ name: "x", type: FLOAT, shape: ["batch", layers[0]?.inputs ?? 0] }],
    [{ name: "y", type: FLOAT, shape: ["batch", layers.at(-1)?.outputs ?? 0] }],
  );
}
