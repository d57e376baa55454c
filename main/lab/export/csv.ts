import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  MILLION_LABELS,
  type MillionCost,
  type StepChat,
  stepCost,
  type StepMachine,
} from "../../contract/index.ts";
import { type Cell, csvLine } from "./csv-cell.ts";
import { type Column, micros, ownColumns, percentileColumn } from "./csv-columns.ts";

/**
 * One line per step: perf_analyzer's columns with its names, order and units (µs), lines by ascending throughput like
 * its own, then our columns. Unknown values are empty. RFC 4180, except that lines end in LF. `percentile`: the
 * requested one; by default the objective's.
 */
export function experimentCsv(
  { plan, steps }: Pick<Experiment, "plan" | "steps">,
  percentile = plan.objective?.percentile,
): string {
  const columns = [
    ...perfAnalyzerColumns(steps, plan.load.kind === "concurrency", percentile),
    ...ownColumns(plan),
    ...chatColumns(steps),
    ...textColumns(steps),
    ...costColumns(plan, steps),
  ];
  const sorted = steps.toSorted((a, b) => a.inferencesPerSecond - b.inferencesPerSecond);
  const lines = [
    columns.map(([name]) => name),
    ...sorted.map((step) => columns.map(([, value]) => value(step))),
  ];
  return `${lines.map(csvLine).join("\n")}\n`;
}

const INTEGER_PERCENTILES = [50, 90, 95, 99];

/**
 * Like perf_analyzer's report_writer.cc: server columns only with statistics, cache columns only with a cache, GPU
 * columns only if one was seen.
 */
function perfAnalyzerColumns(
  steps: readonly ExperimentStep[],
  isClosedLoop: boolean,
  extra: number | undefined,
): Column[] {
  const hasServer = steps.some(({ server }) => server !== null);
  const hasCache = steps.some(({ server }) => server !== null && hasLookups(server));
  const percentiles =
    Number.isInteger(extra) && !INTEGER_PERCENTILES.includes(extra as number)
      ? [...INTEGER_PERCENTILES, extra as number].sort((a, b) => a - b)
      : INTEGER_PERCENTILES;
  const server = (name: string, ms: (split: Split) => number | null): Column => [
    name,
    (step) => micros(step.server && ms(step.server)),
  ];
  return [
    [isClosedLoop ? "Concurrency" : "Request Rate", ({ load }) => load.value],
    ["Inferences/Second", (step) => step.inferencesPerSecond],
    ["Client Send", () => 0],
    ...(hasServer
      ? [
          ["Network+Server Send/Recv", networkMicros] as Column,
          server("Server Queue", ({ queueMs }) => queueMs),
          server("Server Compute Input", ({ computeInputMs }) => computeInputMs),
          server("Server Compute Infer", ({ computeInferMs }) => computeInferMs),
          server("Server Compute Output", ({ computeOutputMs }) => computeOutputMs),
        ]
      : []),
    ...(hasCache
      ? [
          server("Server Cache Hit", ({ cacheHitMs }) => cacheHitMs ?? 0),
          server("Server Cache Miss", ({ cacheMissMs }) => cacheMissMs ?? 0),
        ]
      : []),
    ["Client Recv", () => 0],
    ...percentiles.map(percentileColumn),
    ...gpuColumns(steps),
  ];
}

type Split = NonNullable<ExperimentStep["server"]>;

const hasLookups = ({ cacheHits, cacheMisses }: Split) => cacheHits + cacheMisses > 0;

/** Mean time from sending less what the server accounts for. */
function networkMicros({ service, server }: ExperimentStep): number | null {
  if (service.mean === null || server === null || server.queueMs === null) return null;
  const accounted = [
    server.queueMs,
    server.computeInputMs,
    server.computeInferMs,
    server.computeOutputMs,
    server.cacheHitMs,
    server.cacheMissMs,
  ].reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  return micros(Math.max(0, service.mean - accounted));
}

type Gpu = StepMachine["gpus"][number];

