import {
  cachedShare,
  type Costs,
  describeCostSources,
  type ExperimentStep,
  formatCost,
  formatEnergy,
  formatExceeded,
  formatPrefixGroup,
  type LatencySummary,
  type Objective,
  type Percentile,
  type PrefixGroupFigures,
  MILLION_LABELS,
  type StepChat,
  stepCost,
  type StepConversations,
  type StepMachine,
} from "../../../main/contract/index.ts";
import {
  decodeHistogram,
  percentileWithInterval,
  type PlannedStep,
} from "../../../main/lab/measuring.ts";
import type { Measured, MeasuredStep, Pass } from "./measured.ts";

const PERCENTILES = [50, 90, 95, 99];

export function stepHeading({ load: { shown } }: PlannedStep): string {
  return shown.kind === "concurrency"
    ? `Request concurrency: ${shown.value}\n`
    : `Request Rate: ${Number(shown.value.toPrecision(6))} inference requests per second\n`;
}

/** One window, in perf_analyzer's format. */
export function passReport(pass: Pass, index: number, percentile: number | null): string {
  const latency = percentile === null ? "Avg latency" : `p${percentile} latency`;
  return `  Pass [${index}] throughput: ${rate(pass.throughput)} infer/sec. ${latency}: ${usec(pass.latency)} usec\n`;
}

