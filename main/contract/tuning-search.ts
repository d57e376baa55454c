import { z } from "zod";
import { request, topic } from "./define.ts";
import { environment, stepRepeat } from "./lab/experiment.ts";
import { experimentPlan, MAX_CLIENTS, MAX_PER_SECOND } from "./lab/plan.ts";

const p99Ms = z.number().min(0.01).max(3_600_000);
const rate = z.number().min(0.1).max(MAX_PER_SECOND);

/** The goal of a search. Rates in requests per second. */
export const searchGoal = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("throughput"), p99Ms: p99Ms.nullable() }),
  z.object({ kind: z.literal("latency"), rate }),
  z.object({ kind: z.literal("instances"), rate, p99Ms }),
]);
export type SearchGoal = z.infer<typeof searchGoal>;

export const searchSettings = z.object({
  /** At most 1: no dynamic batching. */
  maxBatchSize: z.number(),
  delayUs: z.number(),
  instances: z.number(),
  /** Sizes at which a batch is executed before it is full; absent: none. */
  preferred: z.array(z.number()).readonly().optional(),
  /** Max requests in the queue; absent: as configured. */
  queueSize: z.number().optional(),
  /** ONNX Runtime's threads per instance; absent: as configured. */
  threads: z.number().optional(),
  /** The response cache is on; absent: as configured. */
  cache: z.literal(true).optional(),
});
export type SearchSettings = z.infer<typeof searchSettings>;

/** `clients` null: the load is the goal's rate. */
export const searchPoint = z.object({
  settings: searchSettings,
  clients: z.number().nullable(),
});
export type SearchPoint = z.infer<typeof searchPoint>;

/** Requests per second, and ms as clients see them. */
export const searchOutcome = z.object({ throughput: z.number(), p99Ms: z.number() });
export type SearchOutcome = z.infer<typeof searchOutcome>;

/** Settings to try. */
export const searchRanges = z.object({
  maxBatchSize: z.number().int().min(1).max(1024),
  maxInstances: z.number().int().min(1).max(64),
  maxDelayUs: z.number().min(0).max(1_000_000),
  /** Also tries batches that are executed before they are full. */
  preferredSizes: z.boolean().optional(),
  /** Also tries queue limits, which reject up to 2 % of the requests; only for goals with a rate. */
  queueSizes: z.boolean().optional(),
  /**
   * Cores for the threads of all instances together, and an instance's default: its share of them, or all. Absent: threads
   * stay as configured.
   */
  threads: z
    .object({ cores: z.number().int().min(1).max(1024), usual: z.enum(["share", "all"]) })
    .optional(),
  /** Also tries the response cache; only if the load repeats a chosen share of its requests. */
  cache: z.boolean().optional(),
  /** Null: the load is the goal's rate. */
  clients: z.array(z.number().int().min(1).max(MAX_CLIENTS)).min(1).max(16).nullable(),
});
export type SearchRanges = z.infer<typeof searchRanges>;

/** Memory of an instance of the model, and its source. */
export const instanceMemory = z.object({
  bytes: z
    .number()
    .min(1)
    .max(2 ** 50),
  /**
   * Reported by the server, growth of the resident set of Batchdeck's engine when it loaded the model, size of the model's
   * files, or stated by the user.
   */
  basis: z.enum(["server", "resident", "files", "stated"]),
});
export type InstanceMemory = z.infer<typeof instanceMemory>;

/** Constraints on an offered configuration, in addition to the goal's limits. */
export const searchConstraints = z.object({
  /** Memory of the model with all its instances; null: no limit. */
  memory: z
    .object({
      limitBytes: z
        .number()
        .min(1)
        .max(2 ** 50),
      instance: instanceMemory,
    })
    .nullable(),
  /** Other models' p99 objectives, ms, while they have traffic. */
  objectives: z.array(z.object({ model: z.string().min(1).max(255), p99Ms })).max(100),
});
export type SearchConstraints = z.infer<typeof searchConstraints>;

/** Why a measured point can't be offered. */
export const constraintViolation = z.object({
  kind: z.enum(["memory", "objective"]),
  /** A sentence. */
  text: z.string(),
});
export type ConstraintViolation = z.infer<typeof constraintViolation>;

