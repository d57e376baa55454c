import type { RawFigure } from "../../observation.ts";
import {
  distributions,
  type Exposition,
  gauges,
  rates,
  ratios,
  unavailable,
} from "../exposition/index.ts";
import { prefixCaching } from "./facts.ts";

const model = "model_name";
const TO_MS = 1000;
const QUEUE_TIME = "vllm:request_queue_time_seconds";
const INFERENCE_TIME = "vllm:request_inference_time_seconds";

const NO_METRICS =
  "vLLM exports it at /metrics, unless it is started with --disable-log-stats; the connection needs the address of /metrics.";
const SINCE_V1 = { minor: 8, hint: "vLLM exports it since 0.8, with its V1 engine." };
const SINCE_07 = { minor: 7, hint: "vLLM exports it since 0.7." };
const SINCE_032 = { minor: 32, hint: "vLLM exports it since 0.32." };

/** Successful ends in vLLM's FinishReason; the others are abort and error. */
const ENDED_WELL = new Set(["stop", "length", "repetition"]);
const endedWell = ({ finished_reason = "" }: Readonly<Record<string, string>>) =>
  ENDED_WELL.has(finished_reason);

/** `version`: as the server reports it, or null. */
export function readFigures(exposition: Exposition, version: string | null): RawFigure[] {
  const exported = exposition.names.some((name) => name.startsWith("vllm:"));
  const hint = (since: Since) => (exported ? sinceHint(since, version) : NO_METRICS);
  const now = (...names: string[]) => ({ names, model, hint: NO_METRICS });
  const seconds = (since: Since | null, ...names: string[]) => ({
    names,
    model,
    scale: TO_MS,
    hint: since ? hint(since) : NO_METRICS,
  });
  return [
    ...gauges(exposition, "waiting", now("vllm:num_requests_waiting"), "sum"),
    ...gauges(exposition, "running", now("vllm:num_requests_running"), "sum"),
    ...gauges(
      exposition,
      "kvCacheUse",
      now("vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"),
      "most",
    ),
    ...prefixCacheHits(exposition, hint(SINCE_V1)),
    ...rates(exposition, "preemptionsPerSecond", now("vllm:num_preemptions")),
    ...rates(exposition, "promptTokensPerSecond", now("vllm:prompt_tokens")),
    ...rates(exposition, "generatedTokensPerSecond", now("vllm:generation_tokens")),
    ...rates(exposition, "requestsPerSecond", { ...now("vllm:request_success"), where: endedWell }),
    ...failures(exposition),
    ...rates(exposition, "rejectedPerSecond", {
      ...now("vllm:admission_rejections"),
      hint: hint(SINCE_032),
    }),
    ...distributions(
      exposition,
      { mean: "tokensPerStep", quantiles: {} },
      { ...now("vllm:iteration_tokens_total"), hint: hint(SINCE_07) },
    ),
    ...distributions(
      exposition,
      { mean: "ttftMs", quantiles: { ttftP50Ms: 0.5, ttftP99Ms: 0.99 } },
      seconds(null, "vllm:time_to_first_token_seconds"),
    ),
    ...distributions(
      exposition,
      { mean: "itlMs", quantiles: { itlP50Ms: 0.5, itlP99Ms: 0.99 } },
      seconds(null, "vllm:inter_token_latency_seconds", "vllm:time_per_output_token_seconds"),
    ),
    ...distributions(
      exposition,
      {
        mean: "latencyMs",
        quantiles: { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 },
      },
      seconds(null, "vllm:e2e_request_latency_seconds"),
    ),
    ...distributions(
      exposition,
      { mean: "queueMs", quantiles: {} },
      seconds(SINCE_07, QUEUE_TIME, "vllm:time_in_queue_requests"),
    ),
    ...distributions(
      exposition,
      { mean: "computeMs", quantiles: {} },
      seconds(SINCE_07, INFERENCE_TIME),
    ),
    ...ratios(exposition, "queueToCompute", [[`${QUEUE_TIME}_sum`, `${INFERENCE_TIME}_sum`]], {
      model,
      hint: hint(SINCE_07),
    }),
  ];
}

interface Since {
  /** Version 0. */
  readonly minor: number;
  readonly hint: string;
}

/** If the version is new enough, another reason applies. */
function sinceHint({ minor, hint }: Since, version: string | null): string {
  const [, major, own] = /^v?(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  if (major === undefined || (major === "0" && Number(own) < minor)) return hint;
  return `Not exported here, though vLLM ${version} can: is the server started with --disable-log-stats?`;
}

function prefixCacheHits(exposition: Exposition, hint: string): RawFigure[] {
  if (prefixCaching(exposition) === false)
    return [
      unavailable(
        "prefixCacheHitRate",
        "",
        "Prefix caching is off; --enable-prefix-caching turns it on.",
        "vllm:cache_config_info",
      ),
    ];
  return ratios(
    exposition,
    "prefixCacheHitRate",
    [
      ["vllm:prefix_cache_hits", "vllm:prefix_cache_queries"],
      ["vllm:gpu_prefix_cache_hits", "vllm:gpu_prefix_cache_queries"],
    ],
    { model, hint },
  ).map((figure) =>
    exposition.text.includes("in terms of number of queried blocks")
      ? { ...figure, source: `${figure.source} (in blocks)` }
      : figure,
  );
}

/** Aborted or failed in the engine and, if counted, rejected or failed before it. */
function failures(exposition: Exposition): RawFigure[] {
  const ended = rates(exposition, "failuresPerSecond", {
    names: ["vllm:request_success"],
    model,
    where: (labels) => !endedWell(labels),
    hint: NO_METRICS,
  });
  const before = rates(exposition, "failuresPerSecond", {
    names: ["vllm:request_failure"],
    model,
    hint: "",
  });
  const earlier = new Map(before.map((each) => [each.model, each]));
  return ended.map((figure) => {
    const also = earlier.get(figure.model);
    if (figure.form !== "rate" || also?.form !== "rate") return figure;
    return {
      ...figure,
      total: figure.total + also.total,
      source: `${figure.source} (abort, error) + ${also.source}`,
    };
  });
}
