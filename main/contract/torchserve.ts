import { z } from "zod";
import { request } from "./define.ts";

const torchserveWorker = z.object({
  id: z.string(),
  /** READY, or another state of TorchServe's. */
  status: z.string(),
  /** ms since the epoch */
  startedAt: z.number().nullable(),
  memoryBytes: z.number(),
  pid: z.number().nullable(),
  gpu: z.boolean(),
});

const torchserveVersion = z.object({
  version: z.string(),
  /** Whether requests without a version go to it. */
  isDefault: z.boolean(),
  archive: z.string().nullable(),
  runtime: z.string().nullable(),
  minWorkers: z.number(),
  maxWorkers: z.number(),
  batchSize: z.number(),
  maxBatchDelayMs: z.number(),
  responseTimeoutS: z.number().nullable(),
  workers: z.array(torchserveWorker),
  /** Null where the release does not report it. */
  queue: z.object({ pending: z.number(), room: z.number() }).nullable(),
});
export type TorchserveVersion = z.infer<typeof torchserveVersion>;

/** All versions of a model, as TorchServe's management describes them. */
export const torchserveModel = z.object({
  name: z.string(),
  versions: z.array(torchserveVersion),
});
export type TorchserveModel = z.infer<typeof torchserveModel>;

/** Result of a management call. */
const managed = z.object({
  /** TorchServe's own words. */
  said: z.string(),
  /** False where TorchServe only accepted the call: workers start and end afterwards. */
  done: z.boolean(),
  /** Read back after the call; null where the model was removed or its name is not known. */
  now: torchserveModel.nullable(),
});
export type TorchserveManaged = z.infer<typeof managed>;

const MAX_WORKERS = 1000;
const workers = z.number().int().min(0).max(MAX_WORKERS);
const named = z.object({ serverId: z.string(), model: z.string().min(1) });
const versioned = named.extend({ version: z.string().min(1) });

/**
 * Management calls, each sent once and never retried. UNIMPLEMENTED for other kinds of server, and where TorchServe does
 * not allow models to be registered; UNAUTHENTICATED without the management key.
 */
export const torchserveRequests = {
  "torchserve.model": request(named, torchserveModel),
  /** `wait`: until the workers run, at most five minutes. INVALID_ARGUMENT where max is below min. */
  "torchserve.scale": request(
    versioned.extend({ minWorkers: workers, maxWorkers: workers, wait: z.boolean() }),
    managed,
  ),
  /** `url`: an archive in the model store, or http(s)://. `model`: "" for the archive's own name. */
  "torchserve.register": request(
    z.object({
      serverId: z.string(),
      url: z.string().trim().min(1).max(2000),
      model: z.string().trim().max(200),
      initialWorkers: workers,
      batchSize: z.number().int().min(1).max(100_000),
      maxBatchDelayMs: z.number().int().min(0).max(3_600_000),
      wait: z.boolean(),
    }),
    managed,
  ),
  /** One version; the default one only where it is the last. */
  "torchserve.unregister": request(versioned, managed),
  "torchserve.setDefault": request(versioned, managed),
};
