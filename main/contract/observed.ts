import { z } from "zod";
import { request, topic } from "./define.ts";
import { figureId } from "./figures.ts";
import { provenance } from "./telemetry.ts";

/** One figure of one model: a reading of the newest answer, or of the last minute. */
export const observedFigure = z.object({
  figure: figureId,
  /** "": the whole server. */
  model: z.string(),
  /** Null: no events in the interval to compute it from, or unavailable. */
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
  /** Versions that serve; empty where the server has no versions. */
  versions: z.array(z.string()),
  state: z.enum(["ready", "loading", "unavailable", "unknown"]),
  reason: z.string().nullable(),
  /** Other facts that the server reports, in its own words, e.g. ["Batch size", "8"]. */
  facts: z.array(z.tuple([z.string(), z.string()])),
});
export type ObservedModel = z.infer<typeof observedModel>;

export const observedFrame = z.object({
  serverId: z.string(),
  /** ms since the epoch */
  t: z.number(),
  /** Seconds that rates, times and shares cover, at most 60; 0 with the first response, which has none of them. */
  seconds: z.number(),
  /** Whether the last poll answered; when false, the figures are the last known. */
  live: z.boolean(),
  models: z.array(observedModel),
  figures: z.array(observedFigure),
  /** Restarts and replacements of the server that the console has seen. */
  restarts: z.number(),
});
export type ObservedFrame = z.infer<typeof observedFrame>;

/** An exported metric: the sum of all samples with these labels. */
export const metricKey = z.object({
  kind: z.literal("metric"),
  name: z.string().min(1).max(300),
  labels: z.record(z.string(), z.string()),
  /** `value`: as exported; `rate`: growth per second; a histogram's mean or quantile over the interval. */
  as: z.enum(["value", "rate", "mean", "p50", "p95", "p99"]),
});
export type MetricKey = z.infer<typeof metricKey>;

/** A figure, or any metric that the server exports with its labels. */
export const seriesKey = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("figure"),
    figure: figureId,
    model: z.string(),
    /** One version of a model that serves several; absent: all together. */
    version: z.string().max(300).optional(),
  }),
  metricKey,
]);
export type SeriesKey = z.infer<typeof seriesKey>;

/** One figure over an interval. */
export const seriesValue = z.object({
  /** Null: no data in this span. */
  value: z.number().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  /**
   * The parts of the figure: executions by batch size, or queue depth by priority level without delayed requests.
   * Absent: no parts, or a single one.
   */
  by: z.array(z.tuple([z.number(), z.number()])).optional(),
});
export type SeriesValue = z.infer<typeof seriesValue>;

/** What happened between two responses of a server, or between several that are merged. */
export const seriesInterval = z.object({
  /** Start and end, ms since the epoch. */
  from: z.number(),
  t: z.number(),
  /** One for each requested key. */
  values: z.array(seriesValue),
  /** Where all or some of it was recorded, e.g. "Prometheus production"; absent: by this console. */
  origin: z.string().optional(),
});
export type SeriesInterval = z.infer<typeof seriesInterval>;

/** One figure of every model that reports it, between two responses of a server. */
export const trendInterval = z.object({
  /** End, ms since the epoch. */
  t: z.number(),
  /** By model. */
  values: z.array(z.tuple([z.string(), z.number()])),
});
export type TrendInterval = z.infer<typeof trendInterval>;

export const exportedMetric = z.object({
  name: z.string(),
  type: z.enum(["counter", "gauge", "histogram", "summary", "untyped"]),
  help: z.string(),
  /** Label sets, at most 200. */
  series: z.array(z.record(z.string(), z.string())),
});
export type ExportedMetric = z.infer<typeof exportedMetric>;

const server = z.object({ serverId: z.string() });
const keys = z.array(seriesKey).min(1).max(300);

export const observedRequests = {
  /**
   * From memory and from disk, and what is on neither from Prometheus where the server has a link, ms since the epoch, merged to
   * at most `maxPoints` (≤ 300) intervals. A span without responses is one interval of nothing.
   */
  "observed.series": request(
    server.extend({
      keys,
      from: z.number(),
      to: z.number(),
      maxPoints: z.number().int().min(1).max(300),
    }),
    z.array(seriesInterval),
  ),
  /** Every metric that the server exports now. UNIMPLEMENTED where it exports none, with the setting that would. */
  "observed.metrics": request(server, z.array(exportedMetric)),
  /** Metrics that are recorded permanently; others are kept while they are requested. */
  "observed.pins": request(server, z.array(metricKey)),
  "observed.pin": request(server.extend({ key: metricKey, pinned: z.boolean() }), z.object({})),
};

export const observedTopics = {
  /** Each new response of a server of any kind. */
  "observed.frame": topic(server, observedFrame),
  /** Each new interval as one list; the first event is empty or has the newest. They continue `observed.series`. */
  "observed.intervals": topic(server.extend({ keys }), z.array(seriesInterval)),
  /** A rate of each model: first the last minute, at most 60 intervals, then each new one as one list. */
  "observed.trend": topic(server.extend({ figure: figureId }), z.array(trendInterval)),
};
