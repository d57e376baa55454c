import { FLOAT, GraphBuilder } from "../onnx/graph.ts";
import { seededRandom, weights } from "../random.ts";

/** Strides shrink the image early, which keeps the activations of a batch within the processor's cache. */
const convolutions = [
  { input: 3, output: 32, stride: 2, pool: false },
  { input: 32, output: 64, stride: 2, pool: false },
  { input: 64, output: 128, stride: 1, pool: true },
  { input: 128, output: 256, stride: 1, pool: true },
  { input: 256, output: 256, stride: 1, pool: false },
] as const;
const features = 256;
const classes = 10;

/** Five 3×3 convolutions with pooling, and a classifier: FP32 "image" [batch,3,64,64] to "logits" [batch,10]. */
export function cnnSmall(): Uint8Array {
  const random = seededRandom(3);
  const graph = new GraphBuilder();
  let value = "image";
  for (const [i, { input, output, stride, pool }] of convolutions.entries()) {
    const fanIn = input * 9;
    const kernel = weights(random, output * fanIn, fanIn);
    value = graph.node(
      "Conv",
      [
        value,
        graph.floats(`kernel${i}`, [output, input, 3, 3], kernel),
        graph.floats(`bias${i}`, [output], new Float32Array(output)),
      ],
      { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [stride, stride] },
    );
    value = graph.node("Relu", [value]);
    if (pool) value = graph.node("MaxPool", [value], { kernel_shape: [2, 2], strides: [2, 2] });
  }
  value = graph.node("Flatten", [graph.node("GlobalAveragePool", [value])]);
  graph.output("logits", "Gemm", [
    value,
    graph.floats("weight", [features, classes], weights(random, features * classes, features)),
    graph.floats("bias", [classes], new Float32Array(classes)),
  ]);
  return graph.finish(
    "cnn_small",
    [{ name: "image", type: FLOAT, shape: ["batch", 3, 64, 64] }],
    [{ name: "logits", type: FLOAT, shape: ["batch", classes] }],
  );
}
