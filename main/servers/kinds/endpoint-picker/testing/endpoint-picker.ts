import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface EndpointPickerOptions {
  readonly readyPods?: number;
  /** As with --metrics-endpoint-auth, which is on by default. */
  readonly asksForToken?: boolean;
}

export const MODEL = "food-review";

/** As kubernetes-sigs/gateway-api-inference-extension v1.5.0 has it: pkg/epp/metrics/metrics.go and collectors/inference_pool.go. */
export function startEndpointPicker({
  readyPods = 2,
  asksForToken = false,
}: EndpointPickerOptions = {}): Promise<Product> {
  return startProduct((method, path) => {
    if (method !== "GET" || path !== "/metrics") return undefined;
    return asksForToken ? { status: 401, body: "Unauthorized\n" } : { body: metrics(readyPods) };
  }, "404 page not found\n");
}

const pool = { name: "vllm-qwen3-32b" };
const model = { model_name: MODEL, target_model_name: "food-review-1" };
const flow = { fairness_id: "default", priority: "0", outcome: "Dispatched" };

function metrics(readyPods: number): string {
  return page([
    "# TYPE inference_extension_info gauge",
    sample("inference_extension_info", { build_ref: "v1.5.0", commit: "df9f8909" }, 1),
    "# TYPE inference_objective_request_total counter",
    sample("inference_objective_request_total", { ...model, priority: "0" }, 60),
    sample("inference_objective_request_total", { ...model, priority: "1" }, 40),
    "# TYPE inference_objective_request_error_total counter",
    sample("inference_objective_request_error_total", { ...model, error_code: "Internal" }, 10),
    "# TYPE inference_objective_running_requests gauge",
    sample("inference_objective_running_requests", { model_name: MODEL }, 8),
    "# TYPE inference_objective_input_tokens histogram",
    ...histogram("inference_objective_input_tokens", model, [[1_048_576, 90]], 30_000),
    "# TYPE inference_objective_output_tokens histogram",
    ...histogram("inference_objective_output_tokens", model, [[8192, 90]], 9000),
    "# TYPE inference_objective_prompt_cached_tokens histogram",
    ...histogram("inference_objective_prompt_cached_tokens", model, [[1_048_576, 90]], 12_000),
    "# TYPE inference_objective_request_duration_seconds histogram",
    ...histogram(
      "inference_objective_request_duration_seconds",
      model,
      [
        [2, 60],
        [4, 90],
      ],
      180,
    ),
    "# TYPE inference_objective_request_ttft_seconds histogram",
    ...histogram("inference_objective_request_ttft_seconds", model, [[0.2, 90]], 9),
    "# TYPE inference_objective_request_tpot_seconds histogram",
    ...histogram("inference_objective_request_tpot_seconds", model, [[0.02, 90]], 0.9),
    "# TYPE inference_extension_flow_control_request_queue_duration_seconds histogram",
    ...histogram(
      "inference_extension_flow_control_request_queue_duration_seconds",
      { ...flow, ...model, inference_pool: pool.name },
      [[0.05, 90]],
      1.8,
    ),
    "# TYPE inference_pool_average_kv_cache_utilization gauge",
    sample("inference_pool_average_kv_cache_utilization", pool, 0.4),
    "# TYPE inference_pool_average_queue_size gauge",
    sample("inference_pool_average_queue_size", pool, 2.5),
    "# TYPE inference_pool_ready_pods gauge",
    sample("inference_pool_ready_pods", pool, readyPods),
    "# TYPE inference_pool_per_pod_queue_size gauge",
    sample("inference_pool_per_pod_queue_size", { ...pool, model_server_pod: "pod-a" }, 4),
    sample("inference_pool_per_pod_queue_size", { ...pool, model_server_pod: "pod-b" }, 1),
  ]);
}
