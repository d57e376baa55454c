import { z } from "zod";
import { request } from "./define.ts";
import { arrivals, MAX_CLIENTS } from "./lab/plan.ts";

/** The largest limit that a configuration may state. */
const MAX_COUNT = 2 ** 53 - 1;
const whole = z.number().int().min(0).max(MAX_COUNT);
const nanoseconds = z.number().positive().max(1e15);

/** What of a configuration decides how its requests are batched. */
export const batchingSettings = z.object({
  /** 0: the model has no batch dimension. */
  maxBatchSize: whole,
  /** Null: no dynamic batching. */
  batching: z
    .object({
      /** Empty: the maximum alone. */
      preferred: z.array(z.number().int().min(1).max(MAX_COUNT)).max(100).readonly(),
      delayUs: whole,
      /** 0: no limit. */
      queueSize: whole,
      /** 0: no timeout. */
      timeoutUs: whole,
      timeoutAction: z.enum(["REJECT", "DELAY"]),
    })
    .nullable(),
  instances: z.number().int().min(1).max(1024),
});
export type BatchingSettings = z.infer<typeof batchingSettings>;

const rate = z.number().min(0.01).max(100_000);
const clients = z.object({
  kind: z.literal("clients"),
  clients: z.number().int().min(1).max(MAX_CLIENTS),
});

/** Of recorded gaps, more than a question can carry. */
export const MAX_GAPS = 20_000;
/** Between requests on average, µs: 100,000 requests a second. */
const MIN_GAP = 10;

export const whatIfLoad = z.discriminatedUnion("kind", [
  /** Requests per second. `arrivals` absent: Poisson. */
  z.object({ kind: z.literal("rate"), rate, arrivals: arrivals.optional() }),
  /** Gaps between requests as recorded, over and over. */
  z.object({
    kind: z.literal("intervals"),
    micros: z
      .array(z.number().min(0).max(1e12))
      .min(1)
      .max(MAX_GAPS)
      .refine((micros) => micros.reduce((sum, gap) => sum + gap, 0) >= micros.length * MIN_GAP, {
        error: `Too short: gaps are at least ${MIN_GAP} µs on average.`,
      }),
  }),
  /** Each client waits for its response before it sends again. */
  clients,
]);
export type WhatIfLoad = z.infer<typeof whatIfLoad>;

/** Times that predictions are made from. */
export const whatIfCost = z.object({
  /** Mean time of a batch of each measured size, sizes ascending. */
  times: z
    .array(z.object({ size: z.number().int().min(1).max(MAX_COUNT), ns: nanoseconds }))
    .min(1)
    .max(4096),
  /** Standard deviation of a batch's time as a share of its mean. */
  variation: z.number().min(0).max(10),
  /** By how much each further busy instance lengthens a batch: 0 side by side, 1 on one core. */
  slowdown: z.number().min(0).max(10),
  /** Cores that instances share which are processes; absent: not known, or no processes. */
  cores: z.number().int().min(1).max(MAX_COUNT).optional(),
  /** Time of a request outside of queue and batch, within the server. */
  overheadNs: z.number().min(0).max(1e15),
  /** Of a request in the server's front end, what only one request at a time can have; absent: none. */
  serialNs: z.number().min(0).max(1e15).optional(),
  /** Of a response from the cache. */
  cacheHitNs: z.number().min(0).max(1e15),
});
export type WhatIfCost = z.infer<typeof whatIfCost>;

const share = z.number().min(0).max(1);

const configuration = z.object({ settings: batchingSettings, cacheHitRate: share });

export const whatIfBasis = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("calibrated"),
    /** As it serves now. */
    settings: batchingSettings,
    /** Of lookups since the model was loaded; 0 without a cache. */
    cacheHitRate: share,
    /** Mean, rounded. */
    itemsPerRequest: z.number().int().min(1),
    cost: whatIfCost,
    /** Executions that the times were learned from. */
    executions: z.number(),
    /** Numbers of instances that served in the meantime, ascending. */
    measuredInstances: z.array(z.number()),
    /** Numbers of clients of the experiments that `cost.serialNs` was learned from, ascending; absent: none. */
    frontClients: z.array(z.number()).optional(),
    /** Of a model whose instances are Python processes: what an execution takes on average, by part. */
    processes: z
      .object({ inputNs: nanoseconds, executeNs: nanoseconds, outputNs: nanoseconds })
      .optional(),
    /** Sentences. */
    assumed: z.array(z.string()),
    /** Single batches are collected right now: more is known in a moment. */
    isCollecting: z.boolean().optional(),
  }),
  /** Too few executions to learn from. */
  z.object({ state: z.literal("uncalibrated"), reason: z.string() }),
]);
export type WhatIfBasis = z.infer<typeof whatIfBasis>;

