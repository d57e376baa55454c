import { StatusError } from "../../../../base/status-error.ts";
import type { PoolingSource } from "../../../contract/index.ts";
import { drawLength } from "../chat/lengths.ts";
import { drawWords, type TokenEstimate, UNMEASURED } from "../chat/prompts.ts";
import { MAX_REQUEST_BYTES } from "../plan-inputs.ts";
import { deriveSeed, type Random, seededRandom } from "../random.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { invalid } from "../sources/invalid.ts";
import { readRankings, readTexts } from "./text-file.ts";

/** The distinct requests of a set of kind `embeddings` or `rerank`; their contents are request bodies. */
export async function poolingRequests(
  set: RequestSet,
  source: PoolingSource,
): Promise<PreparedRequests> {
  const read = source.file ? await readFileTexts(set, source, source.file.path) : null;
  const count = read ? Math.min(set.distinctInputs, read.length) : set.distinctInputs;
  const bodyFor = (n: number) => {
    const texts = read?.[n];
    return Buffer.from(texts ? poolingBody(set.model, source, texts) : drawnBody(set, source, n));
  };
  let bytes = 0;
  for (let n = 0; n < count; n++) {
    bytes += bodyFor(n).byteLength;
    if (bytes > MAX_REQUEST_BYTES) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `distinctInputs is ${set.distinctInputs}, and the first ${n + 1} requests take more than the ${MAX_REQUEST_BYTES} bytes that a run may hold; use fewer, or shorter texts.`,
      );
    }
  }
  return {
    count,
    different: count,
    inputsFor: () => [],
    contentsFor: (n) => [bodyFor(n)],
    ...(read && { itemsOf: (n: number) => read[n]?.texts.length ?? 1 }),
    expectedFor: () => null,
    sequences: null,
  };
}

/** Texts of each request: as many as it has items, or of a rerank the line's own. */
async function readFileTexts(
  { batchSize }: RequestSet,
  source: PoolingSource,
  path: string,
): Promise<Texts[]> {
  if (source.kind === "rerank") {
    const rankings = await readRankings(path);
    return rankings.map(({ query, documents }) => ({ query, texts: documents }));
  }
  const texts = await readTexts(path);
  const count = Math.floor(texts.length / batchSize);
  if (count === 0)
    throw invalid(
      `'${path}'`,
      `it holds ${texts.length} texts, fewer than the ${batchSize} of a request; use fewer texts per request.`,
    );
  return Array.from({ length: count }, (_, n) => ({
    query: "",
    texts: texts.slice(n * batchSize, (n + 1) * batchSize),
  }));
}

/** The n-th body of a seed; the same on every call. */
function drawnBody(set: RequestSet, source: PoolingSource, n: number): string {
  const random = seededRandom(deriveSeed(set.seed, n));
  const estimate = set.tokens ?? UNMEASURED;
  const items = (lengths: Parameters<typeof drawLength>[0]) =>
    Array.from({ length: set.batchSize }, () => drawText(lengths, estimate, random));
  return poolingBody(set.model, source, {
    query: source.kind === "rerank" ? drawText(source.queries, estimate, random) : "",
    texts: items(source.kind === "rerank" ? source.documents : source.lengths),
  });
}

function drawText(
  lengths: Parameters<typeof drawLength>[0],
  { perWord, overhead }: TokenEstimate,
  random: Random,
): string {
  const tokens = drawLength(lengths, random);
  return drawWords(Math.max(1, Math.round((tokens - overhead) / perWord)), random).join(" ");
}

interface Texts {
  /** Of rerank alone. */
  readonly query: string;
  /** To embed, or the documents to rank. */
  readonly texts: readonly string[];
}

/** The body of a request as JSON (LAB-CHAT-30, LAB-CHAT-31). */
export function poolingBody(model: string, source: PoolingSource, { query, texts }: Texts): string {
  if (source.kind === "rerank") {
    const { topN } = source;
    return JSON.stringify({
      model,
      query,
      documents: texts,
      ...(topN !== null && { top_n: topN }),
    });
  }
  const { dimensions, encoding } = source;
  return JSON.stringify({
    model,
    input: texts,
    encoding_format: encoding,
    ...(dimensions !== null && { dimensions }),
  });
}

const PATHS = { embeddings: "/embeddings", rerank: "/rerank" } as const;

/** `under`: prefix of the server's OpenAI interface. */
export const poolingPath = ({ kind }: PoolingSource, under = "/v1"): string =>
  `${under}${PATHS[kind]}`;
