import { z } from "zod";
import { costs } from "./cost.ts";
import { inputSource, reuse } from "./inputs.ts";

/**
 * `http`: the binary tensor extension. `grpc`: unary calls. `grpc-stream`: ModelStreamInfer, one stream for each
 * client, which decoupled models need. `grpc-js`: unary calls by grpc-js, for comparison. `openai`: OpenAI's endpoints
 * over HTTP; responses to inputs of kind `chat` are streams unless `streamed` is false, those to `embeddings` and `rerank` never.
 */
export const wire = z.enum(["http", "grpc", "grpc-stream", "grpc-js", "openai"]);
export type Wire = z.infer<typeof wire>;

const count = z.number().int().min(1);
/** Higher loads would only measure the generator. */
export const MAX_CLIENTS = 4096;
export const MAX_PER_SECOND = 1_000_000;
const perSecond = z.number().min(0.01).max(MAX_PER_SECOND);
/** Mean time between requests, µs. */
const MIN_GAP = 1e6 / MAX_PER_SECOND;
const seconds = z.number().min(0.1).max(3600);

/** Requests of one kind. Several kinds are mixed in proportion to their weights. */
export const traffic = z.object({
  model: z.string().min(1),
  /** Empty: the server chooses the version. */
  modelVersion: z.string(),
  weight: z.number().positive().max(1_000_000),
  /** Items per request; 1 where the model does not batch. */
  batchSize: count,
  /**
   * Sizes for the dynamic dimensions that generated inputs need, by input name: all dimensions without the
   * batch, or just the dynamic ones in order.
   */
  shapes: z.record(z.string(), z.array(z.number().int().min(0))),
  inputs: inputSource,
  /** Number of different requests; at most as many as the file has. */
  distinctInputs: count.max(100_000),
  reuse,
  /** Deadline after which the client cancels a request. Null: none. */
  deadlineMs: z.number().positive().max(3_600_000).nullable(),
  /** 0: the model's default level. */
  priority: z.number().int().min(0).max(1_000_000),
  /** The request's own queue timeout, µs. Null: the model's. */
  timeoutMicros: count.nullable(),
  /** Requests belong to sequences whose lengths are uniform between the two; null: each is alone. */
  sequence: z.object({ shortest: count, longest: count.max(100_000) }).nullable(),
  /** Compare responses with the source's outputs; a request with differences counts as wrong. */
  checkOutputs: z.boolean(),
});
export type Traffic = z.infer<typeof traffic>;

/** Gaps between the requests of an open loop. `burstiness`: shape of the gamma distribution; 1 is Poisson, less is burstier. */
export const arrivals = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("constant") }),
  z.object({ kind: z.literal("poisson") }),
  z.object({ kind: z.literal("gamma"), burstiness: z.number().min(0.01).max(100) }),
]);
export type Arrivals = z.infer<typeof arrivals>;

/** `concurrency`: closed loop. All others: open loop, sent at instants fixed before the run. */
export const load = z.discriminatedUnion("kind", [
  /** Clients with one request in flight each; one step per number. */
  z.object({
    kind: z.literal("concurrency"),
    levels: z.array(z.number().int().min(1).max(MAX_CLIENTS)).min(1).max(64),
    /** Time from a response to the client's next request, or its next conversation. */
    thinkMs: z.number().min(0).max(3_600_000),
    /** Min time between the starts of a client's requests. Null or absent: any. */
    paceMs: z.number().positive().max(3_600_000).nullable().optional(),
  }),
  /** Requests per second; one step for each number. */
  z.object({ kind: z.literal("rate"), rates: z.array(perSecond).min(1).max(64), arrivals }),
  /** Rates over time, linear from one to the other; equal ones are a step. One step, as long as its parts. */
  z.object({
    kind: z.literal("profile"),
    parts: z
      .array(
        z.object({
          seconds,
          from: z.number().min(0).max(MAX_PER_SECOND),
          to: z.number().min(0).max(MAX_PER_SECOND),
        }),
      )
      .min(1)
      .max(100),
    arrivals,
  }),
  /** SIZE requests at once, every MS milliseconds. */
  z
    .object({ kind: z.literal("bursts"), size: count.max(100_000), everyMs: z.number().min(1) })
    .refine(({ size, everyMs }) => (size * 1000) / everyMs <= MAX_PER_SECOND, {
      path: ["everyMs"],
      error: `Too short for the size: a load is at most ${MAX_PER_SECOND} requests per second.`,
    }),
  /** The instants of the traffic's trace, at each of these speeds; one step for each. 2: twice as fast as recorded. */
  z.object({
    kind: z.literal("trace"),
    speeds: z.array(z.number().min(0.001).max(1000)).min(1).max(64),
  }),
  /** Recorded gaps between requests, repeated. */
  z.object({
    kind: z.literal("intervals"),
    micros: z
      .array(z.number().min(0))
      .min(1)
      .max(1_000_000)
      .refine((micros) => micros.reduce((sum, gap) => sum + gap, 0) >= micros.length * MIN_GAP, {
        error: `Too short: gaps are at least ${MIN_GAP} µs on average.`,
      }),
  }),
]);
export type Load = z.infer<typeof load>;

