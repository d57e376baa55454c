import { type Product, startProduct } from "../../testing/product.ts";

export interface LlamaCppOptions {
  /** null: started without --metrics. */
  readonly metrics?: string | null;
  readonly loading?: boolean;
  readonly sleeping?: boolean;
}

export const MODEL = "gpt-oss-20b.gguf";

/**
 * llama-server as ggml-org/llama.cpp has it: /health and the metrics' names in tools/server/README.md at 00dc8057,
 * /props, /v1/models and the rejection of /metrics in tools/server/server-context.cpp at 001d906a.
 */
export function startLlamaCpp(options: LlamaCppOptions = {}): Promise<Product> {
  const { metrics = METRICS, loading = false, sleeping = false } = options;
  const refusal = (code: number, message: string, type: string) => ({
    status: code,
    body: { error: { code, message, type } },
  });
  return startProduct(
    (method, path) => {
      if (method !== "GET") return undefined;
      if (loading) return refusal(503, "Loading model", "unavailable_error");
      switch (path) {
        case "/health":
          return { body: { status: "ok" } };
        case "/v1/models":
          return { body: MODELS };
        case "/props":
          return { body: { ...PROPS, is_sleeping: sleeping } };
        case "/metrics":
          return metrics === null
            ? refusal(
                501,
                "This server does not support metrics endpoint. Start it with `--metrics`",
                "not_supported_error",
              )
            : { body: metrics };
        default:
          return undefined;
      }
    },
    { error: { code: 404, message: "File Not Found", type: "not_found_error" } },
  );
}

const MODELS = {
  models: [{ name: MODEL, model: MODEL, modified_at: "", size: "", digest: "", type: "model" }],
  object: "list",
  data: [
    {
      id: MODEL,
      aliases: [],
      tags: [],
      object: "model",
      created: 1_790_000_000,
      owned_by: "llamacpp",
      meta: {
        vocab_type: 2,
        n_vocab: 201_088,
        n_ctx: 65_536,
        n_ctx_train: 131_072,
        n_embd: 2880,
        n_params: 20_914_757_184,
        size: 12_083_712_000,
        ftype: "MXFP4 MoE",
      },
    },
  ],
};

const PROPS = {
  default_generation_settings: { params: { n_predict: -1, temperature: 0.8 }, n_ctx: 65_536 },
  total_slots: 4,
  model_alias: MODEL,
  model_path: `/models/${MODEL}`,
  modalities: { vision: false, video: false, audio: false },
  endpoint_slots: true,
  endpoint_props: false,
  endpoint_metrics: true,
  chat_template: "{{ messages }}",
  bos_token: "<|startoftext|>",
  eos_token: "<|return|>",
  build_info: "b6500-0123abcd",
};

const METRICS = `# HELP llamacpp:prompt_tokens_total Number of prompt tokens processed.
# TYPE llamacpp:prompt_tokens_total counter
llamacpp:prompt_tokens_total 1200
# HELP llamacpp:prompt_seconds_total Prompt process time
# TYPE llamacpp:prompt_seconds_total counter
llamacpp:prompt_seconds_total 3.5
# HELP llamacpp:tokens_predicted_total Number of generation tokens processed.
# TYPE llamacpp:tokens_predicted_total counter
llamacpp:tokens_predicted_total 400
# HELP llamacpp:tokens_predicted_seconds_total Predict process time
# TYPE llamacpp:tokens_predicted_seconds_total counter
llamacpp:tokens_predicted_seconds_total 8
# HELP llamacpp:n_decode_total Total number of llama_decode() calls
# TYPE llamacpp:n_decode_total counter
llamacpp:n_decode_total 250
# HELP llamacpp:prompt_tokens_seconds Average prompt throughput in tokens/s.
# TYPE llamacpp:prompt_tokens_seconds gauge
llamacpp:prompt_tokens_seconds 342.8
# HELP llamacpp:predicted_tokens_seconds Average generation throughput in tokens/s.
# TYPE llamacpp:predicted_tokens_seconds gauge
llamacpp:predicted_tokens_seconds 50
# HELP llamacpp:requests_processing Number of requests processing.
# TYPE llamacpp:requests_processing gauge
llamacpp:requests_processing 3
# HELP llamacpp:requests_deferred Number of requests deferred.
# TYPE llamacpp:requests_deferred gauge
llamacpp:requests_deferred 2
`;
