import { z } from "zod";
import { request } from "./define.ts";
import { arrivals, MAX_CLIENTS } from "./lab/plan.ts";

/** The largest limit that a configuration may state. */
const MAX_COUNT = 2 ** 53 - 1;
const whole = z.number().int().min(0).max(MAX_COUNT);
const nanoseconds = z.number().positive().max(1e15);

/** The parts of a configuration that affect batching. */
export const batchingSettings = z.object({
  /** 0: the model has no batch dimension. */
  maxBatchSize: whole,
  /** Null: no dynamic batching. */
  batching: z
    .object({
      /** Empty: only the maximum. */
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

/** Most recorded gaps in a question. */
export const MAX_GAPS = 20_000;
/** Mean µs between requests: 100,000 requests per second. */
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

/** The cost model of predictions. */
export const whatIfCost = z.object({
  /** Mean time of a batch of each measured size, sizes ascending. */
  times: z
    .array(z.object({ size: z.number().int().min(1).max(MAX_COUNT), ns: nanoseconds }))
    .min(1)
    .max(4096),
  /** Standard deviation of a batch's time as a share of its mean. */
  variation: z.number().min(0).max(10),
  /** Share by which each further busy instance lengthens a batch: 0 on separate cores, 1 on a shared core. */
  slowdown: z.number().min(0).max(10),
  /** Cores that instances share which are processes; absent: not known, or no processes. */
  cores: z.number().int().min(1).max(MAX_COUNT).optional(),
  /** Time of a request outside of queue and batch, within the server. */
  overheadNs: z.number().min(0).max(1e15),
  /** Serial time of a request in the server's front end, which handles one at a time; absent: none. */
  serialNs: z.number().min(0).max(1e15).optional(),
  /** Time of each of the front end's turns besides, in which it handles all that waits; absent: none. */
  turnNs: z.number().min(0).max(1e15).optional(),
  /** Time of a response from the cache. */
  cacheHitNs: z.number().min(0).max(1e15),
});
export type WhatIfCost = z.infer<typeof whatIfCost>;

const share = z.number().min(0).max(1);

const configuration = z.object({ settings: batchingSettings, cacheHitRate: share });

export const whatIfBasis = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("calibrated"),
    /** The active settings. */
    settings: batchingSettings,
    /** Share of lookups since the model was loaded; 0 without a cache. */
    cacheHitRate: share,
    /** Mean, rounded. */
    itemsPerRequest: z.number().int().min(1),
    cost: whatIfCost,
    /** Executions that the times were learned from. */
    executions: z.number(),
    /** Numbers of instances during these executions, ascending. */
    measuredInstances: z.array(z.number()),
    /** Numbers of clients of the experiments that the front end's times were learned from, ascending; absent: none. */
    frontClients: z.array(z.number()).optional(),
    /** Of a model whose instances are Python processes: what an execution takes on average, by part. */
    processes: z
      .object({ inputNs: nanoseconds, executeNs: nanoseconds, outputNs: nanoseconds })
      .optional(),
    /** Sentences. */
    assumed: z.array(z.string()),
    /** Single batches are being collected: the basis improves in a moment. */
    isCollecting: z.boolean().optional(),
  }),
  /** Too few executions to learn from. */
  z.object({ state: z.literal("uncalibrated"), reason: z.string() }),
]);
export type WhatIfBasis = z.infer<typeof whatIfBasis>;

/** Mean of equal runs, and the range with batch times slightly shorter and longer; `high` null: no limit. */
const band = z.object({ value: z.number(), low: z.number(), high: z.number().nullable() });
export type WhatIfBand = z.infer<typeof band>;

export const whatIfPrediction = z.object({
  /** Responses per second. */
  throughput: band,
  /** Null without a response, and where the queue grows without limit. */
  p50Ms: band.nullable(),
  p99Ms: band.nullable(),
  /** Requests arrive faster than they are served: the queue grows without limit. */
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

/** Loads of one configuration in ascending order, without those that overload it. */
export const whatIfCurve = z.array(
  z.object({
    /** For recorded gaps, their rate. */
    load: z.discriminatedUnion("kind", [z.object({ kind: z.literal("rate"), rate }), clients]),
    throughput: z.number(),
    p99Ms: band,
  }),
);
export type WhatIfCurve = z.infer<typeof whatIfCurve>;

const model = z.object({ serverId: z.string(), model: z.string() });

const question = z.object({
  cost: whatIfCost,
  /** The model whose single batches give the variation, if the host collected any; absent: by `cost.variation`. */
  batchesOf: model.optional(),
  load: whatIfLoad,
  itemsPerRequest: z.number().int().min(1).max(1_000_000),
  configurations: z.array(configuration).min(1).max(4),
});
export type WhatIfQuestion = z.infer<typeof question>;

/** Predictions for one configuration that an experiment can measure. */
export const predictedFigures = z.object({
  throughput: band,
  /** Null if the configuration is predicted to be overloaded. */
  p50Ms: band.nullable(),
  p99Ms: band.nullable(),
  meanBatch: z.number().nullable(),
});
export type PredictedFigures = z.infer<typeof predictedFigures>;

/** The active configuration's figures, and the changed one's if any. */
export const predictedPlan = z.array(predictedFigures).min(1).max(2);

const keptPrediction = z.object({
  experimentId: z.number().int(),
  /** In the order of the experiment's candidates. */
  predicted: predictedPlan,
});
export type KeptPrediction = z.infer<typeof keptPrediction>;

export const whatIfRequests = {
  /** The basis of a model's predictions. Errors: FAILED_PRECONDITION if it can't be simulated. */
  "whatIf.basis": request(model, whatIfBasis),
  /** One prediction per configuration. Cancelling the request ends the simulation. */
  "whatIf.predict": request(question, z.array(whatIfPrediction)),
  /** p99 against throughput of each configuration over loads of the same kind. */
  "whatIf.curve": request(question, z.array(whatIfCurve)),
  /** Stores the prediction for the plan that an experiment measures. */
  "whatIf.keepPrediction": request(
    model.extend({ experimentId: z.number().int(), predicted: predictedPlan }),
    z.object({}),
  ),
  /** The stored prediction for an experiment's plan; null if none. */
  "whatIf.keptPrediction": request(
    z.object({ experimentId: z.number().int() }),
    keptPrediction.nullable(),
  ),
  /** A model's newest stored prediction; null if none. */
  "whatIf.lastPrediction": request(model, keptPrediction.nullable()),
  /** The active text with these settings, and its etag. Errors: FAILED_PRECONDITION if a setting has no single field. */
  "whatIf.configText": request(
    model.extend({ settings: batchingSettings, cache: z.boolean() }),
    z.object({ text: z.string(), baseEtag: z.string(), hasDraft: z.boolean() }),
  ),
};
