import { z } from "zod";
import { request, topic } from "./define.ts";

/** One of the two sides of a comparison. */
export const canarySide = z.object({
  /** A server, a fleet's replica among them; or "fleet-ID": its live replicas in turn. */
  server: z.string().min(1).max(400),
  model: z.string().min(1).max(300),
  /** "": the server chooses. */
  modelVersion: z.string().max(100),
});
export type CanarySide = z.infer<typeof canarySide>;

export const canaryPlan = z.object({
  a: canarySide,
  b: canarySide,
  wire: z.enum(["http", "grpc"]),
  batchSize: z.number().int().min(1).max(4096),
  /** Number of different inputs, drawn by the seed; each is sent to both sides once, and the outputs are compared. */
  inputs: z.number().int().min(1).max(500),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  /** Elements differ where |b − a| > absolute + relative × |a|. Integers and texts are compared exactly. */
  absolute: z.number().min(0).max(1e9),
  relative: z.number().min(0).max(1e3),
  /** Duration of the traffic that follows; 0: no traffic. */
  seconds: z.number().int().min(0).max(3600),
  /** Mean requests per second over both sides; open loop. */
  requestsPerSecond: z.number().min(0.1).max(5000),
  /** B's share of this traffic, 0..1. */
  share: z.number().min(0).max(1),
  deadlineMs: z.number().int().min(1).max(600_000),
});
export type CanaryPlan = z.infer<typeof canaryPlan>;

/** One output over all inputs that both sides answered. */
export const outputDifference = z.object({
  name: z.string(),
  datatype: z.string(),
  /** Why the tensors could not be compared element by element; null: they could. */
  unlike: z.string().nullable(),
  elements: z.number(),
  /** Elements beyond the tolerances, and requests that have one. */
  beyond: z.number(),
  requestsBeyond: z.number(),
  /** Elements where only one side is NaN or infinite, or both in different ways; the figures below leave them out. */
  unbounded: z.number(),
  /** Null for texts. */
  largestAbsolute: z.number().nullable(),
  /** |b − a| / |a|, without elements where a is 0. */
  largestRelative: z.number().nullable(),
  meanAbsolute: z.number().nullable(),
  /** Rows along the last dimension, and the number of rows whose largest element differs; null: no classes. */
  rows: z.number().nullable(),
  flips: z.number().nullable(),
});
export type OutputDifference = z.infer<typeof outputDifference>;

/** Of the traffic, without the inputs compared before. */
const sideFigures = z.object({
  /** Servers of the side that received traffic. */
  servers: z.number(),
  behind: z.number(),
  answered: z.number(),
  failed: z.number(),
  /** By the message of the server or the connection. */
  failures: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
  /** Latency of successes, from the scheduled send to the complete response; null while traffic is sent, or without responses. */
  meanMs: z.number().nullable(),
});
export type SideFigures = z.infer<typeof sideFigures>;

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** One percentile of the latencies, ms, with intervals of 95 %. */
export const canaryLatency = z.object({
  percentile: z.number(),
  /** Null: not enough responses. */
  a: estimate.nullable(),
  b: estimate.nullable(),
  /** Difference of B from A, relative to A. */
  relative: z.number().nullable(),
  /** B against A. Overlapping intervals: no significant difference. */
  verdict: z.enum(["better", "worse", "no difference shown", "too few"]),
});
export type CanaryLatency = z.infer<typeof canaryLatency>;

export const canary = z.object({
  id: z.number(),
  plan: canaryPlan,
  state: z.enum(["comparing", "traffic", "done", "cancelled", "failed"]),
  /** Why it ended as it did; "". */
  words: z.string(),
  startedAt: z.number(),
  /** 0..1 */
  progress: z.number(),
  /** Inputs that both sides answered. */
  compared: z.number(),
  /** Inputs that failed on one or both sides, with the first reason. */
  notCompared: z.object({ count: z.number(), reason: z.string() }),
  outputs: z.array(outputDifference),
  /** Null before there was traffic. */
  traffic: z
    .object({
      a: sideFigures,
      b: sideFigures,
      /** Once the traffic has ended. */
      latency: z.array(canaryLatency),
      /** Caveats for these figures, one sentence each. */
      notes: z.array(z.string()),
    })
    .nullable(),
});
export type Canary = z.infer<typeof canary>;

export const canaryRequests = {
  /** FAILED_PRECONDITION while another one or an experiment is under way ("lab.turn"). */
  "canary.start": request(canaryPlan, z.object({ canaryId: z.number() })),
  "canary.cancel": request(z.object({ canaryId: z.number() }), z.object({})),
  /** FAILED_PRECONDITION while it is under way. */
  "canary.remove": request(z.object({ canaryId: z.number() }), z.object({})),
};

export const canaryTopics = {
  /** Newest first, at most 20. */
  "canary.list": topic(z.object({}), z.array(canary)),
};
