import { choice, map, message, oneof, repeated, scalar, type MessageTable } from "../schema.ts";

const ACCELERATOR = "ModelOptimizationPolicy.ExecutionAccelerators.Accelerator";
const GRAPH_SPEC = "ModelOptimizationPolicy.Cuda.GraphSpec";
const PINNED = "ModelOptimizationPolicy.PinnedMemoryBuffer";
const VERSION_CHOICE = "policy_choice";

/** Which versions are served, where instances run, and how execution is optimised. */
export const PLACEMENT_MESSAGES: MessageTable = {
  ModelVersionPolicy: {
    latest: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.Latest", "Serve the versions with the highest numbers.", {
        excludes: "all, specific",
      }),
    ),
    all: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.All", "Serve every version.", { excludes: "latest, specific" }),
    ),
    specific: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.Specific", "Serve exactly the versions listed.", {
        excludes: "latest, all",
      }),
    ),
  },
  "ModelVersionPolicy.Latest": {
    num_versions: scalar("uint32", "How many of the newest versions to serve.", {
      unit: "versions",
      initial: "1",
    }),
  },
  "ModelVersionPolicy.All": {},
  "ModelVersionPolicy.Specific": {
    versions: repeated(scalar("int64", "Version numbers to serve.")),
  },
  ModelInstanceGroup: {
    name: scalar("string", "Name of the group.", {
      initial: "the model's name, an underscore and the index",
    }),
    kind: choice("ModelInstanceGroup.Kind", "Where the instances run.", { initial: "KIND_AUTO" }),
    count: scalar("int32", "Instances, per GPU listed or on the CPU.", {
      unit: "instances",
      initial: "1; 2 for ONNX models on the CPU",
    }),
    rate_limiter: message("ModelRateLimiter", "Resources an instance needs before it may run.", {
      needs: "a server with --rate-limit=execution_count",
    }),
    gpus: repeated(
      scalar("int32", "GPU ids for KIND_GPU.", {
        initial: "every GPU",
        excludes: "KIND_CPU, KIND_MODEL",
      }),
    ),
    secondary_devices: repeated(
      message("ModelInstanceGroup.SecondaryDevice", "Further devices the instances use.", {
        engine: "ignored",
      }),
    ),
    profile: repeated(
      scalar("string", "TensorRT optimization profiles, by index.", { needs: "a TensorRT model" }),
    ),
    passive: scalar("bool", "Load the instances but send them no requests.", { initial: "false" }),
    host_policy: scalar("string", "Name of the host policy to use.", {
      initial: "by device",
      engine: "ignored",
    }),
  },
  "ModelInstanceGroup.SecondaryDevice": {
    kind: choice("ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind", "The kind of device.", {
      engine: "ignored",
    }),
    device_id: scalar("int64", "Which device of that kind.", { initial: "0", engine: "ignored" }),
  },
  ModelRateLimiter: {
    resources: repeated(
      message("ModelRateLimiter.Resource", "What one execution takes.", {
        needs: "a server with --rate-limit=execution_count",
      }),
    ),
    priority: scalar("uint32", "Weight against other models: 2 gets half the turns of 1.", {
      initial: "1",
      needs: "a server with --rate-limit=execution_count",
    }),
  },
  "ModelRateLimiter.Resource": {
    name: scalar("string", "Name of the resource.", { required: true }),
    global: scalar("bool", "One pool for all devices, not one per device.", { initial: "false" }),
    count: scalar("uint32", "How many of the resource one execution takes."),
  },
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
        engine: "refused at load",
      }),
    ),
  },
  [ACCELERATOR]: {
    name: scalar("string", "Name of the accelerator, such as tensorrt or openvino.", {
      required: true,
    }),
    parameters: map(
      scalar("string", "Settings of the accelerator, by name.", {
        engine: "refused at load where it changes results, else ignored",
      }),
    ),
  },
  [PINNED]: {
    enable: scalar("bool", "Use pinned memory.", { initial: "true", engine: "ignored" }),
  },
};
