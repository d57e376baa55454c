import { isInnerPath } from "./inner-path.ts";
import { oneOf, type OptionValues, pattern, wholeNumber } from "./option-values.ts";

/** An option of an accelerator. Its value is not passed on: the runtime's Node binding accepts none. */
interface AcceleratorOption {
  readonly values: OptionValues;
  /** Why other values are rejected, where it isn't obvious. */
  readonly because?: string;
  /** The value is a file or folder, which must be in the model's folder. */
  readonly isPath?: true;
}

const SWITCH = oneOf("0", "1", "false", "true", "False", "True");
const OFF = oneOf("0", "false", "False", "");
const MAX_COUNT = Number.MAX_SAFE_INTEGER;

const RESULTS = "ONNX Runtime's Node binding doesn't pass it on, and other values change results";
const LIBRARIES = "no model may load a library into the engine";
const DUMPS = "no model may write files into the engine's folder";

const free = (values: OptionValues): AcceleratorOption => ({ values });
const only = (because: string, values: OptionValues): AcceleratorOption => ({ values, because });

const PATH: AcceleratorOption = {
  values: {
    expected: "a path within the model's folder, relative to it and without ..",
    // Symbolic links are checked when the model is loaded.
    accepts: (value) => value === "" || isInnerPath(value),
  },
  isPath: true,
};

const SHAPES = pattern(
  'shapes of inputs, such as "x:1x3,y:4"',
  /^(?:[^:,/\\]+:[0-9]+(?:x[0-9]+)*(?:,[^:,/\\]+:[0-9]+(?:x[0-9]+)*)*)?$/,
);

/** The options that Triton supports. */
const TENSORRT: Readonly<Record<string, AcceleratorOption>> = {
  precision_mode: only(RESULTS, oneOf("FP32")),
  max_workspace_size_bytes: free(wholeNumber(0, MAX_COUNT)),
  int8_calibration_table_name: only(RESULTS, oneOf("")),
  int8_use_native_calibration_table: only(RESULTS, OFF),
  trt_max_partition_iterations: free(wholeNumber(0, MAX_COUNT)),
  trt_min_subgraph_size: free(wholeNumber(0, MAX_COUNT)),
  trt_dla_enable: only(RESULTS, OFF),
  trt_dla_core: only(RESULTS, oneOf("0")),
  trt_engine_cache_enable: free(SWITCH),
  trt_engine_cache_path: PATH,
  trt_engine_cache_prefix: free(
    pattern("letters, digits, dots, - and _", /^(?!\.+$)[A-Za-z0-9._-]*$/),
  ),
  trt_dump_subgraphs: only(DUMPS, OFF),
  trt_force_sequential_engine_build: free(SWITCH),
  trt_context_memory_sharing_enable: free(SWITCH),
  trt_layer_norm_fp32_fallback: free(SWITCH),
  trt_timing_cache_enable: free(SWITCH),
  trt_timing_cache_path: PATH,
  trt_force_timing_cache: free(SWITCH),
  trt_detailed_build_log: free(SWITCH),
  trt_build_heuristics_enable: free(SWITCH),
  trt_sparsity_enable: free(SWITCH),
  trt_builder_optimization_level: free(wholeNumber(0, 5)),
  trt_auxiliary_streams: free(wholeNumber(-1, 1024)),
  trt_tactic_sources: free(pattern('sources such as "-CUDNN,+CUBLAS"', /^[A-Z0-9_+,-]*$/)),
  trt_extra_plugin_lib_paths: only(LIBRARIES, oneOf("")),
  trt_profile_min_shapes: free(SHAPES),
  trt_profile_max_shapes: free(SHAPES),
  trt_profile_opt_shapes: free(SHAPES),
  trt_cuda_graph_enable: free(SWITCH),
  trt_dump_ep_context_model: only(DUMPS, OFF),
  trt_ep_context_file_path: PATH,
  trt_ep_context_embed_mode: free(oneOf("0", "1")),
};

/** The options that the runtime supports, except those whose value is a memory address. */
const CUDA: Readonly<Record<string, AcceleratorOption>> = {
  gpu_mem_limit: free(wholeNumber(0, MAX_COUNT)),
  arena_extend_strategy: free(oneOf("kNextPowerOfTwo", "kSameAsRequested")),
  cudnn_conv_algo_search: free(oneOf("EXHAUSTIVE", "HEURISTIC", "DEFAULT")),
  do_copy_in_default_stream: free(SWITCH),
  use_ep_level_unified_stream: free(SWITCH),
  cudnn_conv_use_max_workspace: free(SWITCH),
  cudnn_conv1d_pad_to_nc1d: free(SWITCH),
  enable_cuda_graph: free(SWITCH),
  enable_skip_layer_norm_strict_mode: free(SWITCH),
  prefer_nhwc: free(SWITCH),
  use_tf32: free(SWITCH),
  fuse_conv_bias: free(SWITCH),
  sdpa_kernel: free(wholeNumber(0, 1024)),
  tunable_op_enable: free(SWITCH),
  tunable_op_tuning_enable: free(SWITCH),
  tunable_op_max_tuning_duration_ms: free(wholeNumber(0, MAX_COUNT)),
};

/** The options that each accelerator accepts (rule OPT-2 of ../backends/SPEC.md); other accelerators accept none. */
export const ACCELERATOR_OPTIONS: Readonly<
  Record<string, Readonly<Record<string, AcceleratorOption>>>
> = { tensorrt: TENSORRT, cuda: CUDA };

/** Why the embedded engine rejects a value of an accelerator's known option; undefined if it accepts it. */
export function acceleratorOptionProblem(
  accelerator: string,
  key: string,
  value: string,
): string | undefined {
  const known = optionsFor(accelerator);
  const option = Object.hasOwn(known, key) ? known[key] : undefined;
  if (option === undefined) {
    const names = Object.keys(known).join(", ");
    const allowed = names === "" ? "it has no options here, remove it" : `it has ${names}`;
    return `${unknownOption(accelerator, key)}; ${allowed}`;
  }
  if (option.values.accepts(value)) return undefined;
  const reason = option.because === undefined ? "" : `: ${option.because}`;
  return `execution accelerator '${accelerator}' has the parameter "${key}" with "${value}", expected ${option.values.expected}${reason}; change or remove it`;
}

/** Triton's message for an option name that it doesn't support. */
export function unknownOption(accelerator: string, key: string): string {
  const name = accelerator === "tensorrt" ? "TensorRT" : accelerator;
  return `unknown parameter '${key}' is provided for ${name} Execution Accelerator`;
}

/** The given options whose value is a path in the model's folder. */
export function pathOptions(
  accelerator: string,
  parameters: Readonly<Record<string, string>>,
): [key: string, path: string][] {
  const known = optionsFor(accelerator);
  return Object.entries(parameters).filter(
    ([key, path]) => Object.hasOwn(known, key) && known[key]?.isPath === true && path !== "",
  );
}

function optionsFor(accelerator: string): Readonly<Record<string, AcceleratorOption>> {
  return Object.hasOwn(ACCELERATOR_OPTIONS, accelerator)
    ? (ACCELERATOR_OPTIONS[accelerator] ?? {})
    : {};
}
