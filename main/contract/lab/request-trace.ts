import { z } from "zod";

/** Formats of recorded requests; sources in `main/lab/chat/SPEC.md`. */
export const requestTraceFormat = z.enum(["mooncake", "burstgpt", "azure", "otlp", "sharegpt"]);
export type RequestTraceFormat = z.infer<typeof requestTraceFormat>;

/** Whether the format records when requests arrived. */
export const hasTiming = (format: RequestTraceFormat): boolean => format !== "sharegpt";

/** Tokens per block of Mooncake's `hash_ids`. */
export const TRACE_BLOCK_TOKENS = 512;

/** Max requests of the replayed part. */
export const MAX_TRACE_REQUESTS = 1_000_000;

const seconds = z.number().min(0).max(1e9);

/** A trace of requests as the prompts of a plan. */
export const requestTrace = z.object({
  kind: z.literal("trace"),
  path: z.string().min(1),
  format: requestTraceFormat,
  /** The replayed part, s of the trace's own time after its first request; `until` null: to its end. */
  from: seconds,
  until: seconds.nullable(),
  /** Contents of the file when the plan was made, which must not change; null: not read yet. */
  read: z
    .object({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** Requests in the part, or conversations if the format records those. */
      requests: z.number().int().min(1).max(MAX_TRACE_REQUESTS),
      /** Length of the part, s of the trace's own time; null without timing. */
      seconds: z.number().positive().max(1e9).nullable(),
    })
    .nullable(),
});
export type RequestTrace = z.infer<typeof requestTrace>;

const tokenSummary = z.object({
  mean: z.number(),
  p50: z.number(),
  p90: z.number(),
  max: z.number(),
});

/** Summary of a trace before it is replayed. */
export const requestTraceSummary = z.object({
  format: requestTraceFormat,
  sha256: z.string(),
  bytes: z.number(),
  /** Figures of the whole file. */
  requests: z.number(),
  seconds: z.number().nullable(),
  /** Entries that are not replayed, e.g. requests that failed, by reason. */
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Figures of the replayed part. */
  part: z.object({
    requests: z.number(),
    seconds: z.number().nullable(),
    inputTokens: tokenSummary,
    outputTokens: tokenSummary,
    /** True: estimated as one token per four characters, since the format records texts. */
    estimated: z.boolean(),
    /** Requests in equal parts of its time; null without timing. */
    arrivals: z.array(z.number()).nullable(),
    /** Max requests within one second. */
    peakPerSecond: z.number().nullable(),
    /** Share of the prompt tokens in leading blocks that an earlier request had, 0..1; null without blocks. */
    reusedShare: z.number().nullable(),
    /** Turns per conversation; null without conversations. */
    turns: z.object({ mean: z.number(), max: z.number() }).nullable(),
  }),
});
export type RequestTraceSummary = z.infer<typeof requestTraceSummary>;
