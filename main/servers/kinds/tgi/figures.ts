import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { llmFigures, onlyModel } from "../openai/index.ts";

const TTFT =
  "Text Generation Inference exports no time to the first token: measure it with the lab.";
const KV = "Text Generation Inference exports nothing of its KV cache.";

export function readFigures(page: MetricsPage, models: readonly string[]): RawFigure[] {
  return llmFigures(page, {
    model: onlyModel(models),
    known: models.length === 1 ? models : [],
    gauges: { waiting: "tgi_queue_size", running: "tgi_batch_current_size" },
    rates: {
      promptTokensPerSecond: "tgi_request_input_length_sum",
      generatedTokensPerSecond: "tgi_request_generated_tokens_sum",
      requestsPerSecond: "tgi_request_success",
      failuresPerSecond: "tgi_request_failure",
      rejectedPerSecond: { name: "tgi_request_failure", where: ({ err }) => err === "overloaded" },
    },
    ratios: {
      itlMs: [
        "tgi_request_mean_time_per_token_duration_sum",
        "tgi_request_mean_time_per_token_duration_count",
        1000,
      ],
    },
    times: {
      latency: "tgi_request_duration",
      queue: "tgi_request_queue_duration",
      compute: "tgi_request_inference_duration",
    },
    missing: {
      kvCacheUse: KV,
      prefixCacheHitRate: KV,
      preemptionsPerSecond: KV,
      ttftMs: TTFT,
      ttftP50Ms: TTFT,
      ttftP99Ms: TTFT,
      itlP50Ms: "Text Generation Inference exports the mean of each request alone.",
      itlP99Ms: "Text Generation Inference exports the mean of each request alone.",
    },
    startsWithoutCounters: true,
    off: "Text Generation Inference exports metrics at its own port and, with --prometheus-port, at another.",
    absent: "Not exported yet: it appears with the first request.",
  });
}
