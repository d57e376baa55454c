import { z } from "zod";

/** A percentile with its 95 % rank interval, ms. Null if the sample does not support it. */
export const percentile = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .nullable();
export type Percentile = z.infer<typeof percentile>;

/** Latency of successes, ms. */
export const latencySummary = z.object({
  count: z.number(),
  mean: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  p50: percentile,
  p90: percentile,
  p95: percentile,
  p99: percentile,
  p999: percentile,
  /** HDR histogram, V2 compressed, base64; values in µs. */
  histogram: z.string(),
});
export type LatencySummary = z.infer<typeof latencySummary>;

/**
 * Outcomes of unsuccessful requests. `rejected`: the queue or the server was full. `timedOut`: in the server's queue, or
 * past the client's deadline. `cancelled`: by the server or in transit. `wrong`: an unexpected response. `unfinished`: still
 * in flight when the run stopped waiting.
 */
export const outcomeCounts = z.object({
  rejected: z.number(),
  timedOut: z.number(),
  cancelled: z.number(),
  failed: z.number(),
  wrong: z.number(),
  unfinished: z.number(),
});
export type OutcomeCounts = z.infer<typeof outcomeCounts>;

/** Latency buckets of a heat map: 10 to each power of ten, bucket 0 begins at 1 µs. */
export const BUCKETS_PER_DECADE = 10;

/** A part of the run. Open loop: requests scheduled in it; closed loop: requests that ended in it. */
export const runWindow = z.object({
  /** Seconds after the measured span began; negative in the warm-up. */
  from: z.number(),
  seconds: z.number(),
  sent: z.number(),
  successes: z.number(),
  failures: z.number(),
  /**
   * Batch items of the successes that arrived in it, whichever window they belong to; absent in the warm-up and in runs of
   * earlier versions.
   */
  answered: z.number().optional(),
  /** Response times, ms. */
  p50: z.number().nullable(),
  p99: z.number().nullable(),
  max: z.number().nullable(),
  /** [bucket, count], buckets ascending. */
  cells: z.array(z.tuple([z.number(), z.number()])),
  /** Times to first token, ms; only for streamed responses. */
  firstTokenP50: z.number().nullable().optional(),
  firstTokenP99: z.number().nullable().optional(),
});
export type RunWindow = z.infer<typeof runWindow>;

/** The load generator's own figures over the measured span. */
export const generatorHealth = z.object({
  /** Share of one core. */
  cpu: z.number(),
  sends: z.number(),
  /** Sent more than 1 ms after the scheduled instant; 0 in a closed loop. */
  lateSends: z.number(),
  lagP50Ms: z.number().nullable(),
  lagP99Ms: z.number().nullable(),
  lagMaxMs: z.number().nullable(),
  eventLoopP99Ms: z.number().nullable(),
  /** Requests per second as planned, and as sent; null in a closed loop. */
  offeredRate: z.number().nullable(),
  achievedRate: z.number().nullable(),
});
export type GeneratorHealth = z.infer<typeof generatorHealth>;

/** ms by which each percentile of the response time may read high. */
const errors = z.object({ p50: z.number(), p90: z.number(), p95: z.number(), p99: z.number() });

/** Possible errors caused by other work on the generator's machine. */
export const possibleError = z.object({
  /** Requests were sent after their scheduled instant; null in a closed loop. */
  sending: errors.nullable(),
  /** Responses were handled later than they arrived. */
  receiving: errors,
  /** Other work made the generator and, if it runs on the same machine, the server wait for a CPU; null: unknown. */
  waiting: errors.nullable(),
  /** Cores that neither the generator nor the server used; null: unknown. */
  otherCores: z.number().nullable(),
});
export type PossibleError = z.infer<typeof possibleError>;

/** The server's own counters over the measured span. Null if the server reports none. */
export const serverSplit = z.object({
  seconds: z.number(),
  requests: z.number(),
  failures: z.number(),
  inferences: z.number(),
  executions: z.number(),
  meanBatch: z.number().nullable(),
  queueMs: z.number().nullable(),
  computeInputMs: z.number().nullable(),
  computeInferMs: z.number().nullable(),
  computeOutputMs: z.number().nullable(),
  requestMs: z.number().nullable(),
  cacheHits: z.number(),
  cacheMisses: z.number(),
  /** Mean times of lookups and insertions; null without any. */
  cacheHitMs: z.number().nullable(),
  cacheMissMs: z.number().nullable(),
  /** [size, executions], sizes ascending. */
  batches: z.array(z.tuple([z.number(), z.number()])),
});
export type ServerSplit = z.infer<typeof serverSplit>;

/**
 * The server's metrics over the measured span, read at its start, every second and at its end. A figure is null if it was
 * not reported; a difference also if it was missing at an end, or counters were reset.
 */
