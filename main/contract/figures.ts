import { z } from "zod";

/** What a figure counts in; "fraction" is 0..1. Never compare two figures without it. */
export type FigureUnit =
  | "requests"
  | "requests/s"
  | "items"
  | "items/s"
  | "tokens"
  | "tokens/s"
  | "ms"
  | "fraction"
  | "ratio"
  | "1/s"
  | "executions/s"
  | "bytes"
  | "workers";

/**
 * The time base of every table, tile, grid and badge: rates, times and shares cover the last minute, the others are
 * readings of the newest answer.
 */
export const FIGURE_SECONDS = 60;

/** `window`: over the last {@link FIGURE_SECONDS}; `reading`: as of the newest answer. */
export type TimeBase = "window" | "reading";

interface FigureMeaning {
  readonly label: string;
  readonly unit: FigureUnit;
  readonly base: TimeBase;
  readonly meaning: string;
}

/** Every figure that any kind of server may report of a model, or of itself: one name, unit and time base for each. */
export const FIGURES = {
  requestsPerSecond: {
    label: "Requests",
    unit: "requests/s",
    base: "window",
    meaning: "Requests answered successfully per second.",
  },
  failuresPerSecond: {
    label: "Failures",
    unit: "requests/s",
    base: "window",
    meaning: "Requests that failed per second.",
  },
  rejectedPerSecond: {
    label: "Rejected",
    unit: "requests/s",
    base: "window",
    meaning: "Of the failures, those rejected because a queue was full or that timed out in queue.",
  },
  queueFullPerSecond: {
    label: "Queue full",
    unit: "requests/s",
    base: "window",
    meaning:
      "Requests rejected because the queue was full (max_queue_size), per second. They are among the failures.",
  },
  inferencesPerSecond: {
    label: "Throughput",
    unit: "items/s",
    base: "window",
    meaning:
      "Items inferred per second; a batched request counts each of its items. Cache hits are requests, but no inferences.",
  },
  executionsPerSecond: {
    label: "Executions",
    unit: "executions/s",
    base: "window",
    meaning: "Batches run per second.",
  },
  waiting: {
    label: "Queue depth",
    unit: "requests",
    base: "reading",
    meaning: "Requests waiting in the server's queues.",
  },
  handedOver: {
    label: "Handed over",
    unit: "requests",
    base: "reading",
    meaning: "Requests in a batch that waits for an instance that is still running another.",
  },
  delayed: {
    label: "Delayed",
    unit: "requests",
    base: "reading",
    meaning:
      "Requests whose timeout passed under the action DELAY, so that they wait behind all others.",
  },
  running: {
    label: "Running",
    unit: "requests",
    base: "reading",
    meaning: "Requests being executed.",
  },
  meanBatch: {
    label: "Mean batch",
    unit: "items",
    base: "window",
    meaning: "Items per execution.",
  },
  tokensPerStep: {
    label: "Tokens per step",
    unit: "tokens",
    base: "window",
    meaning: "Tokens that one step of the model works on: the batch of continuous batching.",
  },
  cacheHitRate: {
    label: "Cache hit rate",
    unit: "fraction",
    base: "window",
    meaning: "Share of response cache lookups that hit.",
  },
  prefixCacheHitRate: {
    label: "Prefix cache hit rate",
    unit: "fraction",
    base: "window",
    meaning:
      "Of the prompt tokens looked up in the prefix cache, those found: tokens, not requests.",
  },
  kvCacheUse: {
    label: "KV cache",
    unit: "fraction",
    base: "reading",
    meaning: "Share of the key-value cache in use.",
  },
  preemptionsPerSecond: {
    label: "Preemptions",
    unit: "1/s",
    base: "window",
    meaning: "Requests preempted per second because the KV cache was full; their work is repeated.",
  },
  queueMs: {
    label: "Queue time",
    unit: "ms",
    base: "window",
    meaning: "Mean time a request waited in the queue.",
  },
  computeMs: {
    label: "Compute time",
    unit: "ms",
    base: "window",
    meaning: "Mean time for gathering inputs, running the model and splitting outputs.",
  },
  queueToCompute: {
    label: "Queue to compute",
    unit: "ratio",
    base: "window",
    meaning: "Queue time over compute time; above 1, requests wait longer than they run.",
  },
  latencyMs: {
    label: "Mean latency",
    unit: "ms",
    base: "window",
    meaning: "Mean time from request to response, measured by the server.",
  },
  latencyP50Ms: {
    label: "Latency p50",
    unit: "ms",
    base: "window",
    meaning: "Half of the requests were answered within this time, measured by the server.",
  },
  latencyP95Ms: {
    label: "Latency p95",
    unit: "ms",
    base: "window",
    meaning: "95 % of the requests were answered within this time, measured by the server.",
  },
  latencyP99Ms: {
    label: "Latency p99",
    unit: "ms",
    base: "window",
    meaning: "99 % of the requests were answered within this time, measured by the server.",
  },
  ttftMs: {
    label: "Mean time to first token",
    unit: "ms",
    base: "window",
    meaning: "Mean time to the first token.",
  },
  ttftP50Ms: {
    label: "First token p50",
    unit: "ms",
    base: "window",
    meaning: "Half of the requests had their first token within this time.",
  },
  ttftP99Ms: {
    label: "First token p99",
    unit: "ms",
    base: "window",
    meaning: "99 % of the requests had their first token within this time.",
  },
  itlMs: {
    label: "Mean time between tokens",
    unit: "ms",
    base: "window",
    meaning: "Mean time from one token to the next.",
  },
  itlP50Ms: {
    label: "Between tokens p50",
    unit: "ms",
    base: "window",
    meaning: "Time from one token to the next.",
  },
  itlP99Ms: {
    label: "Between tokens p99",
    unit: "ms",
    base: "window",
    meaning: "Time from one token to the next.",
  },
  promptTokensPerSecond: {
    label: "Prompt tokens",
    unit: "tokens/s",
    base: "window",
    meaning: "Tokens of prompts.",
  },
  generatedTokensPerSecond: {
    label: "Output tokens",
    unit: "tokens/s",
    base: "window",
    meaning: "Tokens generated.",
  },
  workers: {
    label: "Workers",
    unit: "workers",
    base: "reading",
    meaning: "Processes or replicas that serve the model.",
  },
  cpuUse: {
    label: "CPU",
    unit: "fraction",
    base: "reading",
    meaning: "Of all cores of the machine or container.",
  },
  memoryUsed: { label: "Memory", unit: "bytes", base: "reading", meaning: "Memory in use." },
  gpuUse: {
    label: "GPU",
    unit: "fraction",
    base: "reading",
    meaning: "Busy time of the busiest GPU.",
  },
  gpuMemoryUsed: {
    label: "GPU memory",
    unit: "bytes",
    base: "reading",
    meaning: "Memory in use on all GPUs.",
  },
} as const satisfies Record<string, FigureMeaning>;

export type FigureId = keyof typeof FIGURES;
export const FIGURE_IDS = Object.keys(FIGURES) as [FigureId, ...FigureId[]];
export const figureId = z.enum(FIGURE_IDS);
