import { z } from "zod";
import { request } from "./define.ts";

/** Maximum duration of an observation, s. */
export const MAX_OBSERVED_SECONDS = 3600;

const amount = z.number().min(0);
const share = z.number().min(0).max(1);

/** What a response cache of any size would do for a model, from the hashes of its requests. */
export const cacheObservation = z.object({
  /** `ended`: the figures stay until the next observation. */
  state: z.enum(["observing", "ended"]),
  elapsedSeconds: amount,
  plannedSeconds: amount,
  requests: amount,
  /** Share of the distinct requests that were sampled; 1 means all. */
  sampledShare: share,
  distinct: amount,
  /** Memory that would hold the responses to all distinct requests. */
  distinctBytes: amount,
  /** Sizes and rates ascending; a smaller cache than the first has no hit. */
  curve: z.array(z.object({ bytes: amount, hitRate: share })),
  /** Median time of hashing a request, which every cache lookup needs. */
  hashNs: amount,
  /** Those with most repeated requests first. */
  clients: z.array(
    z.object({ address: z.string(), userAgent: z.string(), requests: amount, repeated: amount }),
  ),
});
export type CacheObservation = z.infer<typeof cacheObservation>;

export const cacheWorth = z.discriminatedUnion("state", [
  /** The server doesn't show its requests. */
  z.object({ state: z.literal("unsupported"), reason: z.string() }),
  z.object({
    state: z.literal("supported"),
    /** Null: never observed since the server started. */
    observation: cacheObservation.nullable(),
    /** Size of the server's cache, which its models share; null: it has none. */
    capacityBytes: amount.nullable(),
  }),
]);
export type CacheWorth = z.infer<typeof cacheWorth>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const cacheObservationRequests = {
  "whatIf.cache": request(model, cacheWorth),
  /** Observes the model's requests from now on. Errors: INVALID_ARGUMENT for a model that can't use the cache. */
  "whatIf.observeCache": request(
    model.extend({ seconds: z.number().int().min(1).max(MAX_OBSERVED_SECONDS) }),
    cacheWorth,
  ),
  "whatIf.stopObservingCache": request(model, cacheWorth),
};