/** In perf_analyzer's format and units. */
export function stepReport(
  { step, isStable }: MeasuredStep,
  percentile: number | null,
  costs?: Costs,
): string {
  const { response, service, certificate } = step;
  const percentiles =
    percentile === null ? PERCENTILES : [...new Set([...PERCENTILES, percentile])];
  const lines = [
    "  Client:",
    `    Request count: ${step.successes}`,
    ...step.failures.map(
      ({ status, message, count }) => `    Failed request count: ${count} (${status}: ${message})`,
    ),
    `    Throughput: ${rate(step.inferencesPerSecond)} ${rateUnit(step)}`,
    ...(step.goodput === null ? [] : [`    Goodput: ${rate(step.goodput)} ${rateUnit(step)}`]),
    ...(step.chat?.limits ?? []).map((each) => `      ${formatExceeded(each, step.successes)}`),
    `    Avg latency: ${response.mean === null ? "too few requests" : `${usec(response.mean)} usec`}`,
    ...percentiles
      .sort((a, b) => a - b)
      .map((each) => `    p${each} latency: ${withInterval(estimatePercentile(response, each))}`),
    ...(step.load.kind === "rate"
      ? [`    Avg service time, from sending: ${usec(service.mean)} usec`]
      : []),
    ...chatLines(step.chat),
    ...textLines(step.texts),
    ...(step.chat || step.texts ? [] : serverLines(step.server)),
    ...metricsLines(step.machine),
    ...costLines(step, costs),
    ...step.reconciliation.flatMap(({ difference }) => (difference ? [`  ${difference}`] : [])),
    `  Warm-up: ${step.warmup.seconds.toFixed(1)} s, ${step.warmup.words}`,
    ...(certificate ? [`  Certificate: ${certificate.words}`] : []),
    ...step.verdict.reasons.map(
      ({ id, severity, text }) =>
        `  ${severity === "invalid" ? "Invalid" : "Note"}: ${text} [${id}]`,
    ),
    ...(isStable === false ? ["  Failed to obtain stable measurement."] : []),
    ...(step.complete ? [] : [`  Ended early, after ${step.seconds.toFixed(1)} s`]),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** For whole responses. */
function textLines(texts: ExperimentStep["texts"]): string[] {
  if (!texts) return [];
  const { inputTokensPerSecond: input, outputTokensPerSecond: output } = texts;
  const throughput = (perSecond: number | null) =>
    perSecond === null ? "the server reports no usage" : `${rate(perSecond)} tokens/sec`;
  return [
    ...(output === undefined
      ? []
      : [
          `    Output throughput: ${throughput(output)}`,
          "    Time to first token: not measured, since answers aren't streamed",
        ]),
    `    Input throughput: ${throughput(input)}`,
  ];
}

/** Empty if neither price nor power is known. */
function costLines(step: ExperimentStep, costs: Costs | undefined): string[] {
  const cost = stepCost(step, costs);
  if (!cost) return [];
  return [
    "  Cost and energy of a million:",
    ...cost.millions.map(({ of, cost: money, kWh }) => {
      const values = [
        ...(money === null ? [] : [formatCost(money, cost.currency)]),
        ...(kWh === null ? [] : [formatEnergy(kWh)]),
      ];
      return `    ${MILLION_LABELS[of]}: ${values.join(", ")}`;
    }),
    ...describeCostSources(cost).map((text) => `    ${text}`),
  ];
}

const rateUnit = ({ chat, texts }: ExperimentStep) =>
  chat || texts?.outputTokens !== undefined ? "requests/sec" : "infer/sec";

function serverLines(server: ExperimentStep["server"]): string[] {
  if (!server) return ["  Server: its statistics are not available"];
  const batches = server.batches.map(([size, count]) => `${size}: ${count}`).join(", ");
  return [
    "  Server:",
    `    Inference count: ${server.inferences}`,
    `    Execution count: ${server.executions}`,
    ...(server.cacheHits + server.cacheMisses > 0
      ? [`    Cache hit count: ${server.cacheHits}`, `    Cache miss count: ${server.cacheMisses}`]
      : []),
    `    Successful request count: ${server.requests}`,
    ...(server.failures > 0 ? [`    Failed request count: ${server.failures}`] : []),
    `    Avg request latency: ${usec(server.requestMs)} usec (queue ${usec(server.queueMs)} usec + compute input ${usec(server.computeInputMs)} usec + compute infer ${usec(server.computeInferMs)} usec + compute output ${usec(server.computeOutputMs)} usec)`,
    ...(batches ? [`    Executions by batch size: ${batches}`] : []),
  ];
}

export function summaryReport({ steps, search }: Measured, percentile: number | null): string {
  const latency = percentile === null ? "Average" : `p${percentile}`;
  return [
    `Inferences/Second vs. Client ${latency} Batch Latency`,
    ...steps.map(({ step, isStable }) => {
      const { load, inferencesPerSecond, verdict } = step;
      const name = load.kind === "concurrency" ? "Concurrency" : "Request Rate";
      const value = latencyFigure(step, percentile);
      const tokens = step.chat ? `, ${rate(step.chat.outputTokensPerSecond)} tokens/sec` : "";
      const marks = [
        ...(verdict.verdict === "invalid" ? ["invalid"] : []),
        ...(isStable === false ? ["not stable"] : []),
      ];
      return `${name}: ${Number(load.value.toPrecision(6))}, throughput: ${rate(inferencesPerSecond)} ${rateUnit(step)}${tokens}, latency ${usec(value)} usec${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
    }),
    ...(search ? [search.words] : []),
    "",
  ].join("\n");
}

const TIMES = [
  ["Time to first token", "firstToken"],
  ["Between chunks", "betweenTokens"],
  ["Time per output token", "perToken"],
] as const;
const CHAT_PERCENTILES = [50, 99];

/** Tokens of the responses, and the server's own count; empty for other servers. */
function chatLines(chat: StepChat | null): string[] {
  if (!chat || chat.firstToken.count === 0) return [];
  const { promptTokensPerSecond, counted, tokensPerWord, server } = chat;
  const row = (name: string, value: number | null | undefined, unit = "") =>
    value === null || value === undefined
      ? []
      : [`    ${name}: ${Number(value.toPrecision(4))}${unit}`];
  const hitRate = server?.prefixCacheHitRate ?? null;
  return [
    "  Tokens:",
    `    Output throughput: ${rate(chat.outputTokensPerSecond)} tokens/sec`,
    ...row("Prompt throughput", promptTokensPerSecond, " tokens/sec"),
    ...TIMES.flatMap(([name, key]) => [
      `    ${name}: avg ${usec(chat[key].mean)} usec`,
      ...CHAT_PERCENTILES.map(
        (each) =>
          `    p${each} ${name.toLowerCase()}: ${withInterval(estimatePercentile(chat[key], each))}`,
      ),
    ]),
    ...(counted > 0
      ? [`    Of ${counted} responses the server reported no usage: their chunks were counted.`]
      : []),
    ...(tokensPerWord && !tokensPerWord.measured
      ? ["    The server reports no usage: lengths of prompts are an estimate, a token per word."]
      : []),
    ...conversationLines(chat.conversations),
    ...(chat.prefixGroups ?? []).map(prefixLine),
    ...row("Server: prefix cache hit rate", hitRate === null ? null : hitRate * 100, " %"),
    ...row("Server: preemptions", server?.preemptions),
    ...row("Server: waiting at the end", server?.waiting),
  ];
}

function prefixLine(group: PrefixGroupFigures): string {
  const cached = cachedShare(group);
  const hits =
    cached === null ? "" : `, ${(cached * 100).toFixed(1)} % of the prompt tokens cached`;
  return `    Prefix ${formatPrefixGroup(group)}: ${group.successes} responses, p50 time to first token ${withInterval(group.firstToken.p50)}${hits}`;
}

/** Empty for single requests. */
function conversationLines(conversations: StepConversations | undefined): string[] {
  if (!conversations) return [];
  const { begun, planned, completed, early, running, turns } = conversations;
  const of = planned === undefined ? "" : ` of ${planned} planned`;
  return [
    `    Conversations: ${begun}${of} begun, ${completed} completed, ${running} running at the end`,
    ...early.map(
      ({ status, message, count }) => `    Ended early: ${count} (${status}: ${message})`,
    ),
    ...turns.map(
      ({ turn, andLater, successes, firstToken }) =>
        `    Turn ${turn}${andLater ? " and later" : ""}: ${successes} responses, p50 time to first token ${withInterval(firstToken.p50)}`,
    ),
  ];
}

type Gpu = StepMachine["gpus"][number];

const short = (value: number) => String(Number(value.toPrecision(6)));

/** The server's metrics, those of GPUs in perf_analyzer's format; empty if none were read. */
function metricsLines(machine: StepMachine | null): string[] {
  if (!machine) return [];
  const { cpuMean, memoryMaxBytes, pendingMean, cacheEvictions, failures, gpus } = machine;
  const line = (name: string, value: number | null, unit: string) =>
    value === null ? [] : [`    ${name}: ${short(value)}${unit}`];
  const perGpu = (name: string, readValue: (gpu: Gpu) => string | null) => {
    const lines = gpus.flatMap((gpu) => {
      const value = readValue(gpu);
      return value === null ? [] : [`      ${gpu.uuid} : ${value}`];
    });
    return lines.length === 0 ? [] : [`    ${name}:`, ...lines];
  };
  const row = (value: number | null, text: (value: number) => string) =>
    value === null ? null : text(value);
  return [
    "  Server Prometheus Metrics:",
    ...perGpu("Avg GPU Utilization", (gpu) =>
      row(gpu.utilizationMean, (value) => `${short(value * 100)}%`),
    ),
    ...perGpu("Avg GPU Power Usage", (gpu) =>
      row(gpu.powerMeanWatts, (value) => `${short(value)} watts`),
    ),
    ...perGpu("Max GPU Memory Usage", (gpu) =>
      row(gpu.memoryMaxBytes, (value) => `${value} bytes`),
    ),
    ...perGpu("Total GPU Memory", (gpu) => row(gpu.memoryTotalBytes, (value) => `${value} bytes`)),
    ...perGpu("GPU Energy", (gpu) => row(gpu.energyJoules, (value) => `${short(value)} joules`)),
    ...line("Avg CPU Utilization", cpuMean === null ? null : cpuMean * 100, "%"),
    ...(memoryMaxBytes === null ? [] : [`    Max Memory Usage: ${memoryMaxBytes} bytes`]),
    ...line("Avg pending requests", pendingMean, ""),
    ...line("Cache evictions", cacheEvictions, ""),
    ...failures.map(({ reason, count }) => `    Failed request count: ${count} (${reason})`),
  ];
}

/** Any percentile with its interval, ms; null if the sample doesn't support it. */
function estimatePercentile({ histogram }: LatencySummary, percentile: number): Percentile {
  const found = percentileWithInterval(decodeHistogram(histogram), percentile);
  return found && { value: found.value / 1000, low: found.low / 1000, high: found.high / 1000 };
}

/**
 * The latency statistic, ms: the percentile, or the average if null. `of`: what an objective
 * limits.
 */
export function latencyFigure(
  { response: whole, chat }: ExperimentStep,
  percentile: number | null,
  of: Objective["of"] = "response",
): number | null {
  const response = of === "firstToken" && chat ? chat.firstToken : whole;
  return percentile === null
    ? response.mean
    : (estimatePercentile(response, percentile)?.value ?? null);
}

const micros = (ms: number) => Math.round(ms * 1000);

/** perf_analyzer's unit. */
const usec = (ms: number | null) => (ms === null ? "-" : `${micros(ms)}`);

/** "8931 usec (95 % interval 8887 to 8959)" */
function withInterval(percentile: Percentile): string {
  if (!percentile) return "too few requests";
  const { value, low, high } = percentile;
  return `${micros(value)} usec (95 % interval ${micros(low)} to ${micros(high)})`;
}

const rate = (value: number) => value.toFixed(value < 100 ? 2 : 1);
