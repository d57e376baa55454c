import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface DynamoOptions {
  readonly metrics?: string;
  /** Its models are not discovered yet. */
  readonly starting?: boolean;
}

export const MODEL = "Qwen/Qwen3-0.6B";

/** As ai-dynamo/dynamo has it: lib/llm/src/http/service/health.rs (0ab2b3f5) and metrics.rs (0014908a). */
export function startDynamo({
  metrics = METRICS,
  starting = false,
}: DynamoOptions = {}): Promise<Product> {
  return startProduct((method, path) => {
    if (method !== "GET") return undefined;
    switch (path) {
      case "/health":
        return starting ? { status: 503, body: STARTING } : { body: HEALTHY };
      case "/live":
        return { body: { status: "live", message: "Service is live" } };
      case "/v1/models":
        return { body: MODELS };
      case "/metrics":
        return { body: metrics };
      default:
        return undefined;
    }
  }, "");
}

const HEALTHY = {
  status: "healthy",
  message: "Service is healthy",
  initial_discovery_complete: true,
  initial_discovery_error: null,
  endpoints: ["dyn://dynamo.backend.generate"],
  instances: [
    {
      component: "backend",
      endpoint: "generate",
      namespace: "dynamo",
      instance_id: 7587888160958628000,
      transport: { nats_tcp: "dynamo_backend.generate-694d98147d54be25" },
    },
  ],
};

const STARTING = {
  status: "not_ready",
  message: "Initial model discovery in progress",
  initial_discovery_complete: false,
  initial_discovery_error: null,
  endpoints: [],
  instances: [],
};

const MODELS = {
  object: "list",
  data: [{ id: MODEL, object: "object", created: 1760000000, owned_by: "nvidia" }],
};

const model = { model: MODEL.toLowerCase() };
const requests = { ...model, endpoint: "chat_completions", request_type: "stream" };
const counted = (status: string, error_type: string, value: number) =>
  sample("dynamo_frontend_requests_total", { ...requests, status, error_type }, value);

const METRICS = page([
  "# TYPE dynamo_frontend_requests_total counter",
  counted("success", "", 90),
  counted("error", "overload", 4),
  counted("error", "internal", 6),
  "# TYPE dynamo_frontend_queued_requests gauge",
  sample("dynamo_frontend_queued_requests", model, 5),
  "# TYPE dynamo_frontend_inflight_requests gauge",
  sample("dynamo_frontend_inflight_requests", model, 8),
  "# TYPE dynamo_frontend_disconnected_clients gauge",
  "dynamo_frontend_disconnected_clients 0",
  "# TYPE dynamo_frontend_output_tokens_total counter",
  sample("dynamo_frontend_output_tokens_total", model, 9000),
  "# TYPE dynamo_frontend_input_sequence_tokens histogram",
  ...histogram("dynamo_frontend_input_sequence_tokens", model, [[128_000, 90]], 30_000),
  "# TYPE dynamo_frontend_cached_tokens histogram",
  ...histogram("dynamo_frontend_cached_tokens", model, [[128_000, 90]], 12_000),
  "# TYPE dynamo_frontend_time_to_first_token_seconds histogram",
  ...histogram(
    "dynamo_frontend_time_to_first_token_seconds",
    model,
    [
      [0.1, 60],
      [0.48, 90],
    ],
    9,
  ),
  "# TYPE dynamo_frontend_inter_token_latency_seconds histogram",
  ...histogram("dynamo_frontend_inter_token_latency_seconds", model, [[0.02, 8910]], 89.1),
  "# TYPE dynamo_frontend_request_duration_seconds histogram",
  ...histogram(
    "dynamo_frontend_request_duration_seconds",
    model,
    [
      [2, 60],
      [4, 90],
    ],
    180,
  ),
]);
