import { z } from "zod";
import { changeProbe, probeOptions } from "./change-probes.ts";
import { fieldChange } from "./configs.ts";
import { request, topic } from "./define.ts";

/** What a replica must keep after the change against before; null: not watched. */
export const rolloutLimits = z.object({
  /** Failures may be at most this share of the requests more than before, 0..1. */
  failureShare: z.number().min(0).max(1).nullable(),
  /** Rejections may be at most this share of the requests more than before, 0..1. */
  rejectedShare: z.number().min(0).max(1).nullable(),
  /** Mean time in the queue may be at most this many times that of before. */
  queueTimes: z.number().min(1).max(1000).nullable(),
  /** p99, or the mean where there is no p99, may be at most this many times that of before. */
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
  /** How long each is watched before and after the change. */
  watchSeconds: z.number().int().min(0).max(3600),
  limits: rolloutLimits,
  /** What becomes of what was changed when a check fails: it stays, that replica's is put back, or all are. */
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
 * `measuring`: before the change. `applying`, `watching`: after it. `done`: kept. `failed`: a check said no, or the
 * server did. `putBack`: what served before serves again. `unknown`: the console ended during it.
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
  /** What was done or went wrong, in a sentence; "" while nothing. */
  words: z.string(),
  /** Whether the new configuration was loaded and not been put back. */
  changed: z.boolean(),
  /** What the text changed there, against what was active before; none of rollouts kept before this was. */
  changes: z.array(fieldChange).default([]),
  /** Fields that the server serves otherwise than asked. */
  readBack: z.array(fieldChange),
  before: watched.nullable(),
  after: watched.nullable(),
  /** Of the change, while it is under way and after it. */
  probe: changeProbe.nullable().default(null),
});
export type RolloutStep = z.infer<typeof rolloutStep>;

/** `interrupted`: the console ended during it; it can continue or be put back. */
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
  /** Why it is as it is, in a sentence; "". */
  words: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  steps: z.array(rolloutStep),
});
export type Rollout = z.infer<typeof rollout>;

const one = z.object({ rolloutId: z.number() });

export const rolloutRequests = {
  /** FAILED_PRECONDITION while one of the fleet is under way; INVALID_ARGUMENT with details.findings for a text that cannot be right. */
  "fleets.startRollout": request(rolloutPlan, one),
  /** Takes effect when the replica under way is done. */
  "fleets.pauseRollout": request(one, z.object({})),
  /** Continues with the next that waits, also after an interruption. */
  "fleets.resumeRollout": request(one, z.object({})),
  /** Leaves what was changed as it is; a change that was begun is finished. */
  "fleets.cancelRollout": request(one, z.object({})),
  /** Lets serve again what served before, on one replica or, "", on all that were changed. */
  "fleets.putBackRollout": request(one.extend({ replica: z.string() }), z.object({})),
  "fleets.removeRollout": request(one, z.object({})),
};

export const rolloutTopics = {
  /** Newest first, at most 20. The plans' texts are left out: "". */
  "fleets.rollouts": topic(z.object({ fleetId: z.number() }), z.array(rollout)),
};
