import { z } from "zod";
import { trialStatus } from "./clients.ts";
import type { ServerKind } from "./connections.ts";
import { request, topic } from "./define.ts";
import { provenance } from "./telemetry.ts";

/** Of one request to embed or rank. */
export const MAX_TEXTS = 64;

const chatMessage = z.object({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string().max(2_000_000),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** One request to a server that speaks OpenAI's interface, as a user writes it. Null: the server's own default. */
export const chatRequest = z.object({
  serverId: z.string(),
  model: z.string().min(1).max(500),
  endpoint: z.enum(["chat", "completions", "responses", "embeddings", "rerank"]),
  /** The messages of a chat or a response, in order. */
  messages: z.array(chatMessage).max(200),
  /** The prompt of a completion. */
  prompt: z.string().max(2_000_000),
  /** Texts to embed, or documents to rank. */
  texts: z.array(z.string().max(2_000_000)).max(MAX_TEXTS),
  /** What documents are ranked by. */
  query: z.string().max(2_000_000),
  /** Elements of an embedding. */
  dimensions: z.number().int().min(1).max(100_000).nullable(),
  /** Documents that a rerank returns. */
  topN: z.number().int().min(1).max(10_000).nullable(),
  /** `bare`: "/rerank", without the prefix of the OpenAI interface. */
  rerankPath: z.enum(["versioned", "bare"]),
  maxTokens: z.number().int().min(1).max(10_000_000).nullable(),
  temperature: z.number().min(0).max(100).nullable(),
  topP: z.number().gt(0).max(1).nullable(),
  seed: z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).nullable(),
  /** Stop sequences: the response ends before the first of them. */
  stop: z.array(z.string().min(1).max(1000)).max(16),
  stream: z.boolean(),
  /** A JSON object that is merged into the body as RFC 7396 specifies: null removes a member. "": none. */
  more: z.string().max(2_000_000),
  /** How long the client waits for the complete response before it closes the connection. */
  deadlineMs: z.number().int().min(1).max(3_600_000),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** Whether the response is vectors or ranks: it is never streamed. */
export const isPoolingRequest = ({ endpoint }: Pick<ChatRequest, "endpoint">): boolean =>
  endpoint === "embeddings" || endpoint === "rerank";

/** Whether servers of the kind that chat have the Responses API as well. */
export const hasResponses = (kind: ServerKind): boolean => kind !== "tgi";

const chatProgram = z.object({
  language: z.enum(["python", "typescript", "curl"]),
  title: z.string(),
  text: z.string().nullable(),
  notes: z.array(z.string()),
});
export type ChatProgram = z.infer<typeof chatProgram>;

const preparedChat = z.object({
  path: z.string(),
  /** The body as it is sent, formatted for reading. */
  body: z.string(),
  /** Members of the body that the form had set and that `more` changed or removed. */
  changed: z.array(z.string()),
  programs: z.array(chatProgram),
});
export type PreparedChat = z.infer<typeof preparedChat>;

const chatChoice = z.object({
  index: z.number(),
  text: z.string(),
  /** The reasoning of a reasoning model before its answer. */
  reasoning: z.string(),
  /** Calls of tools, `arguments` as they came. */
  calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
  /** In the server's words: "stop", "length", …; null while it has not ended. */
  finishReason: z.string().nullable(),
});
export type ChatChoice = z.infer<typeof chatChoice>;

/** As the server counts; null where it does not report it. */
const chatUsage = z.object({
  promptTokens: z.number().nullable(),
  completionTokens: z.number().nullable(),
  /** Prompt tokens found in the prefix cache. */
  cachedTokens: z.number().nullable(),
  reasoningTokens: z.number().nullable(),
});
export type ChatUsage = z.infer<typeof chatUsage>;

const embedding = z.object({
  dimensions: z.number(),
  /** Euclidean. */
  norm: z.number(),
  /** The first eight elements. */
  first: z.array(z.number()),
});
export type Embedding = z.infer<typeof embedding>;

const rankedDocument = z.object({
  /** Its place among the request's documents. */
  index: z.number(),
  score: z.number(),
});
export type RankedDocument = z.infer<typeof rankedDocument>;

/** Response to `embeddings` or `rerank`. */
const poolingResult = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("embeddings"),
    embeddings: z.array(embedding),
    /** Cosine similarity of each to each; null where one is zero or their lengths differ. */
    similarity: z.array(z.array(z.number().nullable())),
  }),
  /** The highest score first. */
  z.object({ kind: z.literal("rerank"), documents: z.array(rankedDocument) }),
]);
export type PoolingResult = z.infer<typeof poolingResult>;

/** ms since the request began, on one clock; null where the request did not get that far. */
const chatTiming = z.object({
  connectedMs: z.number().nullable(),
  sentMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  totalMs: z.number(),
});
export type ChatTiming = z.infer<typeof chatTiming>;

/**
 * The server's side. `exact`: of this request, as its answer says. `derived`: what its counters grew by while it alone
 * ran. `words` say where the figures come from, or why they are missing.
 */
const chatServerSide = z.object({
  provenance,
  words: z.string(),
  queueMs: z.number().nullable(),
  /** From when it was scheduled to its first token. */
  prefillMs: z.number().nullable(),
  /** From the first token to the last. */
  decodeMs: z.number().nullable(),
});
export type ChatServerSide = z.infer<typeof chatServerSide>;

/** Tokens of the prompt that the prefix cache held. */
const prefixCacheHits = z.object({
  provenance,
  words: z.string(),
  tokens: z.number().nullable(),
});
export type PrefixCacheHits = z.infer<typeof prefixCacheHits>;

/** A request that was sent. Its status is null while it runs. */
const chatTrial = z.object({
  id: z.number(),
  request: chatRequest,
  /** The request's path, e.g. "/v1/chat/completions". */
  path: z.string(),
  /** ms since the epoch */
  startedAt: z.number(),
  status: trialStatus.nullable(),
  /** The model that answered, as the server names it; "" where it doesn't. */
  model: z.string(),
  requestBytes: z.number(),
  answerBytes: z.number(),
  /** Each up to 200,000 characters. */
  choices: z.array(chatChoice),
  /** Whether they were shortened. */
  cut: z.boolean(),
  /** Null for generated text, and before the response arrived. */
  pooled: poolingResult.nullable(),
  usage: chatUsage.nullable(),
  timing: chatTiming.nullable(),
  /** When each piece with tokens arrived, ms since the request began; the first 5,000. */
  piecesMs: z.array(z.number()),
  pieces: z.number(),
  /** Whether the response was streamed; null before it arrived. */
  streamed: z.boolean().nullable(),
  cacheHits: prefixCacheHits.nullable(),
  server: chatServerSide.nullable(),
});
export type ChatTrial = z.infer<typeof chatTrial>;

const server = z.object({ serverId: z.string() });

export const chatRequests = {
  /** The body, and programs that send it. INVALID_ARGUMENT names the field at fault in `details.field`. */
  "chat.prepare": request(chatRequest, preparedChat),
  /**
   * Sends it once, and responds when it ended, however it ended; cancelling this closes the connection. Rejects as
   * `chat.prepare`, UNAVAILABLE where there is no way to the server, UNIMPLEMENTED where it does not chat.
   */
  "chat.send": request(chatRequest, chatTrial),
};

export const chatTopics = {
  /** First the server's last requests, oldest first; then each one again when it changed. */
  "chat.trials": topic(server, z.array(chatTrial)),
};
