import { z } from "zod";
import { request, topic } from "./define.ts";
import { modelSizes } from "./sizes.ts";
import { provenance } from "./telemetry.ts";

/** One request to a model, as a user writes it. Inputs that `values` does not name are drawn by `seed`. */
export const trialRequest = z.object({
  serverId: z.string(),
  model: z.string(),
  /** Empty: the server chooses. */
  modelVersion: z.string().max(100),
  /** Decoupled models answer over gRPC alone. */
  wire: z.enum(["http", "grpc"]),
  /** 1 where the model does not batch. */
  batchSize: z.number().int().min(1).max(4096),
  /** By input name: all dimensions without the batch, or the dynamic ones in order. For others the host finds sizes. */
  shapes: z.record(z.string(), z.array(z.number().int().min(0)).max(16)),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  /** JSON by input name: a nested array, or the elements in row-major order. */
  values: z.record(z.string(), z.string().max(4_000_000)),
  /** Optional inputs that are not sent. */
  leftOut: z.array(z.string()).max(1000),
  /** None: all. `classification`: this many of the best classes in place of the tensor; 0: the tensor. */
  outputs: z
    .array(z.object({ name: z.string(), classification: z.number().int().min(0).max(10_000) }))
    .max(1000),
  /** Empty: one is made up. */
  id: z.string().max(200),
  /** 0: the model's default. */
  priority: z.number().int().min(0),
  /** How long the server lets it wait in the queue, µs; null: as the model is configured. */
  timeoutMicros: z.number().int().min(1).nullable(),
  /** How long the client waits for the whole answer; then the request is cancelled. */
  deadlineMs: z.number().int().min(1).max(600_000),
  sequence: z
    .object({ id: z.number().int().min(1), start: z.boolean(), end: z.boolean() })
    .nullable(),
});
export type TrialRequest = z.infer<typeof trialRequest>;

/** A tensor with its first elements, each as JSON would write it. */
const shownTensor = z.object({
  name: z.string(),
  datatype: z.string(),
  /** With the batch where the model batches. */
  shape: z.array(z.number()),
  bytes: z.number(),
  elements: z.number(),
  values: z.array(z.string()),
});
export type ShownTensor = z.infer<typeof shownTensor>;

/** Client code for a shell or a language; `text` is null where the model cannot be asked that way. */
const clientProgram = z.object({
  language: z.enum(["python-grpc", "python-http", "typescript", "curl", "grpcurl"]),
  title: z.string(),
  text: z.string().nullable(),
  /** What to know before running it, or why it is missing. */
  notes: z.array(z.string()),
});
export type ClientProgram = z.infer<typeof clientProgram>;

const preparedTrial = z.object({
  inputs: z.array(shownTensor.extend({ drawn: z.boolean() })),
  /** What the inputs without a shape of their own have theirs from. */
  sizes: modelSizes,
  /** Over HTTP the server takes its tensors as JSON alone. */
  jsonTensors: z.boolean(),
  programs: z.array(clientProgram),
});
export type PreparedTrial = z.infer<typeof preparedTrial>;

/** As the client saw it: ms since the request began; null where it did not come so far. */
const trialTiming = z.object({
  connectedMs: z.number().nullable(),
  sentMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  totalMs: z.number(),
});
export type TrialTiming = z.infer<typeof trialTiming>;

/**
 * What the server did with it. `exact`: of this request alone; `derived`: the mean of `requests` that the server
 * finished in the meantime. `words` say where the figures come from, or why they are missing.
 */
const trialSplit = z.object({
  provenance,
  words: z.string(),
  requests: z.number(),
  queueMs: z.number().nullable(),
  computeInputMs: z.number().nullable(),
  computeInferMs: z.number().nullable(),
  computeOutputMs: z.number().nullable(),
  /** Null: not looked up, or not known. */
  cache: z.enum(["hit", "miss"]).nullable(),
  /** Requests and items that ran together; null where not reported by this server. */
  batchSize: z.number().nullable(),
});
export type TrialSplit = z.infer<typeof trialSplit>;

const trialResponse = z.object({
  /** ms since the request began */
  atMs: z.number(),
  bytes: z.number(),
  outputs: z.array(shownTensor),
});

export const trialStatus = z.object({
  ok: z.boolean(),
  /** As the server gives it: "HTTP 400", "INVALID_ARGUMENT"; or the client's own, "DEADLINE_EXCEEDED". */
  code: z.string(),
  /** The server's words; empty for a success. */
  message: z.string(),
});
export type TrialStatus = z.infer<typeof trialStatus>;

/** A request that was sent. Its status is null while it runs. */
const trial = z.object({
  id: z.number(),
  request: trialRequest,
  /** ms since the epoch */
  startedAt: z.number(),
  status: trialStatus.nullable(),
  /** That answered; empty where it is not known. */
  modelVersion: z.string(),
  requestBytes: z.number(),
  /** The first ones; more than one of decoupled models alone. */
  responses: z.array(trialResponse),
  responseCount: z.number(),
  responseBytes: z.number(),
  timing: trialTiming.nullable(),
  split: trialSplit.nullable(),
});
export type Trial = z.infer<typeof trial>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const clientRequests = {
  /**
   * The request's tensors, and programs that send it. INVALID_ARGUMENT names the input or the field at fault; FAILED_PRECONDITION
   * with `details.attempts` where no sizes are known that run.
   */
  "clients.prepare": request(trialRequest, preparedTrial),
  /**
   * Sends it once, and answers when it ended, however it ended; cancelling this cancels it. Rejects as `clients.prepare`,
   * and UNAVAILABLE where the server has no address for the wire.
   */
  "clients.send": request(trialRequest, trial),
};

export const clientTopics = {
  /** First the model's last requests, oldest first; then each of them again when it has changed. */
  "clients.trials": topic(model, z.array(trial)),
};
