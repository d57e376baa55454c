import type { FigureId } from "../../main/contract/index.ts";

type ChartColor = 1 | 2 | 3 | 4 | 5 | 6;

export const chartColor = (number: ChartColor) => `var(--color-chart-${number})`;

/** Colours of latency percentiles and similar statistics. */
export const STATISTIC_COLORS = {
  p50: chartColor(3),
  p95: chartColor(1),
  p99: chartColor(4),
  mean: chartColor(6),
  max: chartColor(6),
} as const;

/** Colours of the stages of a request. */
export const STAGE_COLORS = {
  queue: chartColor(2),
  compute: chartColor(1),
  handedOver: chartColor(3),
  cache: chartColor(3),
  rest: chartColor(6),
} as const;

/** Colour of data recorded by another system. */
export const RECORDED_COLOR = chartColor(6);

const { p50, p95, p99, mean } = STATISTIC_COLORS;

/** The colour of each figure in every chart and legend. Figures in the same chart differ. */
export const FIGURE_COLORS: Record<FigureId, string> = {
  requestsPerSecond: chartColor(4),
  failuresPerSecond: chartColor(5),
  rejectedPerSecond: chartColor(2),
  queueFullPerSecond: chartColor(2),
  inferencesPerSecond: chartColor(1),
  executionsPerSecond: chartColor(3),
  waiting: STAGE_COLORS.queue,
  handedOver: STAGE_COLORS.handedOver,
  delayed: chartColor(6),
  running: STAGE_COLORS.compute,
  meanBatch: chartColor(1),
  tokensPerStep: chartColor(1),
  cacheHitRate: STAGE_COLORS.cache,
  prefixCacheHitRate: STAGE_COLORS.cache,
  kvCacheUse: chartColor(4),
  preemptionsPerSecond: chartColor(5),
  queueMs: STAGE_COLORS.queue,
  computeMs: STAGE_COLORS.compute,
  queueToCompute: STAGE_COLORS.queue,
  latencyMs: mean,
  latencyP50Ms: p50,
  latencyP95Ms: p95,
  latencyP99Ms: p99,
  ttftMs: mean,
  ttftP50Ms: p50,
  ttftP99Ms: p99,
  itlMs: mean,
  itlP50Ms: p50,
  itlP99Ms: p99,
  promptTokensPerSecond: chartColor(4),
  generatedTokensPerSecond: chartColor(1),
  workers: chartColor(6),
  cpuUse: chartColor(1),
  memoryUsed: chartColor(1),
  gpuUse: chartColor(3),
  gpuMemoryUsed: chartColor(3),
};
