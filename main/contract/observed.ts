import { z } from "zod";
import { request, topic } from "./define.ts";
import { provenance } from "./telemetry.ts";

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
  | "bytes"
  | "workers";

interface FigureMeaning {
  readonly label: string;
  readonly unit: FigureUnit;
  readonly meaning: string;
}

/** Every figure that any kind of server may tell of a model, or of itself. */
export const FIGURES = {
  requestsPerSecond: { label: "Requests", unit: "requests/s", meaning: "Requests answered well." },
  failuresPerSecond: { label: "Failures", unit: "requests/s", meaning: "Requests that failed." },
  rejectedPerSecond: {
    label: "Rejected",
    unit: "requests/s",
    meaning: "Of the failures, those refused because a queue was full or a timeout passed.",
  },
  inferencesPerSecond: {
    label: "Inferences",
    unit: "items/s",
    meaning: "Items of batches that were computed; what the cache answers is not among them.",
  },
  waiting: { label: "Waiting", unit: "requests", meaning: "Requests in queues at this moment." },
  running: { label: "Running", unit: "requests", meaning: "Requests in work at this moment." },
  meanBatch: { label: "Mean batch", unit: "items", meaning: "Items per execution." },
  tokensPerStep: {
    label: "Tokens per step",
    unit: "tokens",
    meaning: "Tokens that one step of the model works on: the batch of continuous batching.",
  },
  cacheHitRate: {
    label: "Cache hits",
    unit: "fraction",
    meaning: "Of the requests looked up in the response cache, those answered by it.",
  },
  prefixCacheHitRate: {
    label: "Prefix-cache hits",
    unit: "fraction",
    meaning:
      "Of the prompt tokens looked up in the prefix cache, those found: tokens, not requests.",
  },
  kvCacheUse: {
    label: "KV cache",
    unit: "fraction",
    meaning: "Of the key-value cache, what is in use.",
  },
  preemptionsPerSecond: {
    label: "Preemptions",
    unit: "1/s",
    meaning: "Requests put back because the KV cache was full; their work is done again.",
  },
  queueMs: { label: "Queue", unit: "ms", meaning: "Mean time in the queue." },
  computeMs: { label: "Compute", unit: "ms", meaning: "Mean time of inference." },
  queueToCompute: {
    label: "Queue to compute",
    unit: "ratio",
    meaning:
      "Time in the queue over time of inference; above 1 requests wait longer than they are worked on.",
  },
  latencyMs: {
    label: "Latency, mean",
    unit: "ms",
    meaning: "Mean time from request to answer, as the server sees it.",
  },
  latencyP50Ms: { label: "Latency p50", unit: "ms", meaning: "As the server sees it." },
  latencyP95Ms: { label: "Latency p95", unit: "ms", meaning: "As the server sees it." },
  latencyP99Ms: { label: "Latency p99", unit: "ms", meaning: "As the server sees it." },
  ttftMs: { label: "First token, mean", unit: "ms", meaning: "Mean time to the first token." },
  ttftP50Ms: { label: "First token p50", unit: "ms", meaning: "Time to the first token." },
  ttftP99Ms: { label: "First token p99", unit: "ms", meaning: "Time to the first token." },
  itlMs: {
    label: "Between tokens, mean",
    unit: "ms",
    meaning: "Mean time from one token to the next.",
  },
  itlP50Ms: {
    label: "Between tokens p50",
    unit: "ms",
    meaning: "Time from one token to the next.",
  },
  itlP99Ms: {
    label: "Between tokens p99",
    unit: "ms",
    meaning: "Time from one token to the next.",
  },
  promptTokensPerSecond: {
    label: "Prompt tokens",
    unit: "tokens/s",
    meaning: "Tokens of prompts.",
  },
  generatedTokensPerSecond: {
    label: "Output tokens",
    unit: "tokens/s",
    meaning: "Tokens generated.",
  },
  workers: {
    label: "Workers",
    unit: "workers",
    meaning: "Processes or replicas that serve the model.",
  },
  cpuUse: { label: "CPU", unit: "fraction", meaning: "Of all cores of the machine or container." },
  memoryUsed: { label: "Memory", unit: "bytes", meaning: "Memory in use." },
  gpuUse: { label: "GPU", unit: "fraction", meaning: "Busy time of the busiest GPU." },
  gpuMemoryUsed: { label: "GPU memory", unit: "bytes", meaning: "Memory in use on all GPUs." },
} as const satisfies Record<string, FigureMeaning>;

