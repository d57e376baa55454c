import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface TrtllmOptions {
  /** null: without return_perf_metrics. */
  readonly metrics?: string | null;
}

export const MODEL = "TinyLlama-1.1B-Chat-v1.0";

/**
 * trtllm-serve as NVIDIA/TensorRT-LLM has it: names of tensorrt_llm/metrics/collector.py at 050f80de, routes and labels of
 * tensorrt_llm/serve/openai_server.py, where /metrics hands out each iteration's statistics once.
 */
export function startTrtllm({ metrics = METRICS }: TrtllmOptions = {}): Promise<Product> {
  return startProduct(
    (method, path) => {
      if (method !== "GET") return undefined;
      switch (path) {
        case "/v1/models":
          return { body: MODELS };
        case "/version":
          return { body: { version: "1.2.0" } };
        case "/health":
          return { body: "" };
        case "/metrics":
          return { body: [{ gpuMemUsage: 56_401_920_000, iter: 1, iterLatencyMS: 16.5 }] };
        case "/prometheus/metrics":
          return metrics === null ? undefined : { body: metrics };
        default:
          return undefined;
      }
    },
    { detail: "Not Found" },
  );
}

const MODELS = {
  object: "list",
  data: [{ id: MODEL, object: "model", created: 1_790_000_000, owned_by: "tensorrt_llm" }],
};

const labels = { engine_type: "undefined", model_name: "undefined" };
const METRICS = page([
  "# TYPE trtllm_request_success_total counter",
  sample("trtllm_request_success_total", { ...labels, finished_reason: "stop" }, 15),
  sample("trtllm_request_success_total", { ...labels, finished_reason: "length" }, 5),
  "# TYPE trtllm_request_error_total counter",
  sample("trtllm_request_error_total", { ...labels, http_code: "400" }, 1),
  "# TYPE trtllm_num_requests_running gauge",
  sample("trtllm_num_requests_running", labels, 4),
  "# TYPE trtllm_num_requests_waiting gauge",
  sample("trtllm_num_requests_waiting", labels, 2),
  "# TYPE trtllm_kv_cache_utilization gauge",
  sample("trtllm_kv_cache_utilization", labels, 0.25),
  "# TYPE trtllm_prompt_tokens_total counter",
  sample("trtllm_prompt_tokens_total", labels, 4000),
  "# TYPE trtllm_generation_tokens_total counter",
  sample("trtllm_generation_tokens_total", labels, 2500),
  "# TYPE trtllm_prompt_cached_tokens_total counter",
  sample("trtllm_prompt_cached_tokens_total", labels, 1000),
  "# TYPE trtllm_time_to_first_token_seconds histogram",
  ...histogram(
    "trtllm_time_to_first_token_seconds",
    labels,
    [
      [0.1, 15],
      [0.25, 20],
    ],
    2,
  ),
  "# TYPE trtllm_time_per_output_token_seconds histogram",
  ...histogram("trtllm_time_per_output_token_seconds", labels, [[0.025, 20]], 0.4),
  "# TYPE trtllm_e2e_request_latency_seconds histogram",
  ...histogram("trtllm_e2e_request_latency_seconds", labels, [[2.5, 20]], 40),
  "# TYPE trtllm_request_queue_time_seconds histogram",
  ...histogram("trtllm_request_queue_time_seconds", labels, [[0.3, 20]], 1),
  "# TYPE trtllm_request_inference_time_seconds histogram",
  ...histogram("trtllm_request_inference_time_seconds", labels, [[2.5, 20]], 39),
]);
