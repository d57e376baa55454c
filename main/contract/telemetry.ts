import { z } from "zod";
import { topic } from "./define.ts";

/** How a figure came about: read as such, computed from counters, or not to be had from this server. */
export const provenance = z.enum(["exact", "derived", "unavailable"]);
export type Provenance = z.infer<typeof provenance>;

/**
 * One model over one interval that ends at `t`. Null means: nothing happened that the figure could be taken
 * from. Rates are per second of the interval; latencies are ms.
 */
export const modelSample = z.object({
  /** ms since the epoch */
  t: z.number(),
  /** seconds covered */
  seconds: z.number(),
  requestsPerSecond: z.number(),
  inferencesPerSecond: z.number(),
  executionsPerSecond: z.number(),
  failuresPerSecond: z.number(),
  /** Of the failures, those refused because the queue was full; null where not reported by this server. */
  refusedPerSecond: z.number().nullable(),
  /** Requests waiting at `t`. */
  queueDepth: z.number().nullable(),
  executing: z.number().nullable(),
  /** Of the waiting, those in a batch handed over to an instance that still runs another. */
  handedOver: z.number().nullable(),
  /** Items per execution. */
  meanBatch: z.number().nullable(),
  /** 0..1; null when nothing was looked up. */
  cacheHitRate: z.number().nullable(),
  queueMs: z.number().nullable(),
  computeMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
});
export type ModelSample = z.infer<typeof modelSample>;

/** Requests that ended, counted from the server's own counters. */
export const requestOutcomes = z.object({
  succeeded: z.number(),
  failed: z.number(),
});
export type RequestOutcomes = z.infer<typeof requestOutcomes>;

export const modelOverview = z.object({
  name: z.string(),
  state: z.enum(["READY", "UNAVAILABLE", "LOADING", "UNLOADING", "UNLOADED"]),
  reason: z.string().nullable(),
  versions: z.array(z.string()),
  /** Whether the active configuration has the dynamic batcher and the cache; null while unknown. */
  dynamicBatching: z.boolean().nullable(),
  /** What schedules in place of a batcher of independent requests; null where nothing does. */
  scheduler: z.enum(["sequences", "ensemble"]).nullable(),
  decoupled: z.boolean().nullable(),
  responseCache: z.boolean().nullable(),
  maxBatchSize: z.number().nullable(),
  /** Over the last minute, its depths as of the newest answer. */
  latest: modelSample.nullable(),
  /** The last minute, and how many seconds of it were observed; null: none. */
  lastMinute: requestOutcomes.extend({ seconds: z.number() }).nullable(),
  /** Since the versions that serve were loaded, which is when their counters start; null while none serves. */
  sinceLoad: requestOutcomes.nullable(),
  /** The last minute, at most 60 points, for a sparkline of inferences per second. */
  spark: z.array(z.tuple([z.number(), z.number()])),
});
export type ModelOverview = z.infer<typeof modelOverview>;

export const overviewFrame = z.object({
  serverId: z.string(),
  t: z.number(),
  /** Whether the last poll answered; when false, the figures are the last known. */
  live: z.boolean(),
  models: z.array(modelOverview),
  /** Where figures come from, by field of {@link modelSample}. */
  provenance: z.record(z.string(), provenance),
  cache: z
    .object({ capacityBytes: z.number(), usedBytes: z.number(), entries: z.number() })
    .nullable(),
});
export type OverviewFrame = z.infer<typeof overviewFrame>;

export const telemetryTopics = {
  /** Once a second, all models of a server. */
  "telemetry.overview": topic(z.object({ serverId: z.string() }), overviewFrame),
};
