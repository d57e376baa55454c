import { z } from "zod";
import { changeProbe, probeOptions } from "./change-probes.ts";
import { fieldChange } from "./configs.ts";
import { request, topic } from "./define.ts";

/** Limits for a replica after the change, compared with before; null: not checked. */
export const rolloutLimits = z.object({
  /** Maximum increase of failures, as a share of requests, 0..1. */
  failureShare: z.number().min(0).max(1).nullable(),
  /** Maximum increase of rejections, as a share of requests, 0..1. */
  rejectedShare: z.number().min(0).max(1).nullable(),
  /** Maximum mean time in queue, as a factor of that before. */
  queueTimes: z.number().min(1).max(1000).nullable(),
  /** Maximum p99 (the mean where there is no p99), as a factor of that before. */
  latencyTimes: z.number().min(1).max(1000).nullable(),
});
export type RolloutLimits = z.infer<typeof rolloutLimits>;

export const rolloutPlan = z.object({
  fleetId: z.number(),
  model: z.string().min(1),
  text: z.string().min(1).max(1_000_000),
  note: z.string().max(500),
  /** In this order; empty: all that have the model, by name. */
  replicas: z.array(z.string()).max(200),
  /** Duration of the measurements before and after each change. */
  watchSeconds: z.number().int().min(0).max(3600),
  limits: rolloutLimits,
  /** When a check fails: keep all changes, restore that replica, or restore all. */
  onFailure: z.enum(["stop", "putBackOne", "putBackAll"]),
  /** Requests that are sent to each replica while it changes; a replica fails with more failed and lost ones than `maxFailed`. */
  probe: probeOptions
    .extend({ maxFailed: z.number().int().min(0).max(100_000) })
    .nullable()
    .default(null),
});
export type RolloutPlan = z.infer<typeof rolloutPlan>;

const watched = z.object({
  /** Seconds that the figures cover. */
  seconds: z.number(),
  requests: z.number().nullable(),
  failures: z.number().nullable(),
  rejected: z.number().nullable(),
  queueMs: z.number().nullable(),
  latencyMs: z.number().nullable(),
  latencyP99Ms: z.number().nullable(),
});
export type WatchedFigures = z.infer<typeof watched>;

/**
 * `measuring`: before the change. `applying`, `watching`: after it. `done`: kept. `failed`: a check failed, or the server
 * rejected it. `putBack`: the former configuration is active again. `unknown`: the console ended during it.
 */
export const rolloutStep = z.object({
  replica: z.string(),
  serverId: z.string(),
  name: z.string(),
  state: z.enum([
    "waiting",
    "measuring",
    "applying",
    "watching",
    "done",
    "failed",
    "puttingBack",
    "putBack",
    "unknown",
  ]),
  at: z.number().nullable(),
  /** What was done or failed, in a sentence; "" before. */
  words: z.string(),
  /** Whether the new configuration is loaded. */
  changed: z.boolean(),
  /** Changed fields compared with the former configuration; empty for rollouts of earlier versions. */
  changes: z.array(fieldChange).default([]),
  /** Fields with another value than requested. */
  readBack: z.array(fieldChange),
  before: watched.nullable(),
  after: watched.nullable(),
  /** Of the change, while it is under way and after it. */
  probe: changeProbe.nullable().default(null),
});
export type RolloutStep = z.infer<typeof rolloutStep>;

/** `interrupted`: the console ended during it; it can be continued or restored. */
export const rollout = z.object({
  id: z.number(),
  plan: rolloutPlan.extend({ text: z.string() }),
  state: z.enum([
    "running",
    "paused",
    "done",
    "failed",
    "cancelled",
    "interrupted",
    "puttingBack",
    "putBack",
  ]),
  /** The reason for its state, a sentence or "". */
  words: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  steps: z.array(rolloutStep),
});
export type Rollout = z.infer<typeof rollout>;

const one = z.object({ rolloutId: z.number() });

export const rolloutRequests = {
  /** FAILED_PRECONDITION while another rollout of the fleet runs; INVALID_ARGUMENT with details.findings for an invalid text. */
  "fleets.startRollout": request(rolloutPlan, one),
  /** Pauses when the present replica is done. */
  "fleets.pauseRollout": request(one, z.object({})),
  /** Continues with the next replica, also after an interruption. */
  "fleets.resumeRollout": request(one, z.object({})),
  /** Ends the rollout and keeps its changes; a change that has begun is finished. */
  "fleets.cancelRollout": request(one, z.object({})),
  /** Restores the former configuration on one replica, or with "" on all changed ones. */
  "fleets.restoreRollout": request(one.extend({ replica: z.string() }), z.object({})),
  "fleets.removeRollout": request(one, z.object({})),
};

export const rolloutTopics = {
  /** Newest first, at most 20. The plans' texts are left out: "". */
  "fleets.rollouts": topic(z.object({ fleetId: z.number() }), z.array(rollout)),
};
