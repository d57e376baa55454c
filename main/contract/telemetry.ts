import { z } from "zod";
import { topic } from "./define.ts";
import { loadProblem } from "./load-problem.ts";

/** Provenance of a figure: read from the server, computed from counters, or unavailable. */
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
  /** The kind of the reason; null without a reason. */
  problem: loadProblem.nullable(),
  versions: z.array(z.string()),
  /** Whether the active configuration has the dynamic batcher and the cache; null while unknown. */
  dynamicBatching: z.boolean().nullable(),
  /** The scheduler in place of the dynamic batcher; null where there is none. */
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
  /** Once a second, what `observed.frame` does not contain about models of servers with Triton's statistics. */
  "telemetry.overview": topic(z.object({ serverId: z.string() }), overviewFrame),
};