export const stepMachine = z.object({
  /** Number of readings that succeeded. */
  samples: z.number(),
  /** 0..1 of all cores. */
  cpuMean: z.number().nullable(),
  memoryMaxBytes: z.number().nullable(),
  gpus: z.array(
    z.object({
      uuid: z.string(),
      /** 0..1 */
      utilizationMean: z.number().nullable(),
      memoryMaxBytes: z.number().nullable(),
      memoryTotalBytes: z.number().nullable(),
      powerMeanWatts: z.number().nullable(),
      /** Energy used over the span. */
      energyJoules: z.number().nullable(),
    }),
  ),
  /** From the server's response cache over the span. */
  cacheEvictions: z.number().nullable(),
  /** Queue depth of the measured models. */
  pendingMean: z.number().nullable(),
  /** Failed requests of the measured models over the span, by the server's reason; none with a count of 0. */
  failures: z.array(z.object({ reason: z.string(), count: z.number() })),
});
export type StepMachine = z.infer<typeof stepMachine>;

/** Power of the server's GPUs over the measured span, as DCGM's exporter reports it to a linked Prometheus. */
export const stepPower = z.object({
  /** Mean, of all GPUs; null if one has no sample in the span. */
  watts: z.number().nullable(),
  gpus: z.number(),
  /** Of the GPU with the fewest. */
  samples: z.number(),
  /** How the GPUs were found: "pod triton-0". */
  by: z.string(),
  /** Name of the connection to Prometheus. */
  source: z.string(),
});
export type StepPower = z.infer<typeof stepPower>;

/** A goodput limit of streamed responses, and how many successes exceeded it. */
export const exceededLimit = z.object({
  of: z.enum(["firstToken", "perToken", "response"]),
  ms: z.number(),
  exceeded: z.number(),
});
export type ExceededLimit = z.infer<typeof exceededLimit>;

const turnFigures = z.object({
  successes: z.number(),
  failures: z.number(),
  /** From the scheduled send, like the step's. */
  firstToken: latencySummary,
  /** Means; for prompts null if the server reported none. */
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
});

/** Conversations and their turns. */
export const stepConversations = z.object({
  /** Started in the span. */
  begun: z.number(),
  /** Starts scheduled in the span, including those that were not begun; absent in a closed loop. */
  planned: z.number().optional(),
  /** Ended in the span: with their last turn, or early because a turn failed, by status name and message. */
  completed: z.number(),
  early: z.array(z.object({ status: z.string(), message: z.string(), count: z.number() })),
  /** Still running at the end of the span. */
  running: z.number(),
  turns: z.array(
    turnFigures.extend({
      /** From 1; with `andLater` the last entry includes all later turns. */
      turn: z.number(),
      andLater: z.boolean(),
    }),
  ),
  /** Requests that answered calls of tools, of all turns; absent without any. */
  toolRounds: turnFigures.optional(),
});
export type StepConversations = z.infer<typeof stepConversations>;

/** Requests that begin with the same prefix. */
export const prefixGroupFigures = z.object({
  /** From 1; null: requests without a prefix. With `andLater` the last entry includes all later groups. */
  group: z.number().nullable(),
  andLater: z.boolean(),
  successes: z.number(),
  failures: z.number(),
  /** From the scheduled send. */
  firstToken: latencySummary,
  /** Of all successes; null if the server reported none. */
  promptTokens: z.number().nullable(),
  /** Of them from the server's prefix cache; null if no response reports it. */
  cachedTokens: z.number().nullable(),
});
export type PrefixGroupFigures = z.infer<typeof prefixGroupFigures>;

/** Tokens of successful streamed responses. */
export const stepChat = z.object({
  /** Time to first token from the scheduled send, and from the actual send. */
  firstToken: latencySummary,
  firstTokenFromSend: latencySummary,
  /** Time between the chunks of a response; servers send one or a few tokens in each. */
  betweenTokens: latencySummary,
  /** One value per response: the mean time per token after the first. */
  perToken: latencySummary,
  outputTokens: z.number(),
  outputTokensPerSecond: z.number(),
  /** Null if the server reported none. */
  promptTokens: z.number().nullable(),
  promptTokensPerSecond: z.number().nullable(),
  /** Chunks with tokens; null if an imported file doesn't have it. */
  pieces: z.number().nullable(),
  /** Responses whose tokens the server did not report: their chunks were counted. */
  counted: z.number(),
  /** Absent without an objective, and in runs of earlier versions. */
  limits: z.array(exceededLimit).optional(),
  /** Absent without conversations. */
  conversations: stepConversations.optional(),
  /** By the prefix that requests share; absent without prefixes. */
  prefixGroups: z.array(prefixGroupFigures).optional(),
  /** Tokens per word of generated prompts; null for prompts from a file. `overhead`: tokens of a prompt in addition to its words. */
  tokensPerWord: z
    .object({ value: z.number(), overhead: z.number(), measured: z.boolean() })
    .nullable(),
  /** The server's own figures over the same span; null if it reports none. */
  server: z
    .object({
      requests: z.number().nullable(),
      promptTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      /** 0..1 of the prompt tokens that were looked up. */
      prefixCacheHitRate: z.number().nullable(),
      preemptions: z.number().nullable(),
      /** Queue depth at the end of the span. */
      waiting: z.number().nullable(),
    })
    .nullable(),
});
export type StepChat = z.infer<typeof stepChat>;

