import { z } from "zod";
import type { Observation, RawFigure } from "../../observation.ts";
import { fetchAnswer, Probe, metricsPage, processStart, type MetricsPage } from "../probe/index.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { isOwner, listModels, observedModels, requireHttp, llmFigures } from "../openai/index.ts";

const NAME = "SGLang";
const info = z.object({ version: z.string() });

/** SGLang's OpenAI-compatible server (SPEC.md: SGLANG-1 to SGLANG-5). */
export const sglang: ObservedKind = {
  kind: "sglang",
  name: NAME,
  capabilities: ["chat"],
  recognise,
  observe,
};

async function recognise(
  reach: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const probe = new Probe(asked, signal);
  const is = await isOwner(reach.http, "sglang", probe);
  probe.end();
  return is && { version: await versionAt(reach, asked, signal) };
}

/** The response holds all arguments of the server, including keys: only the version is kept. */
async function versionAt(
  { http }: Reach,
  asked: ProbeLog,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (!http) return null;
  for (const path of ["/server_info", "/get_server_info"]) {
    const { status, json } = await fetchAnswer(http, path, signal);
    const version = info.safeParse(json).data?.version ?? null;
    asked(`GET ${http.url}${path}`, `${status} ${version ?? ""}`.trim(), version !== null);
    if (version !== null) return version;
  }
  return null;
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, page] = await Promise.all([
    listModels(http, NAME, signal),
    metricsPage(reach.metrics ?? http, "/metrics", signal),
  ]);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models),
    figures: readFigures(
      page,
      models.filter(({ parent }) => !parent).map(({ id }) => id),
    ),
    exposition: page.text,
  };
}

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
    off: "SGLang exports metrics only with --enable-metrics.",
    absent: "This version of SGLang does not export it.",
  });
}
