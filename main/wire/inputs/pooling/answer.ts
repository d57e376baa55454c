import type { PoolingSource } from "../../../contract/index.ts";

export interface PoolingAnswer {
  /** What is wrong with it; null where it holds what was asked for. */
  readonly wrong: string | null;
  /** As the server counts them; null where it reports none. */
  readonly inputTokens: number | null;
}

/** Reads a whole response; `items`: the texts or documents of the request. */
export function readPoolingAnswer(
  bytes: Uint8Array,
  source: PoolingSource,
  items: number,
): PoolingAnswer {
  const answer = parsed(bytes);
  if (answer === null) return { wrong: "the answer is no JSON object", inputTokens: null };
  return {
    wrong:
      source.kind === "rerank" ? wrongRanks(answer, source, items) : wrongVectors(answer, items),
    inputTokens: poolingTokens(answer),
  };
}

/** Input tokens as `usage` has them; null without. */
export function poolingTokens(answer: unknown): number | null {
  const usage = (answer as Answer | null)?.usage;
  const tokens = usage?.prompt_tokens ?? usage?.total_tokens;
  return typeof tokens === "number" ? tokens : null;
}

/** A rerank's results; SGLang's response is the list itself. */
export function rankedResults(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer;
  const results = (answer as Answer | null)?.results;
  return Array.isArray(results) ? results : null;
}

interface Answer {
  readonly data?: unknown;
  readonly results?: unknown;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly total_tokens?: unknown } | null;
}

function parsed(bytes: Uint8Array): Answer | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

function wrongVectors({ data }: Answer, items: number): string | null {
  if (!Array.isArray(data)) return "the answer has no list 'data'";
  if (data.length !== items) return `the answer has ${data.length} embeddings for ${items} texts`;
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
  answer: Answer,
  { topN }: Extract<PoolingSource, { kind: "rerank" }>,
  items: number,
): string | null {
  const results = rankedResults(answer);
  if (!results) return "the answer has no list 'results'";
  const wanted = topN === null ? items : Math.min(topN, items);
  // SGLang before it knew top_n returns all.
  const isAll = Array.isArray(answer) && results.length === items;
  if (results.length !== wanted && !isAll)
    return `the answer has ${results.length} results; ${wanted} were asked for`;
  const unranked = results.findIndex((each) => typeof scoreOf(each as Ranked | null) !== "number");
  return unranked === -1 ? null : `result ${unranked} has no relevance_score`;
}
