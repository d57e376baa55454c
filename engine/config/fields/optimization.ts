import { choice, map, message, repeated, scalar, type MessageTable } from "../schema.ts";

const ACCELERATOR = "ModelOptimizationPolicy.ExecutionAccelerators.Accelerator";
const GRAPH_SPEC = "ModelOptimizationPolicy.Cuda.GraphSpec";
const PINNED = "ModelOptimizationPolicy.PinnedMemoryBuffer";

/** Settings that optimize execution. */
export const OPTIMIZATION_MESSAGES: MessageTable = {
  ModelOptimizationPolicy: {
    graph: message("ModelOptimizationPolicy.Graph", "Graph optimization."),
    priority: choice("ModelOptimizationPolicy.ModelPriority", "Priority.", {
      initial: "PRIORITY_DEFAULT",
      engine: "ignored",
    }),
    cuda: message("ModelOptimizationPolicy.Cuda", "CUDA settings.", { engine: "ignored" }),
    execution_accelerators: message(
      "ModelOptimizationPolicy.ExecutionAccelerators",
      "Accelerators that take over parts of the model.",
    ),
    input_pinned_memory: message(PINNED, "Pinned memory for inputs.", {
      initial: "on",
      engine: "ignored",
    }),
    output_pinned_memory: message(PINNED, "Pinned memory for outputs.", {
      initial: "on",
      engine: "ignored",
    }),
    gather_kernel_buffer_threshold: scalar(
      "uint32",
      "Input buffers from which on a kernel gathers them.",
      { unit: "buffers", initial: "0: never", engine: "ignored" },
    ),
    eager_batching: scalar("bool", "Start gathering inputs before the batch is complete.", {
      initial: "false",
      engine: "ignored",
    }),
  },
  "ModelOptimizationPolicy.Graph": {
    level: scalar("int32", "ONNX: -1 basic, 0 all, 1 extended, 2 none.", { initial: "0" }),
  },
  "ModelOptimizationPolicy.Cuda": {
    graphs: scalar("bool", "Use CUDA graphs.", { initial: "false", engine: "ignored" }),
    busy_wait_events: scalar("bool", "Spin, rather than sleep, on CUDA events.", {
      initial: "false",
      engine: "ignored",
    }),
    graph_spec: repeated(
      message(GRAPH_SPEC, "A shape to capture a CUDA graph for.", {
        needs: "graphs",
        engine: "ignored",
      }),
    ),
    output_copy_stream: scalar("bool", "Copy outputs on a stream of their own.", {
      initial: "false",
      engine: "ignored",
    }),
  },
  [GRAPH_SPEC]: {
    batch_size: scalar("int32", "Batch size of the graph.", {
      unit: "items",
      initial: "0: the model does not batch",
      engine: "ignored",
    }),
    input: map(message(`${GRAPH_SPEC}.Shape`, "Shape by input name.", { engine: "ignored" })),
    graph_lower_bound: message(
      `${GRAPH_SPEC}.LowerBound`,
      "Smallest shape that may use the graph.",
      { engine: "ignored" },
    ),
  },
  [`${GRAPH_SPEC}.Shape`]: {
    dim: repeated(
      scalar("int64", "The dimensions, without the batch dimension.", { engine: "ignored" }),
    ),
  },
  [`${GRAPH_SPEC}.LowerBound`]: {
    batch_size: scalar("int32", "Smallest batch size that may use the graph.", {
      unit: "items",
      engine: "ignored",
    }),
    input: map(message(`${GRAPH_SPEC}.Shape`, "Shape by input name.", { engine: "ignored" })),
  },
  "ModelOptimizationPolicy.ExecutionAccelerators": {
    gpu_execution_accelerator: repeated(
      message(ACCELERATOR, "Accelerators on GPUs, tried in order.", {
        engine: "tensorrt, cuda, dml, coreml and webgpu",
      }),
    ),
    cpu_execution_accelerator: repeated(
      message(ACCELERATOR, "Accelerators on the CPU, tried in order.", {
        engine: "rejected at load",
      }),
    ),
  },
  [ACCELERATOR]: {
    name: scalar("string", "Name of the accelerator, such as tensorrt or openvino.", {
      required: true,
    }),
    parameters: map(
      scalar("string", "Settings of the accelerator, by name.", {
        engine: "rejected at load if it changes results, else ignored",
      }),
    ),
  },
  [PINNED]: {
    enable: scalar("bool", "Use pinned memory.", { initial: "true", engine: "ignored" }),
  },
};