export const searchTrial = z.object({
  /** From 1. */
  number: z.number(),
  point: searchPoint,
  predicted: searchOutcome,
  /** A sentence. */
  reason: z.string(),
  /** ms since the epoch */
  startedAt: z.number(),
});
export type SearchTrial = z.infer<typeof searchTrial>;

/** Executions of one batch size; see the simulation's samples. */
const batchSample = z.object({
  size: z.number(),
  count: z.number(),
  ns: z.number(),
  busy: z.number(),
});

export const measuredTrial = searchTrial.extend({
  /** Null if it failed. */
  outcome: searchOutcome.nullable(),
  /** Why it failed or is invalid; null if it is valid. */
  problem: z.string().nullable(),
  seconds: z.number(),
  violation: constraintViolation.nullable().optional(),
  /** The model's memory as reported after the measurement; null or absent if not reported. */
  memoryBytes: z.number().nullable().optional(),
  /** Why it ended early, as a sentence: it couldn't become the best. */
  endedEarly: z.string().nullable().optional(),
  /** Its executions on the server. */
  batches: z.array(batchSample).readonly().optional(),
});
export type MeasuredTrial = z.infer<typeof measuredTrial>;

/** A measured configuration with its corrected prediction. `meets`: probability that it keeps the limits. */
export const foundPoint = z.object({
  point: searchPoint,
  expected: searchOutcome,
  meets: z.number(),
});

/** Max warm-up before each measurement by default, s: as long as a measurement. */
export const usualWarmup = (secondsPerStep: number): number => Math.max(2, secondsPerStep);

export const searchConfirmation = z.object({
  baseline: searchOutcome,
  winner: searchOutcome,
  verdict: z.enum(["better", "worse", "no significant difference", "inconclusive"]),
  /** Winner over baseline in the goal's figure, with the 95 % interval; null with too few pairs. */
  ratio: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  meets: z.boolean(),
  invalidReason: z.string().nullable(),
  /** Share by which invalid measurements may be off, if the result holds nevertheless; absent: none is invalid, or it matters. */
  possibleError: z.number().optional(),
  /** A constraint that the best configuration broke during confirmation. */
  violation: constraintViolation.nullable().optional(),
  /** The second best, measured in the same pairs since noise could change their order; absent: none was. */
  runnerUp: z.object({ point: searchPoint, outcome: searchOutcome }).optional(),
});
export type SearchConfirmation = z.infer<typeof searchConfirmation>;

export const searchConclusion = z.enum([
  "confirmed",
  "unconfirmed",
  "baseline is best",
  "out of reach",
]);

export const tuningSearch = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  /** `stopped`: by a user, or because the console ended. */
  state: z.enum([
    "preparing",
    "calibrating",
    "searching",
    "paused",
    "confirming",
    "finished",
    "stopped",
    "failed",
  ]),
  serverId: z.string(),
  model: z.string(),
  /** The request and its protocol; seconds and warm-up of each measurement. */
  plan: experimentPlan,
  goal: searchGoal,
  ranges: searchRanges,
  /** Absent: none. */
  constraints: searchConstraints.optional(),
  /** Configurations predicted to break a constraint: neither measured nor offered. */
  excluded: z.array(z.object({ configurations: z.number(), reason: z.string() })).optional(),
  /** Max measurements before the confirmation. */
  trials: z.number(),
  /** Time after which no further measurement starts; null: no limit. */
  minutes: z.number().nullable(),
  pairs: z.number(),
  baseline: searchSettings,
  /** The former config.pbtxt text. */
  baselineConfig: z.string(),
  environment: environment.nullable(),
  /** Executions before the search; absent until known. */
  known: z.object({ known: z.array(batchSample).readonly(), overheadNs: z.number() }).optional(),
  measured: z.array(measuredTrial),
  /** The running measurement; null between measurements and during confirmation. */
  current: searchTrial.nullable(),
  /** The running measurement is another attempt; absent or null at the first one. */
  repeat: stepRepeat.nullable().optional(),
  /** `runnerUp`: measured in the same pairs; absent or null: none is. */
  confirming: z
    .object({ pair: z.number(), pairs: z.number(), runnerUp: searchPoint.nullable().optional() })
    .nullable(),
  /** It pauses after the running measurement. */
  pausing: z.boolean(),
  /** All configurations and loads within the ranges, with corrected predictions. */
  map: z.array(foundPoint),
  /** The best measured so far. */
  best: foundPoint.nullable(),
  result: z
    .object({
      conclusion: searchConclusion,
      found: foundPoint,
      confirmation: searchConfirmation.nullable(),
      endReason: z.string(),
    })
    .nullable(),
  /** config.pbtxt text of the best configuration; null while none is known, or if it is the former one. */
  foundConfig: z.string().nullable(),
  /** Why it failed, in sentences. */
  problem: z.string().nullable(),
  /** `writtenTo`: config.pbtxt; null if it is active only on the server. */
  applied: z.object({ at: z.number(), writtenTo: z.string().nullable() }).nullable(),
});
export type TuningSearch = z.infer<typeof tuningSearch>;

