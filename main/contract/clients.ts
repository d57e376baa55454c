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
  /** JSON by input name: a nested array, or all elements in row-major order. */
  values: z.record(z.string(), z.string().max(4_000_000)),
  /** Optional inputs that are not sent. */
  leftOut: z.array(z.string()).max(1000),
  /** Empty: all outputs. `classification`: return this many of the best classes instead of the tensor; 0: the tensor. */
  outputs: z
    .array(z.object({ name: z.string(), classification: z.number().int().min(0).max(10_000) }))
    .max(1000),
  /** Empty: the host generates one. */
  id: z.string().max(200),
  /** 0: the model's default. */
  priority: z.number().int().min(0),
  /** Queue timeout of the request, µs; null: as the model is configured. */
  timeoutMicros: z.number().int().min(1).nullable(),
  /** How long the client waits for the complete response before it cancels the request. */
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

/** Client code for a shell or a language; `text` is null where the model can't be called that way. */
const clientProgram = z.object({
  language: z.enum(["python-grpc", "python-http", "typescript", "curl", "grpcurl"]),
  title: z.string(),
  text: z.string().nullable(),
  /** Notes for running it, or why it is missing. */
  notes: z.array(z.string()),
});
export type ClientProgram = z.infer<typeof clientProgram>;

const preparedTrial = z.object({
  inputs: z.array(shownTensor.extend({ drawn: z.boolean() })),
  /** Where the shapes of inputs without a given shape come from. */
  sizes: modelSizes,
  /** Over HTTP the server takes its tensors as JSON alone. */
  jsonTensors: z.boolean(),
  programs: z.array(clientProgram),
});
export type PreparedTrial = z.infer<typeof preparedTrial>;

/** As the client saw it: ms since the request began; null where the request did not get that far. */
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
  /** Requests and items in the same execution; null where not reported by this server. */
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
  /** The server's status, such as "HTTP 400" or "INVALID_ARGUMENT", or the client's, such as "DEADLINE_EXCEEDED". */
  code: z.string(),
  /** The server's message; empty for a success. */
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
  /** The version that answered; empty where not known. */
  modelVersion: z.string(),
  requestBytes: z.number(),
  /** The first ones; only decoupled models send more than one. */
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
   * Sends it once, and responds when it ended, however it ended; cancelling this cancels it. Rejects as `clients.prepare`,
   * and UNAVAILABLE where the server has no address for the wire.
   */
  "clients.send": request(trialRequest, trial),
};

export const clientTopics = {
  /** First the model's last requests, oldest first; then each one again when it changed. */
  "clients.trials": topic(model, z.array(trial)),
};
