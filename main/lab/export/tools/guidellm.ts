import type { ExperimentPlan, ExperimentStep, LatencySummary } from "../../../contract/index.ts";
import { toRequestPath } from "../../../wire/index.ts";
import type { Exported } from "../json.ts";
import { type ChatRun, type ChatRuns, type PoolingRuns, refusal, toolRuns } from "./chat-runs.ts";
import { meanByStatus, timesByStatus } from "./guidellm-distributions.ts";
import type { Spread } from "./spread.ts";

/** Version of the written report (LAB-EXPORT-22). */
const REPORT_VERSION = 2;
/** The experiment doesn't contain the server's address, which GuideLLM's schema requires. */
const UNKNOWN_TARGET = "http://unknown.invalid";

type Runs = ChatRuns | PoolingRuns;

/** A benchmarks.json with a benchmark for each load. */
export function guidellmReport(experiment: Exported): string {
  const all = toolRuns(experiment);
  if (all.source.kind === "rerank")
    throw refusal("GuideLLM has no reranks; choose vllm bench or AIPerf.");
  const { environment, plan } = experiment;
  const report = {
    metadata: { version: REPORT_VERSION, platform: environment.platform },
    config: {
      metadata: { labels: {} },
      spec: {
        backend: backendOf(all),
        profile: profileOf(plan, all.runs),
        data: [{ kind: "synthetic_text", ...meanLengths(all) }],
      },
    },
    benchmarks: all.runs.map((run, index) => toBenchmark(experiment, all, { run, index })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const backendOf = ({ model, source }: Runs) => ({
  kind: "openai_http",
  target: UNKNOWN_TARGET,
  model,
  request_format: source.kind === "chat" ? toRequestPath(source) : "/v1/embeddings",
  stream: source.kind === "chat" && source.streamed !== false,
});

function profileOf(plan: ExperimentPlan, runs: readonly ChatRun[]) {
  const kind = strategyKind(plan, runs[0] as ChatRun);
  if (kind === "concurrent") return { kind, streams: runs.map(({ step }) => step.load.value) };
  return { kind, rate: runs.map(({ step }) => step.load.value) };
}

/** GuideLLM has only these arrivals; others become constant at their mean rate. */
function strategyKind({ load }: ExperimentPlan, { clients }: ChatRun) {
  if (clients !== null) return "concurrent";
  return "arrivals" in load && load.arrivals.kind === "poisson" ? "poisson" : "constant";
}

function meanLengths({ source, runs: [first] }: Runs) {
  const mean = (tokens = 0) => Math.max(1, Math.round(tokens / (first?.step.successes || 1)));
  return {
    prompt_tokens: mean(first?.promptTokens),
    ...(source.kind === "chat" && { output_tokens: mean(first?.outputTokens) }),
  };
}

function toBenchmark(
  { plan, name }: Exported,
  all: Runs,
  { run, index }: { run: ChatRun; index: number },
) {
  const { step, failed } = run;
  const [startTime, endTime] = [step.startedAt / 1000, step.startedAt / 1000 + step.seconds];
  const { unfinished } = step.outcomes;
  const totals = {
    successful: step.successes,
    errored: failed - unfinished,
    incomplete: unfinished,
    total: step.successes + failed,
  };
  const span = { start_time: startTime, end_time: endTime };
  return {
    type_: "generative_benchmark",
    config: {
      run_id: name,
      run_index: index,
      strategy: strategyOf(plan, run),
      constraints: { max_duration: { type_: "max_duration", args: { seconds: step.seconds } } },
      sample_size: 0,
      warmup: { value: step.warmup.seconds, mode: "duration" },
      profile: profileOf(plan, all.runs),
      requests: {},
      backend: backendOf(all),
      environment: {},
    },
    scheduler_state: {
      ...span,
      created_requests: totals.total,
      processed_requests: totals.total - unfinished,
      successful_requests: totals.successful,
      errored_requests: totals.errored,
      cancelled_requests: unfinished,
    },
    scheduler_metrics: {
      ...span,
      request_start_time: startTime - step.warmup.seconds,
      measure_start_time: startTime,
      measure_end_time: endTime,
      request_end_time: endTime,
      requests_made: totals,
      ...delays(run),
      strategy_type: strategyKind(plan, run),
    },
    metrics: metricsOf(run, totals),
    requests: { successful: [], errored: [], incomplete: [], total: null },
  };
}

function strategyOf(plan: ExperimentPlan, run: ChatRun) {
  const { clients, step } = run;
  const kind = strategyKind(plan, run);
  return kind === "concurrent"
    ? { type_: kind, streams: clients, max_concurrency: clients }
    : { type_: kind, rate: step.load.value };
}

/** s; of the delays of GuideLLM's scheduler, only the send delay is known. */
function delays({ step, response }: ChatRun) {
  const lag = (step.generator.lagP50Ms ?? 0) / 1000;
  return {
    queued_time_avg: 0,
    resolve_start_delay_avg: 0,
    resolve_targeted_start_delay_avg: lag,
    request_start_delay_avg: 0,
    request_targeted_start_delay_avg: lag,
    request_time_avg: response.mean / 1000,
    resolve_end_delay_avg: 0,
    resolve_time_avg: response.mean / 1000,
    finalized_delay_avg: 0,
    processed_delay_avg: 0,
  };
}

function metricsOf(run: ChatRun, totals: object) {
  const { step, promptTokens, outputTokens, tokens, response } = run;
  const { chat, successes, seconds, requestsPerSecond } = step;
  const prompt = meanByStatus(promptTokens / Math.max(1, successes), successes);
  const output = meanByStatus(outputTokens / Math.max(1, successes), successes);
  const total = meanByStatus((promptTokens + outputTokens) / Math.max(1, successes), successes);
  const rate = (value: number) => meanByStatus(value, successes === 0 ? 0 : 1);
  const timesOf = (spread: Spread | undefined, summary: LatencySummary | undefined) =>
    spread ? timesByStatus(spread, 1, intervals(summary)) : meanByStatus(0, 0);
  const first = timesOf(tokens?.first, chat?.firstTokenFromSend);
  const pieces = chat?.pieces ?? 0;
  const perIteration = meanByStatus(pieces === 0 ? 0 : outputTokens / pieces, pieces);
  return {
    request_totals: totals,
    requests_per_second: rate(requestsPerSecond),
    request_concurrency: rate((requestsPerSecond * response.mean) / 1000),
    request_latency: timesByStatus(response, 0.001, intervals(step.service)),
    request_streaming_iterations_count: meanByStatus(pieces / Math.max(1, successes), successes),
    prompt_token_count: prompt,
    output_token_count: output,
    total_token_count: total,
    time_to_first_token_ms: first,
    time_to_first_output_token_ms: first,
    time_per_output_token_ms: meanByStatus(
      outputTokens === 0 ? 0 : (response.mean * successes) / outputTokens,
      outputTokens,
    ),
    inter_token_latency_ms: timesOf(tokens?.each, chat?.perToken),
    prompt_tokens_per_second: rate(promptTokens / seconds),
    output_tokens_per_second: rate(outputTokens / seconds),
    tokens_per_second: rate((promptTokens + outputTokens) / seconds),
    output_tokens_per_iteration: perIteration,
    iter_tokens_per_iteration: perIteration,
    time_to_last_round_trip_ms: meanByStatus(0, 0),
    avg_round_trip_time_ms: meanByStatus(0, 0),
    ...goodputOf(step),
    text: {
      tokens: {
        ...NO_AMOUNTS,
        input: prompt,
        input_per_second: rate(promptTokens / seconds),
        output,
        output_per_second: rate(outputTokens / seconds),
        total,
        total_per_second: rate((promptTokens + outputTokens) / seconds),
      },
      words: NO_AMOUNTS,
      characters: NO_AMOUNTS,
    },
    ...Object.fromEntries(
      Object.entries(OTHER_MEDIA).map(([medium, names]) => [
        medium,
        Object.fromEntries(names.map((name) => [name, NO_AMOUNTS])),
      ]),
    ),
  };
}

/** Amounts of media that weren't sent or are unknown. */
const NO_AMOUNTS = Object.fromEntries(
  ["input", "output", "total"].flatMap((name) =>
    [name, `${name}_per_second`, `${name}_concurrency`].map((each) => [each, null]),
  ),
);

const OTHER_MEDIA: Readonly<Record<string, readonly string[]>> = {
  image: ["tokens", "images", "pixels", "bytes"],
  video: ["tokens", "frames", "seconds", "bytes"],
  audio: ["tokens", "samples", "seconds", "bytes"],
  tool_call: ["tokens", "mixed_tokens", "count"],
};

function goodputOf({ goodput, requestsPerSecond }: ExperimentStep) {
  if (goodput === null || requestsPerSecond === 0) return {};
  return { request_goodput: meanByStatus(goodput, 1) };
}

const intervals = (summary: LatencySummary | undefined) =>
  summary
    ? { p50: summary.p50, p90: summary.p90, p95: summary.p95, p99: summary.p99, p999: summary.p999 }
    : {};
