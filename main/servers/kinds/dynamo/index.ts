import { z } from "zod";
import type { Observation, RawFigure } from "../../observation.ts";
import {
  fetchAnswer,
  type HttpResponse,
  Probe,
  metricsPage,
  processStart,
  type MetricsPage,
} from "../probe/index.ts";
import { optional } from "../lenient.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { listModels, observedModels, requireHttp, llmFigures } from "../openai/index.ts";

const NAME = "NVIDIA Dynamo";
const healthAnswer = z.object({
  message: optional(z.string()),
  endpoints: z.array(z.unknown()),
  instances: z.array(z.unknown()),
});

/** NVIDIA Dynamo's frontend (SPEC.md: DYNAMO-1 to DYNAMO-6). */
export const dynamo: ObservedKind = {
  kind: "dynamo",
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
  const found = await probe.get(http, "/health", readHealth);
  probe.end();
  return found && { version: null };
}

function readHealth({ status, json }: HttpResponse) {
  return status === 200 || status === 503 ? (healthAnswer.safeParse(json).data ?? null) : null;
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, health, page] = await Promise.all([
    listModels(http, NAME, signal),
    fetchAnswer(http, "/health", signal),
    metricsPage(reach.metrics ?? http, "/metrics", signal),
  ]);
  const about = readHealth(health);
  return {
    incarnation: processStart(page.exposition),
    models: observedModels(models, health).map((model) => ({
      ...model,
      reason: model.reason && (about?.message ?? model.reason),
      facts: [...model.facts, ...workers(about?.instances)],
    })),
    figures: readFigures(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}

function workers(instances: readonly unknown[] | undefined): [string, string][] {
  return instances ? [["Registered instances", String(instances.length)]] : [];
}

const KV =
  "Dynamo's frontend exports no share of the KV cache; each worker does at its own port (DYN_SYSTEM_PORT).";
const QUEUE = "Dynamo's frontend exports no time in the queue.";

export function readFigures(page: MetricsPage, models: readonly string[]): RawFigure[] {
  const listed = new Map(models.map((model) => [model.toLowerCase(), model]));
  return llmFigures(page, {
    model: ({ model = "" }) => listed.get(model.toLowerCase()) ?? model,
    known: models,
    gauges: {
      waiting: "dynamo_frontend_queued_requests",
      running: "dynamo_frontend_inflight_requests",
    },
    rates: {
      promptTokensPerSecond: "dynamo_frontend_input_sequence_tokens_sum",
      generatedTokensPerSecond: "dynamo_frontend_output_tokens",
      requestsPerSecond: {
        name: "dynamo_frontend_requests",
        where: ({ status }) => status === "success",
      },
      failuresPerSecond: {
        name: "dynamo_frontend_requests",
        where: ({ status }) => status === "error",
      },
      rejectedPerSecond: {
        name: "dynamo_frontend_requests",
        where: ({ error_type }) => error_type === "overload",
      },
    },
    ratios: {
      prefixCacheHitRate: [
        "dynamo_frontend_cached_tokens_sum",
        "dynamo_frontend_input_sequence_tokens_sum",
      ],
    },
    times: {
      ttft: "dynamo_frontend_time_to_first_token_seconds",
      itl: "dynamo_frontend_inter_token_latency_seconds",
      latency: "dynamo_frontend_request_duration_seconds",
    },
    missing: {
      kvCacheUse: KV,
      queueMs: QUEUE,
      computeMs: QUEUE,
      preemptionsPerSecond: "Dynamo's frontend counts no preemptions.",
    },
    off: "Dynamo's frontend exports metrics at its own port, under other names with DYN_METRICS_PREFIX.",
    absent: "Not exported by this version of Dynamo, or not before the first request.",
  });
}
