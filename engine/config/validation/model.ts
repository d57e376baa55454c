import type { Check } from "./check.ts";
import type { Metrics } from "./views.ts";

/** The backend that each platform belongs to. */
const PLATFORM_BACKENDS: Readonly<Record<string, string>> = {
  onnxruntime_onnx: "onnxruntime",
  tensorrt_plan: "tensorrt",
  tensorflow_graphdef: "tensorflow",
  tensorflow_savedmodel: "tensorflow",
  pytorch_libtorch: "pytorch",
};

/** SPEC.md V1: the name is that of the folder. */
export function checkName({ config, problem }: Check, folder: string): void {
  if (config.name === "" || config.name === folder) return;
  const message = `unexpected directory name '${folder}' for model '${config.name}', directory name must equal model name`;
  problem("name-differs", "name", message);
}

/** SPEC.md V2: backend and platform agree. */
export function checkBackend({ config, name, problem }: Check, mayBeCompleted: boolean): void {
  const { backend, platform } = config;
  if (platform === "ensemble") {
    if (backend !== "") {
      problem(
        "ensemble-backend",
        "backend",
        `ensemble '${name}' must not specify a backend, got '${backend}'`,
      );
    }
    return;
  }
  if (backend === "" && platform === "") {
    if (!mayBeCompleted && config.ensemble_scheduling === undefined) {
      problem("backend-missing", "", `must specify 'platform' or 'backend' for '${name}'`);
    }
    return;
  }
  const expected = Object.hasOwn(PLATFORM_BACKENDS, platform)
    ? PLATFORM_BACKENDS[platform]
    : undefined;
  if (backend !== "" && expected !== undefined && expected !== backend) {
    const message = `unexpected 'platform' and 'backend' pair, got:${platform}, ${backend}; platform ${platform} belongs to backend ${expected}`;
    problem("platform-backend", "platform", message);
  }
}

/** SPEC.md V3a: batch sizes are counts. */
export function checkMaxBatchSize({ config, name, problem }: Check): void {
  if (config.max_batch_size >= 0) return;
  const message = `'max_batch_size' must be non-negative value for ${name}, got ${config.max_batch_size}`;
  problem("max-batch-negative", "max_batch_size", message);
}

/** SPEC.md V6: what the response cache cannot hold. */
export function checkResponseCache({ config, name, problem }: Check): void {
  if (!config.response_cache?.enable) return;
  const refuse = (reason: string): void => {
    const message = `Response Cache does not currently support model ${name} with ${reason}. Please disable the response cache.`;
    problem("cache-unsupported", "response_cache.enable", message);
  };
  if (config.sequence_batching !== undefined) refuse("'sequence_batching' scheduler");
  if (config.model_transaction_policy?.decoupled) refuse("'decoupled' transaction policy");
}

/** SPEC.md V12: each metric setting names a family and has buckets. */
export function checkMetrics({ config, name, problem }: Check): void {
  const metrics = config.model_metrics as Metrics | undefined;
  metrics?.metric_control.forEach((control, index) => {
    const path = `model_metrics.metric_control[${index}]`;
    if (!control.metric_identifier?.family) {
      problem(
        "metric-family",
        path,
        `must specify 'metric_identifier' with a family in metric_control ${index} of '${name}'`,
      );
    }
    if (control.histogram_options?.buckets.length === 0) {
      problem(
        "metric-buckets",
        path,
        `must specify 'buckets' in histogram_options of metric_control ${index} of '${name}'`,
      );
    }
  });
}
