import { StatusError } from "../../../../base/status-error.ts";
import type { FigureId, ObservedModel } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import type { MetricSample } from "../../metrics/metrics-text.ts";
import { Exposition, gauges } from "../exposition/index.ts";
import { type MetricsPage, metricsPage, Probe, processStart } from "../probe/index.ts";
import type { ObservedKind, ProbeLog, Reach, Recognised } from "../kind.ts";
import { llmFigures } from "../openai/index.ts";

const NAME = "Endpoint picker (Gateway API Inference Extension)";
const PATH = "/metrics";
const INFO = "inference_extension_info";
const REQUESTS = "inference_objective_request_total";
const READY = "inference_pool_ready_pods";
const QUEUES = "inference_pool_per_pod_queue_size";
const MAX_PODS_SHOWN = 20;

/** The endpoint picker of the Gateway API Inference Extension (SPEC.md: EPP-1 to EPP-5). */
export const endpointPicker: ObservedKind = {
  kind: "endpointPicker",
  name: NAME,
  capabilities: [],
  recognise,
  observe,
};

async function recognise(
  reach: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const probe = new Probe(asked, signal);
  const page = await probe.get(reach.metrics ?? reach.http, PATH, ({ status, text }) =>
    status === 200 && text.includes(INFO) ? text : null,
  );
  probe.end();
  if (page === null) return null;
  const [info] = (await Exposition.of(page)).samples(INFO);
  return info ? { version: info.labels["build_ref"] || info.labels["commit"] || null } : null;
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireMetrics(reach);
  const page = await metricsPage(http, PATH, signal);
  if (page.text === null) throw new StatusError("UNAVAILABLE", page.why);
  const names = new Set(
    page.exposition.samples(REQUESTS).flatMap(({ labels }) => labels["model_name"] || []),
  );
  return {
    incarnation: processStart(page.exposition),
    models: [...names].toSorted().map((name) => toModel(name, page.exposition)),
    figures: readFigures(page, [...names]),
    exposition: page.text,
  };
}

function requireMetrics({ metrics, http }: Reach): ServerHttp {
  const given = metrics ?? http;
  if (given) return given;
  throw new StatusError(
    "FAILED_PRECONDITION",
    "The endpoint picker is observed by its metrics: give their address (port 9090).",
  );
}

function toModel(name: string, exposition: Exposition): ObservedModel {
  const pools = exposition.samples(READY);
  const isWithoutPods = pools.length > 0 && pools.every(({ value }) => value === 0);
  return {
    name,
    versions: [],
    state: isWithoutPods ? "unavailable" : "ready",
    reason: isWithoutPods ? "The pool has no ready pods." : null,
    facts: [
      ...pools.map(({ labels, value }): [string, string] => [
        `Ready pods of ${labels["name"] ?? "the pool"}`,
        String(value),
      ]),
      ...exposition.samples(QUEUES).slice(0, MAX_PODS_SHOWN).map(toQueueFact),
    ],
  };
}

function toQueueFact({ labels, value }: MetricSample): [string, string] {
  return [`Queue depth of ${labels["model_server_pod"] ?? "a pod"}`, String(value)];
}

/** Read without a model. */
const POOL_FIGURES: ReadonlySet<FigureId> = new Set<FigureId>(["waiting", "kvCacheUse"]);

const ABSENT = "Not exported by this version, or not before the first request.";

export function readFigures(page: MetricsPage, models: readonly string[]): RawFigure[] {
  const ofPool = (name: string) => ({ names: [name], model: null, hint: ABSENT });
  const pool = [
    ...gauges(page.exposition, "waiting", ofPool(QUEUES), "sum"),
    ...gauges(
      page.exposition,
      "kvCacheUse",
      ofPool("inference_pool_average_kv_cache_utilization"),
      "most",
    ),
  ];
  const others = llmFigures(page, {
    model: "model_name",
    known: models,
    gauges: { running: "inference_objective_running_requests" },
    rates: {
      requestsPerSecond: REQUESTS,
      failuresPerSecond: "inference_objective_request_error_total",
      promptTokensPerSecond: "inference_objective_input_tokens_sum",
      generatedTokensPerSecond: "inference_objective_output_tokens_sum",
    },
    ratios: {
      prefixCacheHitRate: [
        "inference_objective_prompt_cached_tokens_sum",
        "inference_objective_input_tokens_sum",
      ],
    },
    times: {
      ttft: "inference_objective_request_ttft_seconds",
      itl: "inference_objective_request_tpot_seconds",
      latency: "inference_objective_request_duration_seconds",
      queue: "inference_extension_flow_control_request_queue_duration_seconds",
    },
    missing: {
      computeMs: "The endpoint picker does not compute: look at the pods of its pool.",
      preemptionsPerSecond: "The endpoint picker counts no preemptions.",
    },
    off: "The endpoint picker exports metrics at port 9090, with a token unless --metrics-endpoint-auth=false.",
    absent: ABSENT,
  });
  const isOfPool = (raw: RawFigure) => raw.form === "unavailable" && POOL_FIGURES.has(raw.figure);
  return [...pool, ...others.filter((raw) => !isOfPool(raw))];
}
