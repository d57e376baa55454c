import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface SglangOptions {
  /** null: started without --enable-metrics. */
  readonly metrics?: string | null;
  /** Before /server_info. */
  readonly old?: boolean;
}

export const MODEL = "Qwen/Qwen3-8B";

/**
 * SGLang as sgl-project/sglang has it: names and labels of python/sglang/srt/observability/metrics_collector.py at 016d8605, routes of
 * python/sglang/srt/entrypoints/http_server.py at 0025436e, ModelCard of entrypoints/openai/protocol.py.
 */
export function startSglang({
  metrics = METRICS,
  old = false,
}: SglangOptions = {}): Promise<Product> {
  return startProduct(
    (method, path) => {
      if (method !== "GET") return undefined;
      if (path === "/v1/models") return { body: MODELS };
      if (path === (old ? "/get_server_info" : "/server_info")) return { body: SERVER_INFO };
      return path === "/metrics" && metrics !== null ? { body: metrics } : undefined;
    },
    { detail: "Not Found" },
  );
}

const card = { object: "model", created: 1_790_000_000, owned_by: "sglang" };
const MODELS = {
  object: "list",
  data: [
    { ...card, id: MODEL, root: MODEL, parent: null, max_model_len: 40_960 },
    { ...card, id: "sql", root: "adapters/sql", parent: MODEL, max_model_len: null },
  ],
};

const SERVER_INFO = {
  model_path: MODEL,
  tokenizer_path: MODEL,
  api_key: "sk-secret",
  max_total_num_tokens: 400_000,
  internal_states: [{ last_gen_throughput: 120.5 }],
  version: "0.5.3",
};

const labels = {
  model_name: MODEL,
  engine_type: "unified",
  tp_rank: "0",
  pp_rank: "0",
  moe_ep_rank: "0",
};
const streamed = { ...labels, is_streaming: "true" };
const whole = { ...labels, is_streaming: "false" };

const METRICS = page([
  "# TYPE sglang:num_running_reqs gauge",
  sample("sglang:num_running_reqs", labels, 6),
  "# TYPE sglang:num_queue_reqs gauge",
  sample("sglang:num_queue_reqs", labels, 3),
  "# TYPE sglang:token_usage gauge",
  sample("sglang:token_usage", labels, 0.4),
  "# TYPE sglang:cache_hit_rate gauge",
  sample("sglang:cache_hit_rate", labels, 0.9),
  "# TYPE sglang:num_retracted_requests_total counter",
  "# TYPE sglang:prompt_tokens_total counter",
  sample("sglang:prompt_tokens_total", streamed, 8000),
  sample("sglang:prompt_tokens_total", whole, 2000),
  "# TYPE sglang:generation_tokens_total counter",
  sample("sglang:generation_tokens_total", streamed, 5000),
  "# TYPE sglang:cached_tokens_total counter",
  sample("sglang:cached_tokens_total", { ...labels, cache_source: "device" }, 3000),
  sample("sglang:cached_tokens_total", { ...labels, cache_source: "host" }, 1000),
  "# TYPE sglang:num_requests_total counter",
  sample("sglang:num_requests_total", streamed, 40),
  sample("sglang:num_requests_total", whole, 10),
  "# TYPE sglang:num_aborted_requests_total counter",
  sample("sglang:num_aborted_requests_total", labels, 2),
  "# TYPE sglang:time_to_first_token_seconds histogram",
  ...histogram(
    "sglang:time_to_first_token_seconds",
    streamed,
    [
      [0.1, 30],
      [0.4, 40],
    ],
    4,
  ),
  ...histogram(
    "sglang:time_to_first_token_seconds",
    whole,
    [
      [0.1, 0],
      [20, 10],
    ],
    100,
  ),
  "# TYPE sglang:inter_token_latency_seconds histogram",
  ...histogram(
    "sglang:inter_token_latency_seconds",
    labels,
    [
      [0.02, 4000],
      [0.04, 5000],
    ],
    80,
  ),
  "# TYPE sglang:e2e_request_latency_seconds histogram",
  ...histogram(
    "sglang:e2e_request_latency_seconds",
    streamed,
    [
      [2, 30],
      [4, 40],
    ],
    70,
  ),
  ...histogram("sglang:e2e_request_latency_seconds", whole, [[20, 10]], 100),
  "# TYPE sglang:queue_time_seconds histogram",
  ...histogram("sglang:queue_time_seconds", labels, [[0.1, 50]], 2.5),
]);
