import { z } from "zod";
import { request, topic } from "./define.ts";
import { comparison } from "./lab/comparison.ts";
import { experimentPlan } from "./lab/plan.ts";

export const knob = z.enum(["batch-size", "delay", "instances", "cache", "queue-policy"]);
export type Knob = z.infer<typeof knob>;

/** A change to try, of a single knob. */
export const proposal = z.object({
  knob,
  /** "Batching delay 2 ms" */
  title: z.string(),
  /** The change's effect, and what comes with it. */
  reason: z.string(),
  configText: z.string(),
  /** False, with the reason, if the model can't have it. */
  possible: z.boolean(),
  /**
   * Expected effect at the measured load, with the figures it comes from; absent if it isn't possible, and for changes that
   * weren't proposed. "none" is less than 3 %, "moderate" starts at 15 %, "large" at 50 %.
   */
  expected: z
    .object({ size: z.enum(["large", "moderate", "small", "none", "unknown"]), text: z.string() })
    .optional(),
});
export type Proposal = z.infer<typeof proposal>;

export const tuningStep = z.object({
  id: z.number(),
  proposal,
  /** The interleaved A/B; null until it starts. */
  experiment: z.number().nullable(),
  state: z.enum(["measuring", "measured", "kept", "reverted", "failed"]),
  comparison: comparison.nullable(),
  /** Advice from the figures, with the reason; the user decides. */
  advice: z
    .object({ decision: z.enum(["keep", "revert", "again"]), reason: z.string() })
    .nullable(),
  /** ms since the epoch */
  at: z.number(),
});
export type TuningStep = z.infer<typeof tuningStep>;

export const tuningSession = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  state: z.enum(["baseline", "choosing", "measuring", "deciding", "finished", "abandoned"]),
  serverId: z.string(),
  model: z.string(),
  /** Plan of every measurement: its load has one step, its goal is replaced. */
  plan: experimentPlan,
  replicates: z.number(),
  /** The newest experiment of only the current configuration; null until it starts. */
  baseline: z.number().nullable(),
  /** The session's running experiment; null if none. */
  running: z.number().nullable(),
  baselineConfig: z.string(),
  /** With the changes kept so far; active while nothing is measured. */
  currentConfig: z.string(),
  steps: z.array(tuningStep),
  /** The session's gain: the original configuration against the current one. */
  gain: comparison.nullable(),
  problem: z.string().nullable(),
  /** Once finished: the config.pbtxt with the result, null if it is active only on the server. */
  writtenTo: z.string().nullable().optional(),
});
export type TuningSession = z.infer<typeof tuningSession>;

const id = z.object({ id: z.number() });

export const tuningRequests = {
  "tuning.list": request(z.object({}), z.array(tuningSession)),
  "tuning.get": request(id, tuningSession),
  /** Starts with the baseline's measurement. The plan needs an objective. */
  "tuning.start": request(
    z.object({
      plan: experimentPlan,
      name: z.string(),
      replicates: z.number().int().min(2).max(20),
    }),
    id,
  ),
  /** Proposals, the largest expected effect first, at least one per knob. */
  "tuning.proposals": request(id, z.array(proposal)),
  /** Measures a change against the current configuration, interleaved. `configText` may differ from the proposed one. */
  "tuning.try": request(
    z.object({
      id: z.number(),
      knob,
      title: z.string(),
      reason: z.string(),
      configText: z.string(),
    }),
    tuningSession,
  ),
  /** Measures the active configuration again, to check for drift or to adopt an outside change. */
  "tuning.baseline": request(id, tuningSession),
  /** Measures the original configuration against the current one, interleaved: the session's gain. */
  "tuning.confirm": request(id, tuningSession),
  /** Cancels the running measurement; the session continues. */
  "tuning.cancel": request(id, tuningSession),
  /** Decides on the last step. Keep applies it. */
  "tuning.decide": request(
    z.object({ id: z.number(), decision: z.enum(["keep", "revert"]) }),
    tuningSession,
  ),
  /** Measures the undecided step again. */
  "tuning.again": request(id, tuningSession),
  /** Ends with the current configuration, in its file if it can be reached, or with `restore` the original one. */
  "tuning.finish": request(z.object({ id: z.number(), restore: z.boolean() }), tuningSession),
  "tuning.report": request(
    z.object({ id: z.number(), format: z.enum(["html", "markdown"]) }),
    z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() }),
  ),
  "tuning.remove": request(id, z.object({})),
};

export const tuningTopics = {
  "tuning.state": topic(id, tuningSession),
};
