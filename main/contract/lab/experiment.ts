import { z } from "zod";
import { comparison } from "./comparison.ts";
import { experimentPlan } from "./plan.ts";
import { experimentStep } from "./step.ts";

/**
 * `paused`: between two steps, until a user resumes it. `interrupted`: the server, the generator or the host ended; what
 * was measured is kept, and the experiment can be resumed.
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
  /** The step it is about; null: the experiment. */
  step: z.number().nullable(),
  text: z.string(),
});

/** The environment of an experiment. */
export const environment = z.object({
  server: z.string(),
  serverVersion: z.string().nullable(),
  /** config.pbtxt text (or the server's JSON) active when it ran. */
  configText: z.string(),
  /** The same for the traffic's other models, by name; absent without other models, or if not recorded. */
  otherConfigs: z.record(z.string(), z.string()).optional(),
  cpus: z.number(),
  cpuModel: z.string(),
  memoryBytes: z.number(),
  platform: z.string(),
  /** Identifies the machine that sent the load: the same text for the same machine. */
  fingerprint: z.string(),
  /** Whether the server ran on the machine that sent the load. */
  sameMachine: z.boolean(),
});

/** The state or the result of a search. */
export const searchResult = z.object({
  /** The highest load that met the objective; null: none did. */
  best: z.number().nullable(),
  /** The lowest load that missed it; null: none did. */
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
  /** Set for an import: perf_analyzer's CSV has only the figures of its columns. */
  importedFrom: z.string().nullable(),
  search: searchResult.nullable(),
  /** For a comparison: each candidate except the baseline against it. */
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
    /** For streamed responses, in any valid step. */
    bestOutputTokensPerSecond: z.number().nullable().optional(),
    /** Steps whose verdict is invalid. */
    invalidSteps: z.number(),
  });
export type ExperimentSummary = z.infer<typeof experimentSummary>;

/** A measurement that was started again, since other work on the machine disturbed the one before. */
export const stepRepeat = z.object({
  /** From 2. */
  attempt: z.number(),
  maxAttempts: z.number(),
  /** Sentences. */
  reason: z.string(),
  /** ms since the epoch */
  startedAt: z.number(),
});
export type StepRepeat = z.infer<typeof stepRepeat>;

/** "Measuring again, attempt 2 of at most 3. Other programs used 20 % of this machine …" */
export const repeatText = ({ attempt, maxAttempts, reason }: StepRepeat): string =>
  `Measuring again, attempt ${attempt} of at most ${maxAttempts}. ${reason}`;

export const experimentProgress = z.object({
  id: z.number(),
  state: experimentState,
  reason: z.string().nullable(),
  stepIndex: z.number(),
  /** As far as known: a search may need fewer. */
  stepCount: z.number(),
  /** "applying": a configuration is being applied or restored. */
  phase: z.enum(["preparing", "applying", "warmup", "measuring", "paused", "finished"]),
  /** Whether it pauses after the running step. */
  pausing: z.boolean(),
  /** Without pauses. */
  secondsDone: z.number(),
  secondsLeft: z.number(),
  /** The current work: "rate 240/s, candidate 'delay 2 ms', replicate 3 of 5". */
  words: z.string(),
  /** Absent at the first attempt of a step. */
  repeat: stepRepeat.optional(),
  /** Of the running step so far. */
  live: z
    .object({
      load: experimentStep.shape.load,
      requestsPerSecond: z.number(),
      p50Ms: z.number().nullable(),
      p99Ms: z.number().nullable(),
      failures: z.number(),
      /** Of successful streamed responses so far; absent for others. */
      chat: z
        .object({
          /** From the scheduled send. */
          firstTokenP50Ms: z.number().nullable(),
          firstTokenP99Ms: z.number().nullable(),
          outputTokensPerSecond: z.number(),
        })
        .optional(),
      certificate: experimentStep.shape.certificate,
      /** Whether the load of the running step can be changed. */
      adjustable: z.boolean(),
    })
    .nullable(),
});
export type ExperimentProgress = z.infer<typeof experimentProgress>;