/** A figure of the client next to the server's over the same span. */
export const reconciled = z.object({
  name: z.string(),
  client: z.number(),
  server: z.number(),
  /** A sentence if they differ by more than the requests in flight at both ends. */
  difference: z.string().nullable(),
});

export const certificate = z.object({
  result: z.enum(["kept", "missed", "undecided"]),
  percentile: z.number(),
  boundMs: z.number(),
  /** 0..1 */
  confidence: z.number(),
  requests: z.number(),
  over: z.number(),
  /** "p99 ≤ 20 ms certified at 99 % after 662 requests" */
  words: z.string(),
});
export type Certificate = z.infer<typeof certificate>;

export const verdict = z.object({
  verdict: z.enum(["valid", "invalid"]),
  reasons: z.array(
    z.object({
      /** Of main/lab/validity/SPEC.md. */
      id: z.string(),
      severity: z.enum(["invalid", "note"]),
      text: z.string(),
      value: z.number().nullable(),
      limit: z.number().nullable(),
      /** Possible error of each percentile, ms, if that is the reason; absent in earlier versions. */
      mayReadHighMs: z.record(z.enum(["p50", "p90", "p95", "p99"]), z.number()).optional(),
    }),
  ),
});
export type RunVerdict = z.infer<typeof verdict>;

/** One load, measured. */
export const experimentStep = z.object({
  /** `value`: clients, or requests per second; for other loads the mean rate. */
  load: z.object({
    kind: z.enum(["concurrency", "rate"]),
    value: z.number(),
    /** What the rate counts; absent: requests. */
    of: z.literal("conversations").optional(),
  }),
  /** In a comparison, index of the candidate and of the replicate, from 0. */
  candidate: z.number().nullable(),
  replicate: z.number().nullable(),
  /** ms since the epoch */
  startedAt: z.number(),
  /** Measured seconds: shorter than planned when it was stopped, certified or interrupted. */
  seconds: z.number(),
  /** Measured to the planned end, or until the objective was certified. */
  complete: z.boolean(),
  warmup: z.object({
    seconds: z.number(),
    /** Why it ended, e.g. "batch sizes 1 to 8 and 2 instances had run, latency had settled". */
    words: z.string(),
    /** False: the maximum time passed first. */
    settled: z.boolean(),
  }),
  requestsPerSecond: z.number(),
  inferencesPerSecond: z.number(),
  /** Inferences per second within the latency objective; null without one. */
  goodput: z.number().nullable(),
  successes: z.number(),
  outcomes: outcomeCounts,
  /** Failed requests by status name and message; they don't end a run. */
  failures: z.array(z.object({ status: z.string(), message: z.string(), count: z.number() })),
  /** From the scheduled send; in a closed loop that is the actual send. */
  response: latencySummary,
  /** From sending. */
  service: latencySummary,
  windows: z.array(runWindow),
  server: serverSplit.nullable(),
  /** Null if no metrics were read. */
  machine: stepMachine.nullable().default(null),
  /** Absent unless the server is linked to a Prometheus that knows its GPUs. */
  power: stepPower.optional(),
  /** For streamed responses; null for others. */
  chat: stepChat.nullable().default(null),
  /** For whole responses: tokens as counted by the server, null if it reports none; those of outputs absent for embeddings and rerank. */
  texts: z
    .object({
      inputTokens: z.number().nullable(),
      inputTokensPerSecond: z.number().nullable(),
      outputTokens: z.number().nullable().optional(),
      outputTokensPerSecond: z.number().nullable().optional(),
      /** The server's own counters over the same span; null where it reports none, left out in earlier runs. */
      server: z
        .object({ requests: z.number().nullable(), inputTokens: z.number().nullable() })
        .nullable()
        .optional(),
    })
    .optional(),
  /** Tensors were sent as JSON over HTTP, since the server accepts no binary ones; absent: they weren't. */
  jsonTensors: z.boolean().optional(),
  reconciliation: z.array(reconciled),
  generator: generatorHealth,
  /** Null if not observed; absent in runs of earlier versions. */
  possibleError: possibleError.nullable().optional(),
  /** Share of the machine that neither generator nor server used, 0..1; null if unknown. */
  otherCpu: z.number().nullable(),
  certificate: certificate.nullable(),
  verdict,
  /** Events of the server during the step: loads, reloads, losses. */
  events: z.array(z.object({ at: z.number(), words: z.string() })),
});
export type ExperimentStep = z.infer<typeof experimentStep>;

/** Number of the step among those of the same load, from 1: a search probes some loads twice. */
export function timeOfLoad(steps: readonly ExperimentStep[], step: ExperimentStep): number {
  const { candidate, load } = step;
  const alike = steps.filter(
    (each) =>
      each.candidate === candidate &&
      each.load.kind === load.kind &&
      each.load.value === load.value,
  );
  return Math.max(1, alike.indexOf(step) + 1);
}
