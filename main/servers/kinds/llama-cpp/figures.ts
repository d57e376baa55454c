import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { llmFigures, onlyModel } from "../openai/index.ts";

const REQUESTS = "llama.cpp counts no requests.";
const TIMES = "llama.cpp exports no times of requests: measure them with the lab.";

export function readFigures(page: MetricsPage, models: readonly string[]): RawFigure[] {
  return llmFigures(page, {
    model: onlyModel(models),
    known: models.length === 1 ? models : [],
    gauges: { waiting: "llamacpp:requests_deferred", running: "llamacpp:requests_processing" },
    rates: {
      promptTokensPerSecond: "llamacpp:prompt_tokens",
      generatedTokensPerSecond: "llamacpp:tokens_predicted",
    },
    ratios: {
      itlMs: ["llamacpp:tokens_predicted_seconds", "llamacpp:tokens_predicted", 1000],
    },
    times: {},
    missing: {
      kvCacheUse: "llama.cpp does not export how much of its KV cache is in use.",
      prefixCacheHitRate:
        "llama.cpp does not export hits of its prompt cache. Each response has its own: Try it shows them.",
      preemptionsPerSecond: "llama.cpp preempts no requests: they wait for a free slot.",
      requestsPerSecond: REQUESTS,
      failuresPerSecond: REQUESTS,
      itlP50Ms: "llama.cpp exports sums of times, and no histogram.",
      itlP99Ms: "llama.cpp exports sums of times, and no histogram.",
      ttftMs: TIMES,
      ttftP50Ms: TIMES,
      ttftP99Ms: TIMES,
      latencyMs: TIMES,
      latencyP50Ms: TIMES,
      latencyP95Ms: TIMES,
      latencyP99Ms: TIMES,
      queueMs: TIMES,
      computeMs: TIMES,
    },
    off: "llama.cpp exports metrics with --metrics alone.",
    absent: "This version of llama.cpp does not export it.",
  });
}
