import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { llmFigures } from "../openai/index.ts";

export function readFigures(page: MetricsPage, models: readonly string[]): RawFigure[] {
  return llmFigures(page, {
    model: "model_name",
    known: models,
    gauges: {
      waiting: "sglang:num_queue_reqs",
      running: "sglang:num_running_reqs",
      kvCacheUse: "sglang:token_usage",
    },
    rates: {
      preemptionsPerSecond: "sglang:num_retracted_requests",
      promptTokensPerSecond: "sglang:prompt_tokens",
      generatedTokensPerSecond: "sglang:generation_tokens",
      requestsPerSecond: "sglang:num_requests",
      failuresPerSecond: "sglang:num_aborted_requests",
    },
    ratios: { prefixCacheHitRate: ["sglang:cached_tokens", "sglang:prompt_tokens"] },
    times: {
      ttft: {
        name: "sglang:time_to_first_token_seconds",
        where: ({ is_streaming }) => is_streaming !== "false",
      },
      itl: "sglang:inter_token_latency_seconds",
      latency: "sglang:e2e_request_latency_seconds",
      queue: "sglang:queue_time_seconds",
    },
    missing: { computeMs: "SGLang does not export it." },
    off: "SGLang exports metrics with --enable-metrics alone.",
    absent: "This version of SGLang does not export it.",
  });
}
