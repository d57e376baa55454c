import { z } from "zod";
import { request, topic } from "./define.ts";
import { comparison } from "./lab/comparison.ts";
import { experimentPlan } from "./lab/plan.ts";

export const knob = z.enum(["batch-size", "delay", "instances", "cache", "queue-policy"]);
export type Knob = z.infer<typeof knob>;

/** One change to try: of one knob alone. */
export const proposal = z.object({
  knob,
  /** "Batching delay 2 ms" */
  title: z.string(),
  /** What the change does, and what else comes with it. */
  reason: z.string(),
  configText: z.string(),
  /** False, with the reason, where the model cannot have it. */
  possible: z.boolean(),
  /**
   * What it is expected to do to the measured load, with the figures that this comes from; left out where it is not
   * possible, and of changes that were not proposed. "none" is less than 3 %, "moderate" starts at 15 %, "large" at 50 %.
   */
  expected: z
    .object({ size: z.enum(["large", "moderate", "small", "none", "unknown"]), text: z.string() })
    .optional(),
});
export type Proposal = z.infer<typeof proposal>;

export const tuningStep = z.object({
  id: z.number(),
  proposal,
  /** The interleaved A/B; null until it began. */
  experiment: z.number().nullable(),
  state: z.enum(["measuring", "measured", "kept", "reverted", "failed"]),
  comparison: comparison.nullable(),
  /** What the figures suggest, and why; the user decides. */
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
  /** What every step measures with: its load has one step, its goal is replaced. */
  plan: experimentPlan,
  replicates: z.number(),
  /** The newest experiment of the present configuration alone; null until it began. */
  baseline: z.number().nullable(),
  /** The experiment that runs for the session; null while none does. */
  running: z.number().nullable(),
  baselineConfig: z.string(),
  /** With what was kept so far; it serves while nothing is measured. */
  currentConfig: z.string(),
  steps: z.array(tuningStep),
  /** Where the session stands: the first configuration against the present one. */
  gain: comparison.nullable(),
  problem: z.string().nullable(),
  /** Once finished: the config.pbtxt that holds the result, null where it serves from the server alone. */
  writtenTo: z.string().nullable().optional(),
});
export type TuningSession = z.infer<typeof tuningSession>;

const id = z.object({ id: z.number() });

export const tuningRequests = {
  "tuning.list": request(z.object({}), z.array(tuningSession)),
  "tuning.get": request(id, tuningSession),
  /** Begins with the baseline's measurement. The plan needs an objective. */
  "tuning.start": request(
    z.object({
      plan: experimentPlan,
      name: z.string(),
      replicates: z.number().int().min(2).max(20),
    }),
    id,
  ),
  /** What can be tried next, the largest expected effect first, one or more for each knob. */
  "tuning.proposals": request(id, z.array(proposal)),
  /** Measures it against the present configuration, interleaved. `configText` may be another than proposed. */
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
  /** Measures what serves now again, for drift, or where it was changed outside the session: that is adopted. */
  "tuning.baseline": request(id, tuningSession),
  /** Measures the first configuration against the present one, interleaved: the session's gain. */
  "tuning.confirm": request(id, tuningSession),
  /** Gives up the measurement that runs; the session continues. */
  "tuning.cancel": request(id, tuningSession),
  /** Of the step that was measured last. Keep applies it. */
  "tuning.decide": request(
    z.object({ id: z.number(), decision: z.enum(["keep", "revert"]) }),
    tuningSession,
  ),
  /** Measures the step that is to be decided on again. */
  "tuning.again": request(id, tuningSession),
  /** Ends with the present configuration, in the file where it can be had, or with the first one where `restore`. */
  /** `toStore`: a configuration in an object store is replaced, in place of an override. */
  "tuning.finish": request(
    z.object({ id: z.number(), restore: z.boolean(), toStore: z.boolean().optional() }),
    tuningSession,
  ),
  "tuning.report": request(
    z.object({ id: z.number(), format: z.enum(["html", "markdown"]) }),
    z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() }),
  ),
  "tuning.remove": request(id, z.object({})),
};

export const tuningTopics = {
  "tuning.state": topic(id, tuningSession),
};
