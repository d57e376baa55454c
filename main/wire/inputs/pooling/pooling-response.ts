import type { PoolingSource } from "../../../contract/index.ts";

export interface PoolingResponse {
  /** What is wrong with it; null where it holds what was asked for. */
  readonly wrong: string | null;
  /** As the server counts them; null where it reports none. */
  readonly inputTokens: number | null;
}

/** Reads a whole response; `items`: the texts or documents of the request. */
export function readPoolingResponse(
  bytes: Uint8Array,
  source: PoolingSource,
  items: number,
): PoolingResponse {
  const response = parsed(bytes);
  if (response === null) return { wrong: "the response is no JSON object", inputTokens: null };
  return {
    wrong:
      source.kind === "rerank"
        ? wrongRanks(response, source, items)
        : wrongVectors(response, items),
    inputTokens: poolingTokens(response),
  };
}

/** Input tokens as `usage` has them; null without. */
export function poolingTokens(response: unknown): number | null {
  const usage = (response as ResponseBody | null)?.usage;
  const tokens = usage?.prompt_tokens ?? usage?.total_tokens;
  return typeof tokens === "number" ? tokens : null;
}

/** A rerank's results; SGLang's response is the list itself. */
export function rankedResults(response: unknown): readonly unknown[] | null {
  if (Array.isArray(response)) return response;
  const results = (response as ResponseBody | null)?.results;
  return Array.isArray(results) ? results : null;
}

interface ResponseBody {
  readonly data?: unknown;
  readonly results?: unknown;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly total_tokens?: unknown } | null;
}

function parsed(bytes: Uint8Array): ResponseBody | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

function wrongVectors({ data }: ResponseBody, items: number): string | null {
  if (!Array.isArray(data)) return "the response has no list 'data'";
  if (data.length !== items) return `the response has ${data.length} embeddings for ${items} texts`;
  const empty = data.findIndex(
    (each: { embedding?: { length?: unknown } } | null) => !(Number(each?.embedding?.length) > 0),
  );
  return empty === -1 ? null : `embedding ${empty} is empty`;
}

interface Ranked {
  readonly relevance_score?: unknown;
  readonly score?: unknown;
}
/** SGLang calls it `score`. */
const scoreOf = (ranked: Ranked | null): unknown => ranked?.relevance_score ?? ranked?.score;

function wrongRanks(
  response: ResponseBody,
  { topN }: Extract<PoolingSource, { kind: "rerank" }>,
  items: number,
): string | null {
  const results = rankedResults(response);
  if (!results) return "the response has no list 'results'";
  const wanted = topN === null ? items : Math.min(topN, items);
  // SGLang before it knew top_n returns all.
  const isAll = Array.isArray(response) && results.length === items;
  if (results.length !== wanted && !isAll)
    return `the response has ${results.length} results; ${wanted} were asked for`;
  const unranked = results.findIndex((each) => typeof scoreOf(each as Ranked | null) !== "number");
  return unranked === -1 ? null : `result ${unranked} has no relevance_score`;
}