/** The latency objective, from the scheduled send. */
export const objective = z.object({
  percentile: z.number().min(1).max(99.99),
  boundMs: z.number().positive().max(3_600_000),
  /** What it applies to: the complete response, or over `openai` its first token. Absent: the complete response. */
  of: z.enum(["response", "firstToken"]).optional(),
  /** Over `openai`, goodput counts only responses whose mean time per token after the first is also within this. */
  perTokenMs: z.number().positive().max(3_600_000).nullable().optional(),
  /** And only responses that are complete within this, if `of` is the first token. */
  responseMs: z.number().positive().max(3_600_000).nullable().optional(),
});
export type Objective = z.infer<typeof objective>;

/** Load before the measured span, which is not counted. */
export const warmup = z.discriminatedUnion("kind", [
  /**
   * Until latency has settled and, as far as the server reports it, every batch size of this load and every instance
   * has run; at most this long.
   */
  z.object({ kind: z.literal("auto"), mostSeconds: z.number().min(0.1).max(600) }),
  z.object({ kind: z.literal("fixed"), seconds: z.number().min(0).max(600) }),
  z.object({ kind: z.literal("requests"), count: z.number().int().min(0).max(10_000_000) }),
]);
export type Warmup = z.infer<typeof warmup>;

/** A configuration to measure; a null text stands for the active one when the experiment begins. */
export const candidate = z.object({
  label: z.string().min(1).max(80),
  configText: z.string().nullable(),
});
export type Candidate = z.infer<typeof candidate>;

export const goal = z.discriminatedUnion("kind", [
  /** Each step of the load once. */
  z.object({ kind: z.literal("sweep") }),
  /**
   * The highest concurrency or rate that keeps the objective, between the two and to within the share `precision`.
   * The load names the loop; its levels or rates are not used.
   */
  z.object({
    kind: z.literal("search"),
    least: z.number().positive().max(MAX_PER_SECOND),
    most: z.number().positive().max(MAX_PER_SECOND),
    precision: z.number().min(0.01).max(0.5),
  }),
  /**
   * Each candidate this many times, interleaved; the first is the baseline. The load has one step. The console applies each
   * to the first model of the traffic, and restores the original configuration at the end.
   */
  z.object({
    kind: z.literal("compare"),
    candidates: z.array(candidate).min(2).max(16),
    replicates: z.number().int().min(1).max(50),
  }),
]);
export type Goal = z.infer<typeof goal>;

export const PLAN_VERSION = 5;

export const experimentPlan = z.object({
  version: z.literal(PLAN_VERSION),
  serverId: z.string(),
  wire,
  /** The first is the model of the experiment. */
  traffic: z.array(traffic).min(1).max(16),
  load,
  /** Measured per step, warm-up excluded; a profile has its own. */
  secondsPerStep: seconds,
  /** A step ends earlier with this many requests; null: only by time. */
  requestsPerStep: count.max(10_000_000).nullable(),
  warmup,
  objective: objective.nullable(),
  /** A step ends as soon as the objective is certified as met or missed. */
  stopWhenCertified: z.boolean(),
  goal,
  /** Absent: nothing was entered. */
  costs: costs.optional(),
  /** The same seed sends the same bytes at the same instants. */
  seed: z
    .number()
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1),
});
export type ExperimentPlan = z.infer<typeof experimentPlan>;

type Requests = Pick<ExperimentPlan, "wire" | "traffic">;

/** Whether the requests generate text. */
export const isChatPlan = ({ wire, traffic }: Requests) =>
  wire === "openai" && traffic.every(({ inputs }) => inputs.kind === "chat");

/** Whether the responses are streams of tokens. */
export const isStreamedPlan = (plan: Requests) =>
  isChatPlan(plan) &&
  plan.traffic.every(({ inputs }) => inputs.kind === "chat" && inputs.streamed !== false);

/** Whether a share of repeats was chosen. Responses cached by an earlier run with the same seed would add to the share. */
export function choosesRepeats({ traffic }: Pick<ExperimentPlan, "traffic">): boolean {
  return traffic.some(({ reuse }) => reuse.kind !== "turns");
}
