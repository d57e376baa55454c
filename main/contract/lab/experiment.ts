import { z } from "zod";
import { comparison } from "./comparison.ts";
import { experimentPlan } from "./plan.ts";
import { experimentStep } from "./step.ts";

/**
 * `paused`: between two steps, and continues when it is asked to. `interrupted`: the server, the generator or the host
 * went away; what was measured is kept, and it can be resumed.
 */
export const experimentState = z.enum([
  "running",
  "paused",
  "done",
  "cancelled",
  "interrupted",
  "failed",
]);
export type ExperimentState = z.infer<typeof experimentState>;

export const annotation = z.object({
  id: z.number(),
  /** ms since the epoch when it was written */
  time: z.number(),
  /** The step it is about; null: the whole. */
  step: z.number().nullable(),
  text: z.string(),
});

/** What an experiment ran on. */
export const environment = z.object({
  server: z.string(),
  serverVersion: z.string().nullable(),
  /** config.pbtxt text (or the server's JSON) active when it ran. */
  configText: z.string(),
  /** The same of the traffic's other models, by name; left out without any, or no one wrote them down. */
  otherConfigs: z.record(z.string(), z.string()).optional(),
  cpus: z.number(),
  cpuModel: z.string(),
  memoryBytes: z.number(),
  platform: z.string(),
  /** Of the machine that sent the load: the same text on the same machine. */
  fingerprint: z.string(),
  /** Whether the server ran on the machine that sent the load. */
  sameMachine: z.boolean(),
});

/** Where a search stands or what it found. */
export const searchResult = z.object({
  /** The highest that kept the objective; null: none did. */
  best: z.number().nullable(),
  /** The lowest that missed it; null: none did. */
  missed: z.number().nullable(),
  words: z.string(),
});

export const experiment = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  state: experimentState,
  /** Why it did not end as planned. */
  reason: z.string().nullable(),
  plan: experimentPlan,
  steps: z.array(experimentStep),
  environment,
  tags: z.array(z.string()),
  pinned: z.boolean(),
  note: z.string(),
  annotations: z.array(annotation),
  /** Set where it came from a file: perf_analyzer's CSV reports no more than its columns. */
  importedFrom: z.string().nullable(),
  search: searchResult.nullable(),
  /** Of a comparison: each candidate but the baseline against it. */
  comparisons: z.array(comparison.extend({ candidate: z.number() })),
});
export type Experiment = z.infer<typeof experiment>;

export const experimentSummary = experiment
  .pick({
    id: true,
    name: true,
    createdAt: true,
    finishedAt: true,
    state: true,
    reason: true,
    plan: true,
    tags: true,
    pinned: true,
    importedFrom: true,
  })
  .extend({
    steps: z.number(),
    /** Best throughput of any valid step; null before the first. */
    bestInferencesPerSecond: z.number().nullable(),
    /** Of streamed answers, in any valid step. */
    bestOutputTokensPerSecond: z.number().nullable().optional(),
    /** Steps whose verdict is invalid. */
    invalidSteps: z.number(),
  });
export type ExperimentSummary = z.infer<typeof experimentSummary>;

export const experimentProgress = z.object({
  id: z.number(),
  state: experimentState,
  reason: z.string().nullable(),
  stepIndex: z.number(),
  /** As far as is known: a search may need fewer. */
  stepCount: z.number(),
  /** "applying": a configuration is being applied or restored. */
  phase: z.enum(["preparing", "applying", "warmup", "measuring", "paused", "finished"]),
  /** Whether it is to be held after the step that runs. */
  pausing: z.boolean(),
  /** Without the time that it was held. */
  secondsDone: z.number(),
  secondsLeft: z.number(),
  /** What is done now: "rate 240/s, candidate 'delay 2 ms', replicate 3 of 5". */
  words: z.string(),
  /** Of the running step so far. */
  live: z
    .object({
      load: experimentStep.shape.load,
      requestsPerSecond: z.number(),
      p50Ms: z.number().nullable(),
      p99Ms: z.number().nullable(),
      failures: z.number(),
      /** Of streamed answers that ended well so far; left out of others. */
      chat: z
        .object({
          /** From the scheduled instant. */
          firstTokenP50Ms: z.number().nullable(),
          firstTokenP99Ms: z.number().nullable(),
          outputTokensPerSecond: z.number(),
        })
        .optional(),
      certificate: experimentStep.shape.certificate,
      /** Whether the load of this step may be changed now. */
      adjustable: z.boolean(),
    })
    .nullable(),
});
export type ExperimentProgress = z.infer<typeof experimentProgress>;
