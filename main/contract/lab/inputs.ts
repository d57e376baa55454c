import { z } from "zod";
import { chatAudio, chatImages, chatTools } from "./chat-contents.ts";
import { conversation } from "./conversation.ts";
import { lengths } from "./lengths.ts";
import { prefixGroups } from "./prefix-groups.ts";
import { requestTrace } from "./request-trace.ts";

const finite = z.number();

/** Distributions of generated elements. */
export const distribution = z.discriminatedUnion("kind", [
  /** By datatype: standard normal, integers below 1000, fair coins, lower-case words of 8 to 24 letters. */
  z.object({ kind: z.literal("auto") }),
  z.object({ kind: z.literal("zeros") }),
  z.object({ kind: z.literal("uniform"), least: finite, most: finite }),
  z.object({ kind: z.literal("normal"), mean: finite, deviation: z.number().min(0) }),
  /** Token ids: integers from 0 up to `below`, exclusive. */
  z.object({ kind: z.literal("tokens"), below: z.number().int().min(1) }),
  /** Lower-case texts whose length in letters is uniform between the two. */
  z.object({
    kind: z.literal("texts"),
    shortest: z.number().int().min(0),
    longest: z.number().int().min(0).max(65_536),
  }),
]);
export type Distribution = z.infer<typeof distribution>;

/** Requests to an OpenAI-compatible server, over the wire `openai` alone. */
const chat = z.object({
  kind: z.literal("chat"),
  /**
   * Which of OpenAI's endpoints, where the server puts it: `chat` is usually /v1/chat/completions, `completions`
   * /v1/completions, `responses` /v1/responses.
   */
  endpoint: z.enum(["chat", "completions", "responses"]),
  prompts: z.discriminatedUnion("kind", [
    /** Common words drawn by the seed, as many as the lengths need. */
    z.object({ kind: z.literal("words"), lengths }),
    /** JSON Lines: requests, lines of OpenAI's Batch API or AIPerf's single turns; their lengths override `outputs`. */
    z.object({ kind: z.literal("file"), path: z.string().min(1) }),
    /** Lengths, prefixes and texts as recorded; `outputs` is not used. */
    requestTrace,
  ]),
  /** This share of the requests begins with one of `count` texts of `tokens` tokens, which are part of the length. */
  prefixes: prefixGroups.nullable(),
  /** max_tokens of each request. */
  outputs: lengths,
  /** vLLM's ignore_eos: every response has the length of `outputs`. */
  ignoreEos: z.boolean(),
  temperature: z.number().min(0).max(2),
  /** False: a response comes whole, so that its tokens have no times. Absent: as a stream. */
  streamed: z.boolean().optional(),
  /** Null or absent: each request is alone. */
  conversation: conversation.nullable().optional(),
  /** Not of the endpoint `completions`; of prompts of words; null or absent: none. */
  images: chatImages.nullable().optional(),
  /** Of the endpoint `chat`; of prompts of words; null or absent: none. */
  audio: chatAudio.nullable().optional(),
  /** Not of the endpoint `completions`; null or absent: none. */
  tools: chatTools.nullable().optional(),
});

/** Texts of a person's own, in JSON Lines: with `text` or `prompt`, of rerank with `query` and `documents`. Absent or null: words. */
const textFile = z
  .object({ path: z.string().min(1) })
  .nullable()
  .optional();

/** Requests to /v1/embeddings, over the wire `openai` alone: as many texts as a request has items. */
const embeddings = z.object({
  kind: z.literal("embeddings"),
  file: textFile,
  /** Of each text: common words drawn by the seed. */
  lengths,
  /** Elements of an embedding, for models that have several; null: the model's. */
  dimensions: z.number().int().min(1).max(1_000_000).nullable(),
  encoding: z.enum(["float", "base64"]),
});

/** Requests to /v1/rerank, over the wire `openai` alone: as many documents as a request has items. */
const rerank = z.object({
  kind: z.literal("rerank"),
  file: textFile,
  queries: lengths,
  documents: lengths,
  /** Results to return; null: all. */
  topN: z.number().int().min(1).max(1_000_000).nullable(),
});

/** Source of the requests' contents. Paths refer to the machine that sends the load. */
export const inputSource = z.discriminatedUnion("kind", [
  /** By input name; inputs that are not named are "auto". */
  z.object({ kind: z.literal("generated"), byInput: z.record(z.string(), distribution) }),
  /** perf_analyzer's input data: a JSON file, or a folder with a file for each input. */
  z.object({ kind: z.literal("perf-analyzer"), path: z.string().min(1) }),
  /** One .npz with an array for each input, or a .npy for each input; the first axis counts the items. */
  z.object({ kind: z.literal("numpy"), files: z.record(z.string(), z.string()) }),
  /** PNG and JPEG files of a folder, in the order of their names, scaled to the input's size. */
  z.object({
    kind: z.literal("images"),
    folder: z.string().min(1),
    input: z.string(),
    scaling: z.enum(["none", "unit", "inception", "imagenet"]),
  }),
  /** A line for each item; which columns make up an input, by input name. */
  z.object({
    kind: z.literal("csv"),
    path: z.string().min(1),
    columns: z.record(z.string(), z.array(z.string()).min(1)),
  }),
  chat,
  embeddings,
  rerank,
]);
export type InputSource = z.infer<typeof inputSource>;
export type ChatSource = z.infer<typeof chat>;
/** Of requests whose responses are whole, not streamed. */
export type PoolingSource = z.infer<typeof embeddings> | z.infer<typeof rerank>;

export const isPooling = (source: InputSource): source is PoolingSource =>
  source.kind === "embeddings" || source.kind === "rerank";

/** Which of the different requests is sent next. */
export const reuse = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("turns") }),
  /** This share of the requests repeats an earlier one. */
  z.object({ kind: z.literal("duplicates"), share: z.number().min(0).max(1) }),
  /** The k-th request is sent in proportion to 1 / k^exponent. */
  z.object({ kind: z.literal("zipf"), exponent: z.number().min(0).max(5) }),
]);
export type Reuse = z.infer<typeof reuse>;
