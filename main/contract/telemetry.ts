import { z } from "zod";
import { topic } from "./define.ts";
import { loadProblem } from "./load-problem.ts";

/** How a figure came about: read as such, computed from counters, or unavailable from this server. */
export const provenance = z.enum(["exact", "derived", "unavailable"]);
export type Provenance = z.infer<typeof provenance>;

/** Requests that ended, counted from the server's own counters. */
export const requestOutcomes = z.object({
  succeeded: z.number(),
  failed: z.number(),
});
export type RequestOutcomes = z.infer<typeof requestOutcomes>;

/** A model next to its figures, which are in `observed.frame`. */
export const modelOverview = z.object({
  name: z.string(),
  state: z.enum(["READY", "UNAVAILABLE", "LOADING", "UNLOADING", "UNLOADED"]),
  reason: z.string().nullable(),
  /** What the reason means; null without a reason. */
  problem: loadProblem.nullable(),
  versions: z.array(z.string()),
  /** Whether the active configuration has the dynamic batcher and the cache; null while unknown. */
  dynamicBatching: z.boolean().nullable(),
  /** What schedules in place of a batcher of independent requests; null where nothing does. */
  scheduler: z.enum(["sequences", "ensemble"]).nullable(),
  decoupled: z.boolean().nullable(),
  responseCache: z.boolean().nullable(),
  maxBatchSize: z.number().nullable(),
  /** Since the versions that serve were loaded, which is when their counters start; null while none serves. */
  sinceLoad: requestOutcomes.nullable(),
});
export type ModelOverview = z.infer<typeof modelOverview>;

export const overviewFrame = z.object({
  serverId: z.string(),
  t: z.number(),
  /** Whether the last poll answered; when false, all is as last known. */
  live: z.boolean(),
  models: z.array(modelOverview),
  cache: z
    .object({ capacityBytes: z.number(), usedBytes: z.number(), entries: z.number() })
    .nullable(),
});
export type OverviewFrame = z.infer<typeof overviewFrame>;

export const telemetryTopics = {
  /** Once a second, what `observed.frame` does not have of the models of a server with Triton's statistics. */
  "telemetry.overview": topic(z.object({ serverId: z.string() }), overviewFrame),
};
