import { z } from "zod";
import type {
  ChatRequest,
  ChatUsage,
  Embedding,
  PoolingResult,
  RankedDocument,
} from "../contract/index.ts";
import { poolingTokens, rankedResults } from "../wire/index.ts";

/** Elements of an embedding that are kept. */
const FIRST = 8;

const vector = z.array(z.number()).or(z.base64().transform(decodeFloats));
const embeddingsResponse = z.object({
  data: z.array(z.object({ index: z.number().nullish().catch(null), embedding: vector })),
});
const ranked = z.object({
  index: z.number().int().min(0),
  /** SGLang calls it `score`. */
  relevance_score: z.number().optional(),
  score: z.number().optional(),
});
const named = z.object({ model: z.string().catch("") });

interface ReadPooling {
  readonly pooled: PoolingResult;
  /** As the server names it; "" where it doesn't. */
  readonly model: string;
  readonly usage: ChatUsage | null;
}

/** A whole response to `embeddings` or `rerank`, or what is wrong with it. */
export function readPooling(
  response: unknown,
  { endpoint }: Pick<ChatRequest, "endpoint">,
): ReadPooling | { readonly wrong: string } {
  const pooled = endpoint === "rerank" ? readRanks(response) : readEmbeddings(response);
  if (typeof pooled === "string") return { wrong: pooled };
  const tokens = poolingTokens(response);
  return {
    pooled,
    model: named.safeParse(response).data?.model ?? "",
    usage:
      tokens === null
        ? null
        : {
            promptTokens: tokens,
            completionTokens: null,
            cachedTokens: null,
            reasoningTokens: null,
          },
  };
}

function readEmbeddings(response: unknown): PoolingResult | string {
  const { data } = embeddingsResponse.safeParse(response);
  if (!data) return "The response has no list 'data' of embeddings.";
  const vectors = data.data
    .map(({ index, embedding }, at) => ({ index: index ?? at, embedding }))
    .toSorted((a, b) => a.index - b.index)
    .map(({ embedding }) => embedding);
  const measured = vectors.map((elements) => ({ elements, norm: norm(elements) }));
  return {
    kind: "embeddings",
    embeddings: measured.map(toEmbedding),
    similarity: measured.map((one) => measured.map((other) => cosineSimilarity(one, other))),
  };
}

interface Vector {
  readonly elements: readonly number[];
  readonly norm: number;
}

const toEmbedding = ({ elements, norm }: Vector): Embedding => ({
  dimensions: elements.length,
  norm,
  first: elements.slice(0, FIRST),
});

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, element, i) => sum + element * (other[i] ?? 0), 0);
const norm = (elements: readonly number[]) => Math.sqrt(dot(elements, elements));

function cosineSimilarity(one: Vector, other: Vector): number | null {
  const length = one.norm * other.norm;
  if (one.elements.length !== other.elements.length || length === 0) return null;
  return dot(one.elements, other.elements) / length;
}

/** Little-endian float32, as `encoding_format` "base64" has it. */
function decodeFloats(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(i * 4));
}

function readRanks(response: unknown): PoolingResult | string {
  const results = rankedResults(response);
  if (!results) return "The response has no list 'results' and is no list itself.";
  const documents: RankedDocument[] = [];
  for (const [at, result] of results.entries()) {
    const { data } = ranked.safeParse(result);
    const score = data?.relevance_score ?? data?.score;
    if (!data || score === undefined)
      return `Result ${at + 1} has no index or no relevance_score: ${JSON.stringify(result).slice(0, 200)}`;
    documents.push({ index: data.index, score });
  }
  return { kind: "rerank", documents: documents.toSorted((a, b) => b.score - a.score) };
}