/** Mean of equal runs, and the range with batch times a little shorter and longer; `high` null: without limit. */
const band = z.object({ value: z.number(), low: z.number(), high: z.number().nullable() });
export type WhatIfBand = z.infer<typeof band>;

export const whatIfPrediction = z.object({
  /** Responses per second. */
  throughput: band,
  /** Null without a response, and where the queue grows without limit. */
  p50Ms: band.nullable(),
  p99Ms: band.nullable(),
  /** Requests come faster than they are served: the queue grows without limit. */
  overloaded: z.boolean(),
  queueMs: z.number().nullable(),
  queueDepth: z.number(),
  /** Shares of the requests. */
  rejected: z.number(),
  timedOut: z.number(),
  /** Mean share of the instances that run a batch. */
  busy: z.number(),
  /** [items, batches], sizes ascending. */
  batches: z.array(z.tuple([z.number(), z.number()])),
});
export type WhatIfPrediction = z.infer<typeof whatIfPrediction>;

/** Loads of one configuration in ascending order, those that it cannot serve left out. */
export const whatIfCurve = z.array(
  z.object({
    /** Of recorded gaps, the rate at which they are repeated. */
    load: z.discriminatedUnion("kind", [z.object({ kind: z.literal("rate"), rate }), clients]),
    throughput: z.number(),
    p99Ms: band,
  }),
);
export type WhatIfCurve = z.infer<typeof whatIfCurve>;

const model = z.object({ serverId: z.string(), model: z.string() });

const question = z.object({
  cost: whatIfCost,
  /** The model whose single batches show how their times vary, where the host saw any; absent: by `cost.variation`. */
  batchesOf: model.optional(),
  load: whatIfLoad,
  itemsPerRequest: z.number().int().min(1).max(1_000_000),
  configurations: z.array(configuration).min(1).max(4),
});
export type WhatIfQuestion = z.infer<typeof question>;

/** Of one configuration, what an experiment can measure. */
export const predictedFigures = z.object({
  throughput: band,
  /** Null where the configuration was predicted to be overloaded. */
  p50Ms: band.nullable(),
  p99Ms: band.nullable(),
  meanBatch: z.number().nullable(),
});
export type PredictedFigures = z.infer<typeof predictedFigures>;

/** Of the active configuration, and of the changed one where there is any. */
export const predictedPlan = z.array(predictedFigures).min(1).max(2);

const keptPrediction = z.object({
  experimentId: z.number().int(),
  /** In the order of the experiment's candidates. */
  predicted: predictedPlan,
});
export type KeptPrediction = z.infer<typeof keptPrediction>;

export const whatIfRequests = {
  /** What predictions of a model are made from. Errors: FAILED_PRECONDITION where it can't be simulated. */
  "whatIf.basis": request(model, whatIfBasis),
  /** One prediction for each configuration. Giving up the request ends the simulation. */
  "whatIf.predict": request(question, z.array(whatIfPrediction)),
  /** p99 against throughput of each configuration over loads of the same kind. */
  "whatIf.curve": request(question, z.array(whatIfCurve)),
  /** Keeps what was predicted of the plan that an experiment measures. */
  "whatIf.keepPrediction": request(
    model.extend({ experimentId: z.number().int(), predicted: predictedPlan }),
    z.object({}),
  ),
  /** What was predicted of an experiment's plan; null: nothing. */
  "whatIf.keptPrediction": request(
    z.object({ experimentId: z.number().int() }),
    keptPrediction.nullable(),
  ),
  /** The newest that is kept of a model; null: none. */
  "whatIf.lastPrediction": request(model, keptPrediction.nullable()),
  /** The active text with these settings, and its etag. Errors: FAILED_PRECONDITION where a setting has no one field. */
  "whatIf.configText": request(
    model.extend({ settings: batchingSettings, cache: z.boolean() }),
    z.object({ text: z.string(), baseEtag: z.string(), hasDraft: z.boolean() }),
  ),
};
