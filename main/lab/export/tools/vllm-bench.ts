import type { Arrivals } from "../../../contract/index.ts";
import type { Exported } from "../json.ts";
import { type ChatRun, toolRuns } from "./chat-runs.ts";
import type { Spread } from "./spread.ts";

/** Their names in ASYNC_REQUEST_FUNCS. */
const BACKENDS = {
  chat: "openai-chat",
  completions: "openai",
  responses: "openai-responses",
  embeddings: "openai-embeddings",
  rerank: "vllm-rerank",
} as const;

/** Results as `vllm bench serve --append-result` writes them: a JSON object for each load, one a line (LAB-EXPORT-20). */
export function vllmBenchResults(experiment: Exported): string {
  const all = toolRuns(experiment);
  const { model, source, runs } = all;
  const backend = BACKENDS[source.kind === "chat" ? source.endpoint : source.kind];
  const { load } = experiment.plan;
  const arrivals = "arrivals" in load ? load.arrivals : null;
  const lines = runs.map((run) =>
    JSON.stringify({
      date: localDate(run.step.startedAt + run.step.seconds * 1000),
      endpoint_type: backend,
      backend,
      label: experiment.name,
      model_id: model,
      tokenizer_id: null,
      ...common(run, arrivals),
      ...("items" in all ? poolingFigures(run, all.items) : figures(run)),
      ...spreadFields("e2el", run.response),
    }),
  );
  return `${lines.join("\n")}\n`;
}

function common(run: ChatRun, arrivals: Arrivals | null) {
  const { step, promptTokens, failed } = run;
  return {
    num_prompts: step.successes + failed,
    request_rate: run.rate ?? "inf",
    burstiness: toBurstiness(run, arrivals),
    max_concurrency: run.clients,
    duration: step.seconds,
    completed: step.successes,
    total_input_tokens: promptTokens,
    request_throughput: step.requestsPerSecond,
  };
}

/** vllm bench streams all responses; of whole ones nothing is known of tokens' times. */
function figures({ step, outputTokens, promptTokens, failed, tokens }: ChatRun) {
  return {
    failed,
    total_output_tokens: outputTokens,
    request_goodput: step.goodput,
    output_throughput: outputTokens / step.seconds,
    total_token_throughput: (promptTokens + outputTokens) / step.seconds,
    ...(tokens && {
      ...spreadFields("ttft", tokens.first),
      ...spreadFields("tpot", tokens.each),
      ...spreadFields("itl", tokens.between),
    }),
  };
}

/** Of `EmbedBenchmarkMetrics`. */
function poolingFigures({ step, promptTokens }: ChatRun, items: number) {
  return {
    total_input_sequences: step.successes * items,
    input_sequence_throughput: step.inferencesPerSecond,
    total_token_throughput: promptTokens / step.seconds,
  };
}

/** vllm's default if it has no effect; null for arrivals that vllm lacks. */
function toBurstiness({ rate }: ChatRun, arrivals: Arrivals | null): number | null {
  if (rate === null || arrivals?.kind === "poisson") return 1;
  return arrivals?.kind === "gamma" ? arrivals.burstiness : null;
}

const PERCENTILES = [50, 90, 95, 99, 99.9];

function spreadFields(name: string, spread: Spread): Record<string, number> {
  return {
    [`mean_${name}_ms`]: spread.mean,
    [`median_${name}_ms`]: spread.at(50),
    [`std_${name}_ms`]: spread.deviation,
    ...Object.fromEntries(PERCENTILES.map((p) => [`p${p}_${name}_ms`, spread.at(p)])),
  };
}

/** "20261124-093012", local time */
function localDate(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())];
  return `${day.join("")}-${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join("")}`;
}
