import { FLOAT, GraphBuilder } from "../onnx/graph.ts";
import { seededRandom, weights } from "../random.ts";

const channels = [3, 32, 64, 96] as const;
const classes = 10;

/** Three 3×3 convolutions, each halving the image, and a classifier: FP32 "image" [batch,3,64,64] to "logits". */
export function cnnSmall(): Uint8Array {
  const random = seededRandom(3);
  const graph = new GraphBuilder();
  let value = "image";
  for (const [i, output] of channels.slice(1).entries()) {
    const input = channels[i] ?? 0;
    const fanIn = input * 9;
    const weight = graph.floats(
      `kernel${i}`,
      [output, input, 3, 3],
      weights(random, output * fanIn, fanIn),
    );
    const bias = graph.floats(`bias${i}`, [output], new Float32Array(output));
    value = graph.node("Conv", [value, weight, bias], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] });
    value = graph.node("Relu", [value]);
    value = graph.node("MaxPool", [value], { kernel_shape: [2, 2], strides: [2, 2] });
  }
  value = graph.node("GlobalAveragePool", [value]);
  value = graph.node("Flatten", [value]);
  const last = channels[3];
  const weight = graph.floats("weight", [last, classes], weights(random, last * classes, last));
  graph.output("logits", "Gemm", [
    value,
    weight,
    graph.floats("bias", [classes], new Float32Array(classes)),
  ]);
  return graph.finish(
    "cnn_small",
    [{ name: "image", type: FLOAT, shape: ["batch", 3, 64, 64] }],
    [{ name: "logits", type: FLOAT, shape: ["batch", classes] }],
  );
}
