import { z } from "zod";
import { topic } from "./define.ts";

/** Why the engine's scheduler sent a batch. */
export const DISPATCH_REASONS = ["full", "preferred", "delay", "forced", "shape", "idle"] as const;
export type DispatchReason = (typeof DISPATCH_REASONS)[number];

/** Times are ms; `at` since the epoch, when the batch left the queue. */
export const executedBatch = z.object({
  version: z.string(),
  instance: z.string(),
  at: z.number(),
  requests: z.number(),
  items: z.number(),
  reason: z.enum(DISPATCH_REASONS),
  oldestWaitMs: z.number(),
  meanWaitMs: z.number(),
  inputMs: z.number(),
  inferMs: z.number(),
  outputMs: z.number(),
  failed: z.boolean(),
  /** It ran on the thread that serves requests, not on its instance's. */
  onServingThread: z.boolean(),
});
export type ExecutedBatch = z.infer<typeof executedBatch>;

export const reasonCount = z.object({
  reason: z.enum(DISPATCH_REASONS),
  batches: z.number(),
  requests: z.number(),
  items: z.number(),
  /** Sum of the oldest request's time in queue over its batches. */
  oldestWaitMs: z.number(),
});
export type ReasonCount = z.infer<typeof reasonCount>;

/** The batches that ended between `from` and `to`, ms since the epoch. Frames that a slow reader missed are not sent again. */
export const batchFrame = z.object({
  from: z.number(),
  to: z.number(),
  /** The first of them up to a limit, in the order in which they ended. */
  batches: z.array(executedBatch),
  /** Number of batches that the engine reported. */
  reasons: z.array(reasonCount),
  /** Number of batches that the engine left out because its connection was too slow. */
  dropped: z.number(),
  /** Why the engine reports nothing at present; null while it reports. */
  problem: z.string().nullable(),
});
export type BatchFrame = z.infer<typeof batchFrame>;

export const batchTopics = {
  /**
   * A model's batches as they are executed, four frames a second while someone listens. UNIMPLEMENTED for a
   * server that is not one of ours.
   */
  "telemetry.batches": topic(z.object({ serverId: z.string(), model: z.string() }), batchFrame),
};