/** In perf_analyzer's format: `UUID:VALUE;` for each GPU that reports the value. Left out if no step saw a GPU. */
function gpuColumns(steps: readonly ExperimentStep[]): Column[] {
  if (!steps.some(({ machine }) => (machine?.gpus.length ?? 0) > 0)) return [];
  return [
    gpuColumn("Avg GPU Utilization", ({ utilizationMean }) => utilizationMean),
    gpuColumn("Avg GPU Power Usage", ({ powerMeanWatts }) => powerMeanWatts),
    gpuColumn("Max GPU Memory Usage", ({ memoryMaxBytes }) => memoryMaxBytes),
    gpuColumn("Total GPU Memory", ({ memoryTotalBytes }) => memoryTotalBytes),
  ];
}

function gpuColumn(name: string, readValue: (gpu: Gpu) => number | null): Column {
  return [
    name,
    ({ machine }) =>
      (machine?.gpus ?? [])
        .map((gpu) => ({ uuid: gpu.uuid, value: readValue(gpu) }))
        .filter(({ value }) => value !== null)
        .map(({ uuid, value }) => `${uuid}:${value};`)
        .join("") || null,
  ];
}

/** For whole responses; left out if no step has them. */
function textColumns(steps: readonly ExperimentStep[]): Column[] {
  if (steps.every(({ texts }) => texts === undefined)) return [];
  return [
    ["Input Tokens", ({ texts }) => texts?.inputTokens ?? null],
    ["Input Tokens/Second", ({ texts }) => texts?.inputTokensPerSecond ?? null],
    ...(steps.some(({ texts }) => texts?.outputTokens !== undefined)
      ? ([
          ["Output Tokens", ({ texts }) => texts?.outputTokens ?? null],
          ["Output Tokens/Second", ({ texts }) => texts?.outputTokensPerSecond ?? null],
        ] as const satisfies Column[])
      : []),
  ];
}

const PERCENTILES = ["p50", "p90", "p99"] as const;
const TIMES = [
  ["First Token", "firstToken"],
  ["First Token from Send", "firstTokenFromSend"],
  ["Between Pieces", "betweenTokens"],
  ["Per Token", "perToken"],
] as const;

/** For streamed responses, in µs; left out if no step has them. */
function chatColumns(steps: readonly ExperimentStep[]): Column[] {
  if (steps.every(({ chat }) => chat === null)) return [];
  const column = (name: string, value: (chat: StepChat) => Cell): Column => [
    name,
    ({ chat }) => chat && value(chat),
  ];
  return [
    column("Output Tokens/Second", (chat) => chat.outputTokensPerSecond),
    column("Prompt Tokens/Second", (chat) => chat.promptTokensPerSecond),
    column("Output Tokens", ({ outputTokens }) => outputTokens),
    column("Prompt Tokens", ({ promptTokens }) => promptTokens),
    column("Answers with Counted Tokens", ({ counted }) => counted),
    ...TIMES.flatMap(([name, key]) => [
      column(`Avg ${name}`, (chat) => micros(chat[key].mean)),
      ...PERCENTILES.map((each) =>
        column(`${each} ${name}`, (chat) => micros(chat[key][each]?.value ?? null)),
      ),
    ]),
    column("Server Prefix Cache Hit Rate", ({ server }) => server?.prefixCacheHitRate ?? null),
    column("Server Preemptions", ({ server }) => server?.preemptions ?? null),
  ];
}

/** Absent if neither price nor power is known. */
function costColumns(plan: ExperimentPlan, steps: readonly ExperimentStep[]): Column[] {
  const of = (step: ExperimentStep) => stepCost(step, plan.costs);
  const known = steps.flatMap((step) => of(step) ?? []);
  const kinds = new Set(known.flatMap(({ millions }) => millions.map((each) => each.of)));
  const value = (step: ExperimentStep, kind: MillionCost["of"], name: "cost" | "kWh") =>
    of(step)?.millions.find((each) => each.of === kind)?.[name] ?? null;
  return [...kinds].flatMap((kind): Column[] => [
    [`Cost per Million ${MILLION_LABELS[kind]}`, (step) => value(step, kind, "cost")],
    [`kWh per Million ${MILLION_LABELS[kind]}`, (step) => value(step, kind, "kWh")],
  ]);
}
