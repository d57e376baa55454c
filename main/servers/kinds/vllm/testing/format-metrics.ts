import type { Dialect } from "./dialects.ts";

/** One engine of a data-parallel server; times in seconds as they were observed. */
export interface EngineState {
  running: number;
  waiting: { capacity: number; deferred: number };
  cacheUse: number;
  hits: number;
  queries: number;
  preemptions: number;
  promptTokens: number;
  generatedTokens: number;
  finished: Record<string, number>;
  firstToken: number[];
  betweenTokens: number[];
  latency: number[];
  queue: number[];
  inference: number[];
  stepTokens: number[];
}

export interface VllmState {
  readonly dialect: Dialect;
  models: { id: string; root: string; parent: string | null }[];
  engines: EngineState[];
  startedAt: number;
  /** `bare`: without vLLM's own metrics, as with --disable-log-stats. */
  metrics: "all" | "bare" | "missing" | "garbage";
  prefixCaching: boolean;
  /** Requests that failed before the engine. */
  refused: number;
  rejected: number;
  load: number;
  locked: boolean;
  dead: boolean;
  asleep: boolean;
  /** --api-server-count above 1. */
  manyServers: boolean;
}

export const MODEL = "Qwen/Qwen3-8B";

export function idleEngine(): EngineState {
  return {
    running: 0,
    waiting: { capacity: 0, deferred: 0 },
    cacheUse: 0,
    hits: 0,
    queries: 0,
    preemptions: 0,
    promptTokens: 0,
    generatedTokens: 0,
    finished: {},
    firstToken: [],
    betweenTokens: [],
    latency: [],
    queue: [],
    inference: [],
    stepTokens: [],
  };
}

export function idle(dialect: Dialect): VllmState {
  return {
    dialect,
    models: [{ id: MODEL, root: MODEL, parent: null }],
    engines: [idleEngine()],
    startedAt: 1_790_000_000.5,
    metrics: "all",
    prefixCaching: true,
    refused: 0,
    rejected: 0,
    load: 0,
    locked: false,
    dead: false,
    asleep: false,
    manyServers: false,
  };
}

const TTFT_BOUNDS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5];
const ITL_BOUNDS = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5];
const LATENCY_BOUNDS = [0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30];
const STEP_BOUNDS = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

export function formatMetrics(state: VllmState): string {
  if (state.metrics === "garbage") return "<html>upstream is on holiday</html>";
  const page = new Page();
  if (!state.manyServers)
    page
      .declare("process_start_time_seconds", "gauge", "Start time of the process.")
      .sample("process_start_time_seconds", {}, state.startedAt);
  if (state.metrics === "bare") return page.text;
  addGauges(state, page);
  addCounters(state, page);
  addHistograms(state, page);
  return page.text;
}

function eachEngine(
  { engines, dialect }: VllmState,
  write: (engine: EngineState, labels: Record<string, string>) => void,
): void {
  engines.forEach((engine, at) =>
    write(engine, { ...(dialect.engines && { engine: String(at) }), model_name: MODEL }),
  );
}

function addGauges(state: VllmState, page: Page): void {
  const { dialect } = state;
  const gauge = (name: string, of: (engine: EngineState) => number) => {
    page.declare(name, "gauge", "A gauge.");
    eachEngine(state, (engine, labels) => page.sample(name, labels, of(engine)));
  };
  gauge("vllm:num_requests_running", ({ running }) => running);
  gauge("vllm:num_requests_waiting", ({ waiting }) => waiting.capacity + waiting.deferred);
  for (const name of dialect.cacheUse) gauge(name, ({ cacheUse }) => cacheUse);
  if (dialect.waitingByReason) {
    page.declare("vllm:num_requests_waiting_by_reason", "gauge", "Waiting requests by reason.");
    page.declare("vllm:engine_sleep_state", "gauge", "Engine sleep state.");
    eachEngine(state, ({ waiting }, labels) => {
      for (const reason of ["capacity", "deferred"] as const)
        page.sample("vllm:num_requests_waiting_by_reason", { ...labels, reason }, waiting[reason]);
      page.sample(
        "vllm:engine_sleep_state",
        { ...labels, sleep_state: "awake" },
        state.asleep ? 0 : 1,
      );
    });
  }
  if (dialect.phases)
    page.declare("vllm:cache_config_info", "gauge", "Information of the CacheConfig.").sample(
      "vllm:cache_config_info",
      {
        block_size: "16",
        cache_dtype: "auto",
        enable_prefix_caching: state.prefixCaching ? "True" : "False",
        gpu_memory_utilization: "0.9",
        num_gpu_blocks: "4096",
        sliding_window: "None",
      },
      1,
    );
}

