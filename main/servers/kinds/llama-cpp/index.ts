import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";
import {
  type HttpResponse,
  fetchAnswer,
  Probe,
  metricsPage,
  type MetricsPage,
} from "../probe/index.ts";
import { optional } from "../lenient.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import {
  isOwner,
  type ListedModel,
  listedFacts,
  listModels,
  requireHttp,
  llmFigures,
  onlyModel,
} from "../openai/index.ts";

const NAME = "llama.cpp";
const loading = z.object({ error: z.object({ message: z.literal("Loading model") }) });
const props = z.object({
  build_info: optional(z.string()),
  total_slots: optional(z.number()),
  is_sleeping: optional(z.boolean()),
});

/** llama.cpp's server, llama-server (SPEC.md: LLAMACPP-1 to LLAMACPP-7). */
export const llamaCpp: ObservedKind = {
  kind: "llamaCpp",
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
  const is =
    (await isOwner(http, "llamacpp", probe)) ??
    (await probe.get(http, "/health", (answer) => (isLoading(answer) ? true : null)));
  probe.end();
  if (!is) return null;
  const version = await probe.get(http, "/props", ({ json }) => propsIn(json).build_info ?? null);
  return { version };
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [health, about, page] = await Promise.all([
    fetchAnswer(http, "/health", signal),
    fetchAnswer(http, "/props", signal),
    metricsPage(reach.metrics ?? http, "/metrics", signal),
  ]);
  if (isLoading(health))
    return {
      incarnation: readStart(page),
      models: await listedWhileLoading(reach, signal),
      figures: readFigures(page, []),
      exposition: page.text,
    };
  const models = await listModels(http, NAME, signal);
  return {
    incarnation: readStart(page),
    models: models.map((model) => described(model, propsIn(about.json))),
    figures: readFigures(
      page,
      models.map(({ id }) => id),
    ),
    exposition: page.text,
  };
}

/** Despite its name no Unix time: microseconds of a clock that each process reads once (LLAMACPP-7). */
function readStart({ headers }: MetricsPage): string | null {
  const start = headers?.["process-start-time-unix"];
  return typeof start === "string" && start !== "" ? start : null;
}

function propsIn(json: unknown): Partial<z.infer<typeof props>> {
  return props.safeParse(json).data ?? {};
}

function isLoading({ status, json }: HttpResponse): boolean {
  return status === 503 && loading.safeParse(json).success;
}

/** The list may not exist yet. */
async function listedWhileLoading(
  reach: Reach,
  signal: AbortSignal | undefined,
): Promise<ObservedModel[]> {
  const models = await listModels(requireHttp(reach, NAME), NAME, signal).catch(() => []);
  return models.map(({ id }) => ({
    name: id,
    versions: [],
    state: "loading",
    reason: "It is loading: /health answers with status 503.",
    facts: [],
  }));
}

function described(
  model: ListedModel,
  { total_slots, is_sleeping }: ReturnType<typeof propsIn>,
): ObservedModel {
  const { ftype, n_params } = model.meta ?? {};
  const facts: [string, string][] = [...listedFacts(model)];
  if (ftype) facts.push(["Weights as", ftype]);
  if (n_params) facts.push(["Parameters", formatCount(n_params)]);
  if (total_slots) facts.push(["Slots (--parallel)", String(total_slots)]);
  if (is_sleeping) facts.push(["Sleeps", "until the next request (--sleep-idle-seconds)"]);
  return { name: model.id, versions: [], state: "ready", reason: null, facts };
}

function formatCount(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} billion`;
  return count >= 1e6 ? `${(count / 1e6).toFixed(2)} million` : String(count);
}

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
      prefixCacheHitRate: [
        "llamacpp:prompt_tokens_cached",
        ["llamacpp:prompt_tokens_cached", "llamacpp:prompt_tokens"],
      ],
      itlMs: ["llamacpp:tokens_predicted_seconds", "llamacpp:tokens_predicted", 1000],
    },
    times: {},
    missing: {
      kvCacheUse: "llama.cpp does not export how much of its KV cache is in use.",
      prefixCacheHitRate:
        "This version of llama.cpp does not export hits of its prompt cache. Each response has its own: Try it shows them.",
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
    off: "llama.cpp exports metrics only with --metrics.",
    absent: "This version of llama.cpp does not export it.",
  });
}
