import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface TgiOptions {
  readonly metrics?: string;
  readonly unhealthy?: boolean;
}

export const MODEL = "HuggingFaceH4/zephyr-7b-beta";

/** As huggingface/text-generation-inference v3.3.7 has it: router/src/server.rs (routes, names of metrics) and router/src/lib.rs (Info). */
export function startTgi({
  metrics = METRICS,
  unhealthy = false,
}: TgiOptions = {}): Promise<Product> {
  return startProduct((method, path) => {
    if (method !== "GET") return undefined;
    switch (path) {
      case "/info":
        return { body: INFO };
      case "/v1/models":
        return { body: MODELS };
      case "/health":
        return unhealthy
          ? { status: 503, body: { error: "unhealthy", error_type: "healthcheck" } }
          : { body: "" };
      case "/metrics":
        return { body: metrics };
      default:
        return undefined;
    }
  }, "");
}

const INFO = {
  model_id: MODEL,
  model_sha: "b70e0c9a2d9e14bd1e812d3c398e5f313e93b473",
  model_pipeline_tag: "text-generation",
  max_concurrent_requests: 128,
  max_best_of: 2,
  max_stop_sequences: 4,
  max_input_tokens: 4095,
  max_total_tokens: 4096,
  validation_workers: 2,
  max_client_batch_size: 4,
  router: "text-generation-router",
  version: "3.3.7",
  sha: null,
  docker_label: null,
};

const MODELS = {
  object: "list",
  data: [{ id: MODEL, object: "model", created: 0, owned_by: MODEL }],
};

const LIMIT = "# TYPE tgi_batch_max_total_tokens gauge\ntgi_batch_max_total_tokens 32768\n";

/** Before the first request: counters and histograms are exported once they have counted. */
export const IDLE = LIMIT;

const METRICS =
  LIMIT +
  page([
    "# TYPE tgi_request_success counter",
    "tgi_request_success 90",
    "# TYPE tgi_request_failure counter",
    sample("tgi_request_failure", { err: "overloaded" }, 4),
    sample("tgi_request_failure", { err: "validation" }, 6),
    "# TYPE tgi_queue_size gauge",
    "tgi_queue_size 5",
    "# TYPE tgi_batch_current_size gauge",
    "tgi_batch_current_size 8",
    "# TYPE tgi_request_input_length histogram",
    ...histogram("tgi_request_input_length", {}, [[4096, 100]], 30_000),
    "# TYPE tgi_request_generated_tokens histogram",
    ...histogram("tgi_request_generated_tokens", {}, [[4096, 90]], 9000),
    "# TYPE tgi_request_duration histogram",
    ...histogram(
      "tgi_request_duration",
      {},
      [
        [2, 60],
        [4, 90],
      ],
      180,
    ),
    "# TYPE tgi_request_queue_duration histogram",
    ...histogram("tgi_request_queue_duration", {}, [[1, 90]], 9),
    "# TYPE tgi_request_inference_duration histogram",
    ...histogram("tgi_request_inference_duration", {}, [[4, 90]], 170),
    "# TYPE tgi_request_mean_time_per_token_duration histogram",
    ...histogram("tgi_request_mean_time_per_token_duration", {}, [[0.1, 90]], 1.8),
  ]);
