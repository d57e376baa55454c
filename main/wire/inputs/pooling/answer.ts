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
  const { usage } = answer;
  const tokens = usage?.prompt_tokens ?? usage?.total_tokens;
  const inputTokens = typeof tokens === "number" ? tokens : null;
  return {
    wrong:
      source.kind === "rerank" ? wrongRanks(answer, source, items) : wrongVectors(answer, items),
    inputTokens,
  };
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

function wrongRanks(
  { results }: Answer,
  { topN }: Extract<PoolingSource, { kind: "rerank" }>,
  items: number,
): string | null {
  if (!Array.isArray(results)) return "the answer has no list 'results'";
  const wanted = topN === null ? items : Math.min(topN, items);
  if (results.length !== wanted)
    return `the answer has ${results.length} results; ${wanted} were asked for`;
  const unranked = results.findIndex(
    (each: { relevance_score?: unknown } | null) => typeof each?.relevance_score !== "number",
  );
  return unranked === -1 ? null : `result ${unranked} has no relevance_score`;
}