export type FigureId = keyof typeof FIGURES;
export const FIGURE_IDS = Object.keys(FIGURES) as [FigureId, ...FigureId[]];
export const figureId = z.enum(FIGURE_IDS);

/** One figure of one model, over the interval that ends with the frame. */
export const observedFigure = z.object({
  figure: figureId,
  /** "": the whole server. */
  model: z.string(),
  /** Null: nothing happened that it could be taken from, or unavailable. */
  value: z.number().nullable(),
  provenance,
  /** The metric, field or call it comes from. */
  source: z.string(),
  /** Where unavailable: why, and which setting of the server would turn it on. */
  hint: z.string().nullable(),
});
export type ObservedFigure = z.infer<typeof observedFigure>;

export const observedModel = z.object({
  name: z.string(),
  /** Those that serve; empty where the server knows none. */
  versions: z.array(z.string()),
  state: z.enum(["ready", "loading", "unavailable", "unknown"]),
  reason: z.string().nullable(),
  /** What else the server says of it, in its own words, e.g. ["Batch size", "8"]. */
  facts: z.array(z.tuple([z.string(), z.string()])),
});
export type ObservedModel = z.infer<typeof observedModel>;

export const observedFrame = z.object({
  serverId: z.string(),
  /** ms since the epoch */
  t: z.number(),
  /** Seconds that rates and means cover; 0 with the first answer, which has none. */
  seconds: z.number(),
  /** Whether the last poll answered; when false, the figures are the last known. */
  live: z.boolean(),
  models: z.array(observedModel),
  figures: z.array(observedFigure),
  /** How often the server was seen to have started anew, or to have been replaced, since the console began to look. */
  restarts: z.number(),
});
export type ObservedFrame = z.infer<typeof observedFrame>;

/** Of an exported metric all samples that have these labels, summed. */
export const metricKey = z.object({
  kind: z.literal("metric"),
  name: z.string().min(1).max(300),
  labels: z.record(z.string(), z.string()),
  /** `value`: as exported; `rate`: what it grew by, per second; a histogram's mean or quantile over the interval. */
  as: z.enum(["value", "rate", "mean", "p50", "p95", "p99"]),
});
export type MetricKey = z.infer<typeof metricKey>;

/** A figure, or any metric that the server exports with its labels. */
export const seriesKey = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("figure"), figure: figureId, model: z.string() }),
  metricKey,
]);
export type SeriesKey = z.infer<typeof seriesKey>;

export const seriesPoint = z.object({
  t: z.number(),
  /** Null: nothing to tell of this span. */
  value: z.number().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

export const exportedMetric = z.object({
  name: z.string(),
  type: z.enum(["counter", "gauge", "histogram", "summary", "untyped"]),
  help: z.string(),
  /** Label sets there are, at most 200. */
  series: z.array(z.record(z.string(), z.string())),
});
export type ExportedMetric = z.infer<typeof exportedMetric>;

const server = z.object({ serverId: z.string() });

export const observedRequests = {
  /** From memory and from disk, ms since the epoch, merged to at most `maxPoints` (≤ 300). */
  "observed.series": request(
    server.extend({
      key: seriesKey,
      from: z.number(),
      to: z.number(),
      maxPoints: z.number().int().min(1).max(300),
    }),
    z.array(seriesPoint),
  ),
  /** Every metric that the server exports now. UNIMPLEMENTED where it exports none, with the setting that would. */
  "observed.metrics": request(server, z.array(exportedMetric)),
  /** Metrics that are kept from one start of the host to the next; others are kept while somebody asks for them. */
  "observed.pins": request(server, z.array(metricKey)),
  "observed.pin": request(server.extend({ key: metricKey, pinned: z.boolean() }), z.object({})),
};

export const observedTopics = {
  /** Each new answer of a server of any kind. */
  "observed.frame": topic(server, observedFrame),
};
