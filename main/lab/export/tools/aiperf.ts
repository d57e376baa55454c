import type {
  ChatSource,
  ExperimentPlan,
  Lengths,
  PoolingSource,
} from "../../../contract/index.ts";
import { meanLength } from "../../../wire/index.ts";
import type { Exported } from "../json.ts";
import {
  type ChatRun,
  type ChatRuns,
  formatLoad,
  type PoolingRuns,
  toolRuns,
} from "./chat-runs.ts";
import type { Spread } from "./spread.ts";

/** Version of the written schema (LAB-EXPORT-21). */
const SCHEMA_VERSION = "1.4";
/** The experiment doesn't contain the server's address, which AIPerf's schema requires. */
const UNKNOWN_URL = "http://unknown.invalid";

/** AIPerf's summary of each load; it has one for each run. */
export function aiperfSummaries(
  experiment: Exported,
): { readonly load: string; readonly text: string }[] {
  const all = toolRuns(experiment);
  return all.runs.map((run) => ({
    load: formatLoad(run.step.load),
    text: `${JSON.stringify(summary(experiment, all, run), null, 2)}\n`,
  }));
}

function summary({ plan, state }: Exported, all: ChatRuns | PoolingRuns, run: ChatRun) {
  const { step, outputTokens, promptTokens, failed } = run;
  const hasAnswers = all.source.kind === "chat";
  const { seconds, successes, goodput, startedAt } = step;
  const single = (unit: string, avg: number) => ({ unit, avg });
  const tokens = (sum: number) =>
    successes === 0 ? {} : { unit: "tokens", avg: sum / successes, count: successes, sum };
  return {
    schema_version: SCHEMA_VERSION,
    request_throughput: single("requests/sec", step.requestsPerSecond),
    request_latency: spreadFields(run.response),
    request_count: single("requests", successes),
    ...(run.tokens && {
      time_to_first_token: spreadFields(run.tokens.first),
      inter_token_latency: spreadFields(run.tokens.each),
      inter_chunk_latency: spreadFields(run.tokens.between),
    }),
    ...(hasAnswers && {
      output_token_throughput: single("tokens/sec", outputTokens / seconds),
      ...(successes > 0 && { output_sequence_length: tokens(outputTokens) }),
      total_output_tokens: single("tokens", outputTokens),
      total_osl: single("tokens", outputTokens),
    }),
    ...(successes > 0 && { input_sequence_length: tokens(promptTokens) }),
    ...(goodput !== null && { goodput: single("requests/sec", goodput) }),
    benchmark_duration: single("sec", seconds),
    total_isl: single("tokens", promptTokens),
    error_request_count: single("requests", failed),
    input_config: inputConfig(plan, all, run),
    run_info: {
      ...(plan.seed >= 0 && { random_seed: plan.seed }),
      run_label: formatLoad(step.load).replace("-", "_"),
    },
    was_cancelled: state === "cancelled",
    is_complete: step.complete,
    error_summary: step.failures.map(({ status, message, count }) => ({
      error_details: { type: status, message },
      count,
    })),
    start_time: new Date(startedAt).toISOString(),
    end_time: new Date(startedAt + seconds * 1000).toISOString(),
  };
}

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99];

function spreadFields(spread: Spread) {
  const { count, mean, deviation, min, max } = spread;
  return {
    unit: "ms",
    avg: mean,
    ...Object.fromEntries(PERCENTILES.map((p) => [`p${p}`, spread.at(p)])),
    min,
    max,
    std: deviation,
    count,
    sum: mean * count,
  };
}

function inputConfig(
  plan: ExperimentPlan,
  { model, source, ...all }: ChatRuns | PoolingRuns,
  run: ChatRun,
) {
  const { seed, load, secondsPerStep, requestsPerStep, traffic } = plan;
  const shape = { name: "profiling", kind: "profiling" };
  const span = {
    duration: load.kind === "profile" ? run.step.seconds : secondsPerStep,
    ...(requestsPerStep !== null && { requests: requestsPerStep }),
  };
  return {
    models: { items: [{ name: model }] },
    endpoint: {
      urls: [UNKNOWN_URL],
      type: source.kind === "chat" ? source.endpoint : POOLING_TYPES[source.kind],
      streaming: source.kind === "chat" && source.streamed !== false,
    },
    datasets: [
      {
        name: "main",
        type: "synthetic",
        entries: traffic[0]?.distinctInputs ?? 1,
        ...(seed >= 0 && { random_seed: seed }),
        ...(source.kind === "chat"
          ? { prompts: promptLengths(source), ...media(source) }
          : pooledTexts(source, "items" in all ? all.items : 1)),
      },
    ],
    phases: [{ ...shape, ...span, ...arrivalsOf(plan, run) }],
  };
}

/** Endpoints of AIPerf's plugins (plugin/plugins.yaml); Cohere's has the fields of a rerank. */
const POOLING_TYPES = { embeddings: "embeddings", rerank: "cohere_rankings" } as const;

/** PromptConfig and RankingsConfig (config/dataset/content.py). */
function pooledTexts(source: PoolingSource, items: number) {
  if (source.kind === "embeddings")
    return { prompts: { isl: spreadOfLengths(source.lengths), batch_size: items } };
  return {
    rankings: {
      passages: { value: items },
      passage_tokens: spreadOfLengths(source.documents),
      query_tokens: spreadOfLengths(source.queries),
    },
  };
}

/** Synthetic images and audio, not those from files. */
function media({ images, audio }: ChatSource) {
  return {
    ...(images && {
      images: {
        batch_size: images.count,
        width: { mean: images.width },
        height: { mean: images.height },
        format: "png",
      },
    }),
    ...(audio?.kind === "noise" && {
      audio: {
        batch_size: audio.count,
        length: { mean: audio.meanSeconds, stddev: audio.deviationSeconds },
        format: "wav",
        depths: [16],
        sample_rates: [audio.sampleRate / 1000],
        channels: audio.channels,
      },
    }),
  };
}

function arrivalsOf({ load }: ExperimentPlan, { clients, rate }: ChatRun) {
  if (clients !== null) return { type: "concurrency", concurrency: clients };
  const arrivals = "arrivals" in load ? load.arrivals : { kind: "constant" as const };
  return arrivals.kind === "gamma"
    ? { type: "gamma", rate, smoothness: arrivals.burstiness }
    : { type: arrivals.kind, rate };
}

function promptLengths({ prompts, outputs }: ChatSource) {
  return {
    ...(prompts.kind === "words" && { isl: spreadOfLengths(prompts.lengths) }),
    osl: spreadOfLengths(outputs),
  };
}

const spreadOfLengths = (lengths: Lengths) => ({
  mean: meanLength(lengths),
  stddev: deviation(lengths),
});

function deviation(lengths: Lengths): number {
  switch (lengths.kind) {
    case "fixed":
      return 0;
    case "uniform":
      return Math.sqrt(((lengths.most - lengths.least + 1) ** 2 - 1) / 12);
    case "normal":
      return lengths.deviation;
    case "lognormal": {
      const variance = lengths.sigma ** 2;
      return meanLength(lengths) * Math.sqrt(Math.exp(variance) - 1);
    }
  }
}
