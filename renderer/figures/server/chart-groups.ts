import type { FigureId, ServerKind } from "../../../main/contract/index.ts";
import { LLM_KINDS } from "../key-figures.ts";

/** Figures that share a chart: all with the same unit, checked by a test. */
export interface ChartGroup {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly [FigureId, ...FigureId[]];
}

export const CHART_GROUPS = [
  {
    id: "requests",
    title: "Requests",
    figures: ["requestsPerSecond", "failuresPerSecond", "rejectedPerSecond"],
  },
  { id: "queueFull", title: "Queue full", figures: ["queueFullPerSecond"] },
  { id: "load", title: "Queue depth and running", figures: ["waiting", "running"] },
  { id: "waitingFor", title: "Handed over and delayed", figures: ["handedOver", "delayed"] },
  { id: "ttft", title: "Time to first token", figures: ["ttftP50Ms", "ttftP99Ms", "ttftMs"] },
  { id: "itl", title: "Time between tokens", figures: ["itlP50Ms", "itlP99Ms", "itlMs"] },
  {
    id: "tokens",
    title: "Tokens",
    figures: ["generatedTokensPerSecond", "promptTokensPerSecond"],
  },
  { id: "kvCache", title: "KV cache in use", figures: ["kvCacheUse"] },
  { id: "prefixCache", title: "Prefix-cache hits, of tokens", figures: ["prefixCacheHitRate"] },
  { id: "preemptions", title: "Preemptions", figures: ["preemptionsPerSecond"] },
  { id: "tokensPerStep", title: "Tokens per step", figures: ["tokensPerStep"] },
  {
    id: "latency",
    title: "Latency",
    figures: ["latencyP50Ms", "latencyP95Ms", "latencyP99Ms", "latencyMs"],
  },
  { id: "queueCompute", title: "Queue and compute, mean", figures: ["queueMs", "computeMs"] },
  { id: "queueToCompute", title: "Queue to compute", figures: ["queueToCompute"] },
  { id: "inferences", title: "Inferences", figures: ["inferencesPerSecond"] },
  { id: "executions", title: "Executions", figures: ["executionsPerSecond"] },
  { id: "meanBatch", title: "Mean batch", figures: ["meanBatch"] },
  { id: "cache", title: "Response-cache hits", figures: ["cacheHitRate"] },
  { id: "workers", title: "Workers", figures: ["workers"] },
  { id: "busy", title: "CPU and GPU in use", figures: ["cpuUse", "gpuUse"] },
  { id: "memory", title: "Memory", figures: ["memoryUsed"] },
  { id: "gpuMemory", title: "GPU memory", figures: ["gpuMemoryUsed"] },
] as const satisfies readonly ChartGroup[];

export type ChartId = (typeof CHART_GROUPS)[number]["id"];

/** For a language model: first whether requests wait, then how soon and how fast tokens arrive. */
const LLM: readonly ChartId[] = [
  "load",
  "ttft",
  "itl",
  "tokens",
  "kvCache",
  "prefixCache",
  "preemptions",
  "requests",
  "latency",
];
const MODELS: readonly ChartId[] = [
  "requests",
  "latency",
  "queueCompute",
  "load",
  "inferences",
  "meanBatch",
  "workers",
  "cache",
  "busy",
];

/** The most informative charts for a kind of server, in reading order. */
export function keyCharts(kind: ServerKind): readonly ChartId[] {
  return LLM_KINDS.has(kind) ? LLM : MODELS;
}

/** All charts, the most informative first. */
export function chartsInOrder(kind: ServerKind): readonly ChartGroup[] {
  const first = keyCharts(kind);
  const place = (id: ChartId) => {
    const at = first.indexOf(id);
    return at < 0 ? first.length : at;
  };
  return CHART_GROUPS.toSorted((a, b) => place(a.id) - place(b.id));
}

/** Figures in the order of the charts, each once. */
export function figuresInOrder(kind: ServerKind): readonly FigureId[] {
  return chartsInOrder(kind).flatMap(({ figures }) => figures);
}
