import { type Product, startProduct } from "../../testing/product.ts";

export interface LlamaCppOptions {
  /** null: started without --metrics. */
  readonly metrics?: string | null;
  readonly loading?: boolean;
  readonly sleeping?: boolean;
  /** Header of the metrics page. */
  readonly start?: string;
}

export const MODEL = "gpt-oss-20b.gguf";

/**
 * llama-server as ggml-org/llama.cpp has it: /health in tools/server/README.md at 00dc8057, /props, /v1/models and the
 * rejection of /metrics in tools/server/server-context.cpp at 001d906a, /metrics in tools/server/server-task.cpp of
 * llama-cpp-python 0.3.36.
 */
export function startLlamaCpp(options: LlamaCppOptions = {}): Promise<Product> {
  const { metrics = METRICS, loading = false, sleeping = false, start } = options;
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
            : { body: metrics, ...(start && { headers: { "Process-Start-Time-Unix": start } }) };
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

const counter = (name: string, help: string, value: number) =>
  `# HELP llamacpp:${name} ${help}\n# TYPE llamacpp:${name} counter\nllamacpp:${name} ${value}\n`;
const gauge = (name: string, help: string, value: number) =>
  counter(name, help, value).replace(" counter\n", " gauge\n");

/** Tokens found in the cache, which earlier versions don't export. */
const CACHED = counter(
  "prompt_tokens_cached_total",
  "Number of prompt tokens reused from the cache",
  800,
);

const METRICS = [
  counter(
    "prompt_tokens_total",
    "Number of prompt tokens processed, excluding cached tokens",
    1200,
  ),
  CACHED,
  counter("prompt_seconds_total", "Total time spent processing prompts", 3.5),
  counter("tokens_predicted_total", "Number of generation tokens processed", 400),
  counter("tokens_predicted_seconds_total", "Total time spent generating tokens", 8),
  counter("n_decode_total", "Total number of llama_decode() calls", 250),
  counter("n_tokens_max", "Largest observed sequence length (prompt + generation)", 900),
  counter("spec_decode_num_draft_tokens_total", "Speculative: Total draft tokens generated", 0),
  gauge("prompt_tokens_seconds", "Average prompt throughput in tokens/s", 342.8),
  gauge("predicted_tokens_seconds", "Average generation throughput in tokens/s", 50),
  gauge("requests_processing", "Number of requests processing", 3),
  gauge("requests_deferred", "Number of requests deferred", 2),
  gauge("n_busy_slots_per_decode", "Average number of busy slots per llama_decode() call", 1.6),
].join("");

export const OLDER_METRICS = METRICS.replace(CACHED, "");
