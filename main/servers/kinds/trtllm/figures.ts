import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { llmFigures, onlyModel } from "../openai/index.ts";

export function readFigures(page: MetricsPage, models: readonly string[]): RawFigure[] {
  return llmFigures(page, {
    model: onlyModel(models),
    known: models.length === 1 ? models : [],
    gauges: {
      waiting: "trtllm_num_requests_waiting",
      running: "trtllm_num_requests_running",
      kvCacheUse: "trtllm_kv_cache_utilization",
    },
    rates: {
      promptTokensPerSecond: "trtllm_prompt_tokens",
      generatedTokensPerSecond: "trtllm_generation_tokens",
      requestsPerSecond: "trtllm_request_success",
      failuresPerSecond: "trtllm_request_error",
    },
    ratios: { prefixCacheHitRate: ["trtllm_prompt_cached_tokens", "trtllm_prompt_tokens"] },
    times: {
      ttft: "trtllm_time_to_first_token_seconds",
      itl: "trtllm_time_per_output_token_seconds",
      latency: "trtllm_e2e_request_latency_seconds",
      queue: "trtllm_request_queue_time_seconds",
      compute: "trtllm_request_inference_time_seconds",
    },
    missing: { preemptionsPerSecond: "TensorRT-LLM counts no preemptions." },
    off: "trtllm-serve exports metrics at /prometheus/metrics with return_perf_metrics: true in the file of --extra_llm_api_options alone.",
    absent: "This version of TensorRT-LLM does not export it.",
  });
}
