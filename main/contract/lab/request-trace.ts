import { z } from "zod";

/** Formats of recorded requests; sources in `main/lab/chat/SPEC.md`. */
export const requestTraceFormat = z.enum([
  "mooncake",
  "burstgpt",
  "azure",
  "otlp",
  "sharegpt",
  "aiperf",
  "bailian",
]);
export type RequestTraceFormat = z.infer<typeof requestTraceFormat>;

/** Whether the format records when requests arrived. */
export const hasTiming = (format: RequestTraceFormat): boolean => format !== "sharegpt";

/** Whether each request of the format has its message: nothing is generated. */
export const recordsMessages = (format: RequestTraceFormat): boolean =>
  format === "sharegpt" || format === "aiperf";

/** Whether the format may leave out the lengths of responses: then the plan's apply. */
export const mayLackAnswerLengths = (format: RequestTraceFormat): boolean => format === "aiperf";

/** Whether the format may record which requests are turns of one conversation. */
export const mayRecordTurns = (format: RequestTraceFormat): boolean => format !== "azure";

/** Tokens per block of Mooncake's `hash_ids`. */
export const TRACE_BLOCK_TOKENS = 512;

/** Max requests of the replayed part. */
export const MAX_TRACE_REQUESTS = 1_000_000;

const seconds = z.number().min(0).max(1e9);

/** Max conversations of a sample. */
export const MAX_TRACE_SAMPLE = 1_000_000;

/** Conversations drawn from a file, each as likely; the same seed draws the same ones. */
export const traceSample = z.object({
  conversations: z.number().int().min(1).max(MAX_TRACE_SAMPLE),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
});
export type TraceSample = z.infer<typeof traceSample>;

/** A trace of requests as the prompts of a plan. */
export const requestTrace = z.object({
  kind: z.literal("trace"),
  path: z.string().min(1),
  format: requestTraceFormat,
  /** The replayed part, s of the trace's own time after its first request; `until` null: to its end. */
  from: seconds,
  until: seconds.nullable(),
  /** Of a file of texts (sharegpt) only this many are kept; null or absent: all. */
  sample: traceSample.nullable().optional(),
  /** Contents of the file when the plan was made, which must not change; null: not read yet. */
  read: z
    .object({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** Requests in the part, or conversations if the format records those. */
      requests: z.number().int().min(1).max(MAX_TRACE_REQUESTS),
      /** Of the part, by their ids; absent without ids. */
      sessions: z.number().int().min(1).optional(),
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
  /** Figures of the whole file; for a sample, of the entries that it was drawn from. */
  requests: z.number(),
  seconds: z.number().nullable(),
  /** Entries that are not replayed, e.g. requests that failed, by reason. */
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Figures of the replayed part. */
  part: z.object({
    requests: z.number(),
    seconds: z.number().nullable(),
    inputTokens: tokenSummary,
    /** Of those that have one, `missing` don't; null: none has. */
    outputTokens: tokenSummary.extend({ missing: z.number() }).nullable(),
    /** True: estimated as one token per four characters, since the format records texts. */
    estimated: z.boolean(),
    /** Requests in equal parts of its time; null without timing. */
    arrivals: z.array(z.number()).nullable(),
    /** Max requests within one second. */
    peakPerSecond: z.number().nullable(),
    /** Share of the prompt tokens in leading blocks that an earlier request had, 0..1; null without blocks. */
    reusedShare: z.number().nullable(),
    /** Conversations, if ids assign requests to them; null without ids. */
    sessions: z.number().nullable(),
    /** Turns per conversation; null without conversations. */
    turns: z.object({ mean: z.number(), max: z.number() }).nullable(),
  }),
});
export type RequestTraceSummary = z.infer<typeof requestTraceSummary>;