/** A search without its map, for lists. */
export const tuningSearchSummary = tuningSearch
  .omit({ map: true, measured: true, known: true })
  .extend({
    tried: z.number(),
  });
export type TuningSearchSummary = z.infer<typeof tuningSearchSummary>;

const id = z.object({ id: z.number() });

export const tuningSearchRequests = {
  "tuning.searches": request(z.object({}), z.array(tuningSearchSummary)),
  "tuning.search.get": request(id, tuningSearch),
  /** The default ranges for a goal. FAILED_PRECONDITION for a model that can't be searched. */
  "tuning.search.suggest": request(
    z.object({ serverId: z.string(), model: z.string(), goal: searchGoal }),
    z.object({
      ranges: searchRanges,
      baseline: searchSettings,
      /** False: a short load comes first, because the server's statistics have too few executions. */
      isCalibrated: z.boolean(),
      /** Null if neither the server nor files show it. */
      instanceMemory: instanceMemory.nullable(),
      /** Other models of the server that have a latency objective, by name. */
      objectives: searchConstraints.shape.objectives,
    }),
  ),
  /**
   * Resolves when the search has started. FAILED_PRECONDITION with details `{ otherRequests }` if the server has other
   * traffic, unless `withOtherTraffic`.
   */
  "tuning.search.start": request(
    z.object({
      plan: experimentPlan,
      name: z.string().max(120),
      goal: searchGoal,
      ranges: searchRanges,
      constraints: searchConstraints.optional(),
      trials: z.number().int().min(2).max(100),
      minutes: z.number().min(0.5).max(600).nullable(),
      pairs: z.number().int().min(2).max(20),
      withOtherTraffic: z.boolean(),
    }),
    id,
  ),
  /** Pauses after the running measurement; the former configuration is active meanwhile. */
  "tuning.search.pause": request(id, z.object({})),
  /**
   * Resumes a paused search, or an interrupted one after its stored measurements; one that wasn't confirmed repeats its
   * confirmation. FAILED_PRECONDITION as for "tuning.search.start", and if the configuration was changed meanwhile.
   */
  "tuning.search.resume": request(id.extend({ withOtherTraffic: z.boolean() }), z.object({})),
  /** Resolves when the former configuration is restored, or can't be restored yet. */
  "tuning.search.stop": request(id, z.object({})),
  /** Applies the confirmed configuration, to config.pbtxt if the console can write it; in an object store only with `toStore`. */
  "tuning.search.apply": request(id.extend({ toStore: z.boolean().optional() }), tuningSearch),
  /** Keeps the found configuration as the model's draft. ABORTED if there is another draft. */
  "tuning.search.draft": request(id, z.object({})),
  "tuning.search.report": request(
    id.extend({ format: z.enum(["html", "markdown"]) }),
    z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() }),
  ),
  "tuning.search.remove": request(id, z.object({})),
};

export const tuningSearchTopics = {
  "tuning.search.state": topic(id, tuningSearch),
};
