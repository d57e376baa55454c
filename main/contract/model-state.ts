import { z } from "zod";
import { topic } from "./define.ts";
import { modelInstance } from "./servers.ts";

/** lookups = hits + misses. */
export const cacheLedger = z.object({
  lookups: z.number(),
  hits: z.number(),
  misses: z.number(),
  /** Compute time that hits did not need, by the mean of the misses. */
  savedMs: z.number(),
  /** Lookup and insertion of the misses. */
  missCostMs: z.number(),
});
export type CacheLedger = z.infer<typeof cacheLedger>;

export const cacheClient = z.object({
  address: z.string(),
  userAgent: z.string(),
  lookups: z.number(),
  hits: z.number(),
});
export type CacheClient = z.infer<typeof cacheClient>;

/** One loaded version; counters start with its load. */
export const versionState = z.object({
  version: z.string(),
  loadSeconds: z.number(),
  instances: z.array(modelInstance),
  /** Rejected because the queue was full; among the rejected. */
  refused: z.number(),
  failures: z.object({
    rejected: z.number(),
    canceled: z.number(),
    backend: z.number(),
    other: z.number(),
  }),
  /** Null where the response cache is not used. */
  cache: z.object({ ledger: cacheLedger, clients: z.array(cacheClient) }).nullable(),
});
export type VersionState = z.infer<typeof versionState>;

export const modelState = z.object({
  /** ms since the epoch */
  t: z.number(),
  /** Null where not reported by this server. */
  versions: z.array(versionState).nullable(),
});
export type ModelState = z.infer<typeof modelState>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const modelStateTopics = {
  /** Once a second, what the engine says of a model's loaded versions. */
  "telemetry.state": topic(model, modelState),
};
