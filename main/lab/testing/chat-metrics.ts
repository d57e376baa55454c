import type { ChatEngine } from "./chat-engine.ts";

/** What vLLM's /metrics reports (vllm/v1/metrics/loggers.py). */
export function chatMetrics(model: string, engine: ChatEngine): string {
  const { counts, running, waiting, startedAt } = engine;
  const labels = `{engine="0",model_name="${model}"}`;
  const one = (base: string, type: string, value: number, own = labels) => {
    const name = type === "counter" ? `${base}_total` : base;
    return [`# HELP ${name} As vLLM has it.`, `# TYPE ${name} ${type}`, `${name}${own} ${value}`];
  };
  return [
    ...one("process_start_time_seconds", "gauge", startedAt, ""),
    ...one("vllm:num_requests_running", "gauge", running),
    ...one("vllm:num_requests_waiting", "gauge", waiting),
    ...one("vllm:kv_cache_usage_perc", "gauge", 0),
    ...one("vllm:prefix_cache_queries", "counter", counts.looked),
    ...one("vllm:prefix_cache_hits", "counter", counts.hits),
    ...one("vllm:num_preemptions", "counter", 0),
    ...one("vllm:prompt_tokens", "counter", counts.promptTokens),
    ...one("vllm:generation_tokens", "counter", counts.outputTokens),
    ...one(
      "vllm:request_success",
      "counter",
      counts.requests,
      `{engine="0",finished_reason="length",model_name="${model}"}`,
    ),
    "",
  ].join("\n");
}
