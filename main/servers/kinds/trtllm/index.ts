import { z } from "zod";
import type { Observation, RawFigure } from "../../observation.ts";
import { fetchAnswer, Probe, metricsPage, processStart, type MetricsPage } from "../probe/index.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import {
  isOwner,
  listModels,
  observedModels,
  requireHttp,
  llmFigures,
  onlyModel,
} from "../openai/index.ts";

const NAME = "TensorRT-LLM (trtllm-serve)";
const versionAnswer = z.object({ version: z.string() });

/** TensorRT-LLM's trtllm-serve (SPEC.md: TRTLLM-1 to TRTLLM-5). */
export const trtllm: ObservedKind = {
  kind: "trtllm",
  name: NAME,
  capabilities: ["chat"],
  recognise,
  observe,
};

async function recognise(
  { http }: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const probe = new Probe(asked, signal);
  const is = await isOwner(http, "tensorrt_llm", probe);
  probe.end();
  if (!is) return null;
  const version = await probe.get(
    http,
    "/version",
    ({ json }) => versionAnswer.safeParse(json).data?.version ?? null,
  );
  return { version };
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, health, page] = await Promise.all([
    listModels(http, NAME, signal),
    fetchAnswer(http, "/health", signal),
    metricsPage(reach.metrics ?? http, "/prometheus/metrics", signal),
  ]);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models, health),
    figures: readFigures(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}

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
    off: "trtllm-serve exports metrics at /prometheus/metrics, only with return_perf_metrics: true in the file of --extra_llm_api_options.",
    absent: "This version of TensorRT-LLM does not export it.",
  });
}
