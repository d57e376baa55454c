import { cnnSmall } from "./models/cnn-small.ts";
import { denseLayers, denseModel } from "./models/dense.ts";
import { textEncoder } from "./models/text-encoder.ts";

export interface SampleModel {
  readonly name: string;
  readonly config: string;
  /** The bytes of model.onnx. */
  build(): Uint8Array;
}

export const mlpLayers = () => denseLayers([128, 256, 10], 1);
export const rankerLayers = () => denseLayers([512, 2048, 2048, 512, 10], 2);

/** The sample repository. Their configurations are the first that a user reads: they explain themselves. */
export const sampleModels: readonly SampleModel[] = [
  {
    name: "ranker",
    build: () => denseModel("ranker", rankerLayers()),
    config: `# A dense ranker: reading 25 MB of weights is most of the work,
# so a batch of 32 costs little more than a single request.
# It ships without dynamic batching: every request runs alone.
# Add  dynamic_batching { }  and measure again.
name: "ranker"
backend: "onnxruntime"
max_batch_size: 64

input [
  { name: "x" data_type: TYPE_FP32 dims: [ 512 ] }
]
output [
  { name: "y" data_type: TYPE_FP32 dims: [ 10 ] }
]

instance_group [
  { kind: KIND_CPU count: 1 }
]
`,
  },
  {
    name: "mlp",
    build: () => denseModel("mlp", mlpLayers()),
    config: `# A tiny classifier: the overhead of a call outweighs its arithmetic, so batches pay.
# Its responses are cached, to show what a response cache does when clients repeat themselves.
name: "mlp"
backend: "onnxruntime"
max_batch_size: 64

input [
  { name: "x" data_type: TYPE_FP32 dims: [ 128 ] }
]
output [
  { name: "y" data_type: TYPE_FP32 dims: [ 10 ] }
]

instance_group [
  { kind: KIND_CPU count: 1 }
]
dynamic_batching { }
response_cache { enable: true }
`,
  },
  {
    name: "cnn_small",
    build: cnnSmall,
    config: `# A small image classifier: its work grows with every image, so on a CPU batches hardly pay.
name: "cnn_small"
backend: "onnxruntime"
max_batch_size: 32

input [
  { name: "image" data_type: TYPE_FP32 dims: [ 3, 64, 64 ] }
]
output [
  { name: "logits" data_type: TYPE_FP32 dims: [ 10 ] }
]

instance_group [
  { kind: KIND_CPU count: 1 }
]
dynamic_batching { }
`,
  },
  {
    name: "text_encoder",
    build: textEncoder,
    config: `# Three transformer layers over 64 token ids below 8192, to one embedding.
name: "text_encoder"
backend: "onnxruntime"
max_batch_size: 32

input [
  { name: "ids" data_type: TYPE_INT64 dims: [ 64 ] }
]
output [
  { name: "embedding" data_type: TYPE_FP32 dims: [ 256 ] }
]

instance_group [
  { kind: KIND_CPU count: 1 }
]
# Up to 2 ms for a batch to fill: this shapes batches, it never rejects a request.
dynamic_batching { max_queue_delay_microseconds: 2000 }
`,
  },
];
