import { z } from "zod";
import type { Observation, RawFigure } from "../../observation.ts";
import { fetchAnswer, Probe, metricsPage, processStart, type MetricsPage } from "../probe/index.ts";
import { optional } from "../lenient.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { listModels, observedModels, requireHttp, llmFigures, onlyModel } from "../openai/index.ts";

const NAME = "Text Generation Inference";
const info = z.object({
  router: z.string().startsWith("text-generation"),
  model_id: z.string(),
  version: optional(z.string()),
  max_concurrent_requests: optional(z.number()),
  max_input_tokens: optional(z.number()),
  max_total_tokens: optional(z.number()),
});

/** Hugging Face's Text Generation Inference (SPEC.md: TGI-1 to TGI-5). */
export const tgi: ObservedKind = {
  kind: "tgi",
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
  const found = await probe.get(http, "/info", ({ json }) => info.safeParse(json).data ?? null);
  probe.end();
  return found && { version: found.version ?? null };
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, about, health, page] = await Promise.all([
    listModels(http, NAME, signal),
    fetchAnswer(http, "/info", signal),
    fetchAnswer(http, "/health", signal),
    metricsPage(reach.metrics ?? http, "/metrics", signal),
  ]);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models, health).map((model) => ({
      ...model,
      facts: [...model.facts, ...limits(about.json)],
    })),
    figures: readFigures(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}

function limits(json: unknown): [string, string][] {
  const { max_concurrent_requests, max_input_tokens, max_total_tokens } =
    info.safeParse(json).data ?? {};
  const facts: [string, string][] = [];
  if (max_concurrent_requests)
    facts.push(["Concurrent requests, at most", String(max_concurrent_requests)]);
  if (max_input_tokens) facts.push(["Tokens of a prompt, at most", String(max_input_tokens)]);
  if (max_total_tokens) facts.push(["Context", `${max_total_tokens} tokens`]);
  return facts;
}

const TTFT =
  "Text Generation Inference exports no time to the first token: measure it with the lab.";
const KV = "Text Generation Inference exports no metrics of its KV cache.";

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
      itlP50Ms: "Text Generation Inference exports only the mean of each request.",
      itlP99Ms: "Text Generation Inference exports only the mean of each request.",
    },
    startsWithoutCounters: true,
    off: "Text Generation Inference exports metrics at its own port and, with --prometheus-port, at another.",
    absent: "Not exported yet: it appears with the first request.",
  });
}