function addCounters(state: VllmState, page: Page): void {
  const { dialect } = state;
  const counter = (name: string, help: string, of: (engine: EngineState) => number) => {
    page.declare(`${name}_total`, "counter", help);
    eachEngine(state, (engine, labels) => {
      page.sample(`${name}_total`, labels, of(engine));
      page.sample(`${name}_created`, labels, state.startedAt);
    });
  };
  for (const [hits, queries, unit] of dialect.prefixCache) {
    counter(hits, `In terms of number of cached ${unit}.`, (engine) => engine.hits);
    counter(
      queries,
      `Prefix cache queries, in terms of number of queried ${unit}.`,
      (engine) => engine.queries,
    );
  }
  counter("vllm:num_preemptions", "Preemptions.", ({ preemptions }) => preemptions);
  counter("vllm:prompt_tokens", "Prefill tokens.", ({ promptTokens }) => promptTokens);
  counter("vllm:generation_tokens", "Tokens.", ({ generatedTokens }) => generatedTokens);
  page.declare("vllm:request_success_total", "counter", "Finished requests.");
  eachEngine(state, ({ finished }, labels) => {
    for (const reason of dialect.reasons)
      if (dialect.startsAtZero || finished[reason])
        page.sample(
          "vllm:request_success_total",
          { ...labels, finished_reason: reason },
          finished[reason] ?? 0,
        );
  });
  if (!dialect.failures) return;
  page.declare("vllm:request_failure_total", "counter", "Failed in the API server.");
  if (state.refused > 0)
    page.sample(
      "vllm:request_failure_total",
      { model_name: MODEL, stage: "input_processing", code: "400" },
      state.refused,
    );
  page
    .declare("vllm:admission_rejections_total", "counter", "Rejected admissions.")
    .sample(
      "vllm:admission_rejections_total",
      { model_name: MODEL, reason: "max_num_queued_reqs" },
      state.rejected,
    );
}

function addHistograms(state: VllmState, page: Page): void {
  const { dialect } = state;
  const histogram = (
    name: string,
    bounds: readonly number[],
    of: (engine: EngineState) => readonly number[],
  ) => {
    page.declare(name, "histogram", "A histogram.");
    eachEngine(state, (engine, labels) => {
      if (dialect.startsAtZero || of(engine).length > 0)
        page.histogram(name, labels, bounds, of(engine));
    });
  };
  histogram("vllm:time_to_first_token_seconds", TTFT_BOUNDS, ({ firstToken }) => firstToken);
  histogram(dialect.betweenTokens, ITL_BOUNDS, ({ betweenTokens }) => betweenTokens);
  histogram("vllm:e2e_request_latency_seconds", LATENCY_BOUNDS, ({ latency }) => latency);
  if (!dialect.phases) return;
  histogram("vllm:request_queue_time_seconds", LATENCY_BOUNDS, ({ queue }) => queue);
  histogram("vllm:request_inference_time_seconds", LATENCY_BOUNDS, ({ inference }) => inference);
  histogram("vllm:iteration_tokens_total", STEP_BOUNDS, ({ stepTokens }) => stepTokens);
}

/** Prometheus' text format, as prometheus_client writes it. */
class Page {
  readonly #lines: string[] = [];

  declare(name: string, type: string, help: string): this {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    return this;
  }

  sample(name: string, labels: Readonly<Record<string, string>>, value: number): this {
    const pairs = Object.entries(labels).map(([label, each]) => `${label}="${each}"`);
    this.#lines.push(`${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`);
    return this;
  }

  /** `values`: the observed values. */
  histogram(
    name: string,
    labels: Readonly<Record<string, string>>,
    bounds: readonly number[],
    values: readonly number[],
  ): this {
    const sum = values.reduce((all, value) => all + value, 0);
    this.sample(`${name}_sum`, labels, sum);
    for (const bound of bounds)
      this.sample(
        `${name}_bucket`,
        { le: bound.toFixed(1 + Math.max(0, -Math.floor(Math.log10(bound)))), ...labels },
        values.filter((value) => value <= bound).length,
      );
    this.sample(`${name}_bucket`, { le: "+Inf", ...labels }, values.length);
    return this.sample(`${name}_count`, labels, values.length);
  }

  get text(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}
