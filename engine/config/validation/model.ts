import { remove, setTo } from "../fix.ts";
import type { ConfigurationRuleId } from "../lint/rules.ts";
import type { Check } from "./check.ts";

/** The backend that each platform belongs to. */
const PLATFORM_BACKENDS: Readonly<Record<string, string>> = {
  onnxruntime_onnx: "onnxruntime",
  tensorrt_plan: "tensorrt",
  tensorflow_graphdef: "tensorflow",
  tensorflow_savedmodel: "tensorflow",
  pytorch_libtorch: "pytorch",
  libtorch: "pytorch",
  torch_aoti: "pytorch",
};

/** Backends that accept only their own platform. */
const STRICT_BACKENDS: ReadonlySet<string> = new Set(["onnxruntime", "tensorrt", "tensorflow"]);

/** A model without a backend may be a TensorRT model. */
export function mayBeTensorRt({ backend, platform }: Check["config"]): boolean {
  return backend === "tensorrt" || platform === "tensorrt_plan" || backend + platform === "";
}

/** SPEC.md CFG-V1: the name is that of the folder. */
export function checkName({ config, problem }: Check, folder: string): void {
  if (config.name === "" || config.name === folder) return;
  const message = `unexpected directory name '${folder}' for model '${config.name}', directory name must equal model name`;
  problem("name-differs", "name", message, { fix: setTo("name", folder) });
}

/** SPEC.md CFG-V2: backend and platform match. */
export function checkBackend({ config, name, problem }: Check, mayBeCompleted: boolean): void {
  const { backend, platform } = config;
  if (platform === "ensemble") {
    if (backend !== "") {
      problem(
        "ensemble-backend",
        "backend",
        `Ensemble model '${name}' must have platform type 'ensemble' and empty backend type, got '${backend}'`,
        { fix: remove("backend") },
      );
    }
    return;
  }
  if (backend === "" && platform === "") {
    if (mayBeCompleted || config.ensemble_scheduling !== undefined) return;
    const message =
      config.default_model_filename === ""
        ? `Invalid model name: Could not determine backend for model '${name}' with no backend in model configuration. Expected model name of the form 'model.<backend_name>'; or set backend, or put a model file of a known name, such as model.onnx, into the version folder.`
        : `unexpected platform type '' for ${name}: default_model_filename '${config.default_model_filename}' belongs to no backend; set backend`;
    problem("backend-missing", "", message);
    return;
  }
  const expected = Object.hasOwn(PLATFORM_BACKENDS, platform)
    ? PLATFORM_BACKENDS[platform]
    : undefined;
  if (backend === "") {
    if (expected !== undefined) return;
    const message = `unexpected platform type '${platform}' for ${name}; set backend, or one of the platforms ${Object.keys(PLATFORM_BACKENDS).join(", ")}`;
    problem("platform-unknown", "platform", message);
    return;
  }
  const strict = platform !== "" && STRICT_BACKENDS.has(backend);
  if (expected === backend || (expected === undefined && !strict)) return;
  const belongs =
    expected === undefined ? "does not belong to that backend" : `belongs to ${expected}`;
  const message = `unexpected 'platform' and 'backend' pair, got:${platform}, ${backend}; platform ${platform} ${belongs}`;
  problem("platform-backend", "platform", message, { fix: remove("platform") });
}

/** SPEC.md V3a: batch sizes are not negative. */
export function checkMaxBatchSize({ config, name, problem }: Check): void {
  if (config.max_batch_size >= 0) return;
  const message = `'max_batch_size' must be non-negative value for ${name}, got ${config.max_batch_size}`;
  const batched = [...config.input, ...config.output].some(
    ({ reshape }) => reshape?.shape.length === 0,
  );
  const fix = setTo("max_batch_size", batched ? 1 : 0);
  problem("max-batch-negative", "max_batch_size", message, { fix });
}

/** SPEC.md CFG-V6: models that the response cache doesn't support. */
export function checkResponseCache({ config, name, problem }: Check): void {
  if (!config.response_cache?.enable) return;
  const refuse = (rule: ConfigurationRuleId, reason: string): void => {
    const message = `Response Cache does not currently support model ${name} with ${reason}. Please disable the response cache.`;
    const fix = remove("response_cache");
    problem("cache-unsupported", "response_cache.enable", message, { rule, fix });
  };
  if (config.sequence_batching !== undefined) refuse("C2", "sequence batching scheduler");
  if (config.model_transaction_policy?.decoupled) refuse("C1", "'decoupled' transaction policy");
}

/** SPEC.md CFG-V12: each metric setting names a family and has buckets. */
export function checkMetrics({ config, name, problem }: Check): void {
  const metrics = config.model_metrics as Metrics | undefined;
  metrics?.metric_control.forEach((control, index) => {
    const path = `model_metrics.metric_control[${index}]`;
    const of = `, which metric_control ${index} of '${name}' does not`;
    if (control.metric_identifier === undefined) {
      problem("metric-family", path, `metric control must specify 'metric_identifier'${of}`);
    } else if (control.metric_identifier.family === "") {
      const message = `metric identifier must specify non-empty 'family'${of}`;
      problem("metric-family", `${path}.metric_identifier`, message);
    }
    if (control.histogram_options === undefined) {
      problem("metric-buckets", path, `metric control must specify 'histogram_options'${of}`);
    } else if (control.histogram_options.buckets.length === 0) {
      const message = `histogram options must specify non-empty 'buckets'${of}`;
      problem("metric-buckets", `${path}.histogram_options`, message);
    }
  });
}

/** Messages that ModelConfig's type keeps opaque, as these rules read them. */
interface Metrics {
  metric_control: {
    metric_identifier?: { family: string };
    histogram_options?: { buckets: number[] };
  }[];
}
