import { z } from "zod";
import { request, topic } from "./define.ts";

export const wire = z.enum(["http", "grpc"]);

export const experimentPlan = z.object({
  serverId: z.string(),
  model: z.string(),
  /** Empty: whatever version the server chooses. */
  modelVersion: z.string(),
  wire,
  concurrencies: z.array(z.number().int().min(1).max(1024)).min(1).max(32),
  /** Measured seconds per step, warm-up excluded. */
  secondsPerStep: z.number().min(0.5).max(600),
  /** Seconds of load before measuring in each step. */
  warmupSeconds: z.number().min(0).max(60),
  /** Items per request; 1 where the model does not batch. */
  batchSize: z.number().int().min(1),
  /** Different requests that take turns; with a response cache, few of them mean many hits. */
  distinctInputs: z.number().int().min(1).max(10000),
  seed: z.number().int(),
  /**
   * Sizes for the dynamic dimensions that generated inputs need, by input name: all dimensions without the
   * batch, or just the dynamic ones in order.
   */
  shapes: z.record(z.string(), z.array(z.number().int().min(1))),
});
export type ExperimentPlan = z.infer<typeof experimentPlan>;

/** Latency of successes, from send to the last byte of the answer, ms. Null: too few or none. */
export const latencySummary = z.object({
  count: z.number(),
  meanMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p90Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  minMs: z.number().nullable(),
  maxMs: z.number().nullable(),
});

/** The server's own counters over the measured span of a step. Null where the server tells nothing. */
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
  batches: z.array(z.tuple([z.number(), z.number()])),
});

export const experimentStep = z.object({
  concurrency: z.number(),
  /** ms since the epoch */
  startedAt: z.number(),
  /** Measured seconds: shorter than planned when cancelled or interrupted. */
  seconds: z.number(),
  /** Whole plan of the step was measured. */
  complete: z.boolean(),
  requestsPerSecond: z.number(),
  inferencesPerSecond: z.number(),
  successes: z.number(),
  /** Failed requests by status name and words: outcomes, not the end of a run. */
  failures: z.array(z.object({ status: z.string(), message: z.string(), count: z.number() })),
  latency: latencySummary,
  server: serverSplit.nullable(),
  /** HDR histogram, V2 compressed, base64; latencies in µs. */
  histogram: z.string(),
  /** Share of one core the generator used, 0..1 and above. */
  generatorCpu: z.number(),
});
export type ExperimentStep = z.infer<typeof experimentStep>;

/** `interrupted`: the server, the generator or the host went away; what was measured is kept. */
export const experimentState = z.enum(["running", "done", "cancelled", "interrupted", "failed"]);

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
  environment: z.object({
    server: z.string(),
    serverVersion: z.string().nullable(),
    /** config.pbtxt text (or the server's JSON) in force when it ran. */
    configText: z.string(),
    cpus: z.number(),
    cpuModel: z.string(),
    platform: z.string(),
  }),
});
export type Experiment = z.infer<typeof experiment>;

export const experimentSummary = experiment.omit({ steps: true, environment: true }).extend({
  /** Best throughput of any step; null before the first. */
  bestInferencesPerSecond: z.number().nullable(),
});
export type ExperimentSummary = z.infer<typeof experimentSummary>;

export const experimentProgress = z.object({
  id: z.number(),
  state: experimentState,
  reason: z.string().nullable(),
  stepIndex: z.number(),
  stepCount: z.number(),
  phase: z.enum(["preparing", "warmup", "measuring", "finished"]),
  secondsDone: z.number(),
  secondsLeft: z.number(),
  /** Of the running step so far. */
  live: z
    .object({
      concurrency: z.number(),
      requestsPerSecond: z.number(),
      p50Ms: z.number().nullable(),
      p99Ms: z.number().nullable(),
      failures: z.number(),
    })
    .nullable(),
});
export type ExperimentProgress = z.infer<typeof experimentProgress>;

/** Bounded closed-loop traffic that makes the overview move; stops by itself. */
export const trafficState = z.object({
  running: z.boolean(),
  models: z.array(z.string()),
  concurrency: z.number(),
  /** ms since the epoch; null when not running */
  endsAt: z.number().nullable(),
  error: z.string().nullable(),
});
export type TrafficState = z.infer<typeof trafficState>;

const id = z.object({ id: z.number() });

export const labRequests = {
  /** A plan fit for the model. FAILED_PRECONDITION names the input that cannot be generated and why. */
  "lab.suggest": request(
    z.object({ serverId: z.string(), model: z.string() }),
    /** `notes`: sentences that explain what was assumed. */
    experimentPlan.extend({ notes: z.array(z.string()) }),
  ),
  "lab.start": request(z.object({ plan: experimentPlan, name: z.string() }), id),
  "lab.cancel": request(id, z.object({})),
  "lab.list": request(z.object({ model: z.string().optional() }), z.array(experimentSummary)),
  "lab.get": request(id, experiment),
  "lab.rename": request(z.object({ id: z.number(), name: z.string() }), z.object({})),
  "lab.remove": request(id, z.object({})),
  /** The shell command that measures the same. */
  "lab.command": request(z.object({ plan: experimentPlan }), z.object({ command: z.string() })),
  "lab.export": request(
    z.object({ id: z.number(), format: z.enum(["csv", "json"]) }),
    z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() }),
  ),
  "traffic.start": request(
    z.object({
      serverId: z.string(),
      models: z.array(z.string()).min(1),
      /** Outstanding requests per model. */
      concurrency: z.number().int().min(1).max(64),
      seconds: z.number().min(1).max(600),
    }),
    trafficState,
  ),
  "traffic.stop": request(z.object({}), trafficState),
};

export const labTopics = {
  "lab.progress": topic(id, experimentProgress),
  /** Fires whenever the list of experiments changed. */
  "lab.changed": topic(z.object({}), z.object({ count: z.number() })),
  "traffic.state": topic(z.object({}), trafficState),
};
