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
      message("ModelVersionPolicy.Latest", "Serve the versions with the highest numbers."),
    ),
    all: oneof(VERSION_CHOICE, message("ModelVersionPolicy.All", "Serve every version.")),
    specific: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.Specific", "Serve exactly the versions listed."),
    ),
  },
  "ModelVersionPolicy.Latest": {
    num_versions: scalar("uint32", "How many of the newest versions to serve. Default 1."),
  },
  "ModelVersionPolicy.All": {},
  "ModelVersionPolicy.Specific": {
    versions: repeated(scalar("int64", "Version numbers to serve.")),
  },
  ModelInstanceGroup: {
    name: scalar(
      "string",
      "Name of the group. Default the model's name, an underscore and the index.",
    ),
    kind: choice("ModelInstanceGroup.Kind", "Where the instances run. Default KIND_AUTO."),
    count: scalar(
      "int32",
      "Instances, per GPU listed or on the CPU. Default 1; 2 for ONNX models on the CPU.",
    ),
    rate_limiter: message("ModelRateLimiter", "Resources an instance needs before it may run."),
    gpus: repeated(scalar("int32", "GPU ids for KIND_GPU. Default every GPU.")),
    secondary_devices: repeated(
      message("ModelInstanceGroup.SecondaryDevice", "Further devices the instances use."),
    ),
    profile: repeated(scalar("string", "TensorRT optimization profiles, by index.")),
    passive: scalar("bool", "Load the instances but send them no requests. Default false."),
    host_policy: scalar("string", "Name of the host policy to use. Default by device."),
  },
  "ModelInstanceGroup.SecondaryDevice": {
    kind: choice("ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind", "The kind of device."),
    device_id: scalar("int64", "Which device of that kind. Default 0."),
  },
  ModelRateLimiter: {
    resources: repeated(message("ModelRateLimiter.Resource", "What one execution takes.")),
    priority: scalar(
      "uint32",
      "Weight against other models: 2 gets half the turns of 1. Default 1.",
    ),
  },
  "ModelRateLimiter.Resource": {
    name: scalar("string", "Name of the resource."),
    global: scalar("bool", "One pool for all devices, not one per device. Default false."),
    count: scalar("uint32", "How many of the resource one execution takes."),
  },
  ModelOptimizationPolicy: {
    graph: message("ModelOptimizationPolicy.Graph", "Graph optimization."),
    priority: choice(
      "ModelOptimizationPolicy.ModelPriority",
      "Priority. Default PRIORITY_DEFAULT.",
    ),
    cuda: message("ModelOptimizationPolicy.Cuda", "CUDA settings."),
    execution_accelerators: message(
      "ModelOptimizationPolicy.ExecutionAccelerators",
      "Accelerators that take over parts of the model.",
    ),
    input_pinned_memory: message(PINNED, "Pinned memory for inputs. Default on."),
    output_pinned_memory: message(PINNED, "Pinned memory for outputs. Default on."),
    gather_kernel_buffer_threshold: scalar(
      "uint32",
      "Input buffers from which on a kernel gathers them. Default 0: never.",
    ),
    eager_batching: scalar(
      "bool",
      "Start gathering inputs before the batch is complete. Default false.",
    ),
  },
  "ModelOptimizationPolicy.Graph": {
    level: scalar("int32", "ONNX: -1 basic, 0 all, 1 extended, 2 none. Default 0."),
  },
  "ModelOptimizationPolicy.Cuda": {
    graphs: scalar("bool", "Use CUDA graphs. Default false."),
    busy_wait_events: scalar("bool", "Spin, rather than sleep, on CUDA events. Default false."),
    graph_spec: repeated(message(GRAPH_SPEC, "A shape to capture a CUDA graph for.")),
    output_copy_stream: scalar("bool", "Copy outputs on a stream of their own. Default false."),
  },
  [GRAPH_SPEC]: {
    batch_size: scalar("int32", "Batch size of the graph. Default 0: the model does not batch."),
    input: map(message(`${GRAPH_SPEC}.Shape`, "Shape by input name.")),
    graph_lower_bound: message(
      `${GRAPH_SPEC}.LowerBound`,
      "Smallest shape that may use the graph.",
    ),
  },
  [`${GRAPH_SPEC}.Shape`]: {
    dim: repeated(scalar("int64", "The dimensions, without the batch dimension.")),
  },
  [`${GRAPH_SPEC}.LowerBound`]: {
    batch_size: scalar("int32", "Smallest batch size that may use the graph."),
    input: map(message(`${GRAPH_SPEC}.Shape`, "Shape by input name.")),
  },
  "ModelOptimizationPolicy.ExecutionAccelerators": {
    gpu_execution_accelerator: repeated(
      message(ACCELERATOR, "Accelerators on GPUs, tried in order."),
    ),
    cpu_execution_accelerator: repeated(
      message(ACCELERATOR, "Accelerators on the CPU, tried in order."),
    ),
  },
  [ACCELERATOR]: {
    name: scalar("string", "Name of the accelerator, such as tensorrt or openvino."),
    parameters: map(scalar("string", "Settings of the accelerator, by name.")),
  },
  [PINNED]: {
    enable: scalar("bool", "Use pinned memory. Default true."),
  },
};
