/**
 * Answers of vLLM to /v1/embeddings and /v1/rerank (vllm-project/vllm, vllm/entrypoints/pooling/embed/protocol.py at
 * ff8d577, EmbeddingResponse; pooling/scoring/protocol.py at 5315868, RerankResponse). A word is a token, and each text
 * has two more, as BERT's.
 */
interface PoolingBody {
  readonly model: string;
  readonly input?: string | readonly string[];
  readonly encoding_format?: string;
  readonly dimensions?: number;
  readonly query?: string;
  readonly documents?: readonly string[];
  readonly top_n?: number;
}

const DIMENSIONS = 8;
const EXTRA_TOKENS = 2;

const words = (text: string) => text.split(" ").length;

export function poolingAnswer(url: string, body: PoolingBody, reportsUsage: boolean): object {
  return url.endsWith("/rerank")
    ? rerankAnswer(body, reportsUsage)
    : embeddingsAnswer(body, reportsUsage);
}

function embeddingsAnswer(body: PoolingBody, reportsUsage: boolean): object {
  const texts = typeof body.input === "string" ? [body.input] : (body.input ?? []);
  const tokens = texts.reduce((sum, text) => sum + words(text) + EXTRA_TOKENS, 0);
  const vector = new Float32Array(body.dimensions ?? DIMENSIONS).fill(0.5);
  const embedding =
    body.encoding_format === "base64" ? Buffer.from(vector.buffer).toString("base64") : [...vector];
  return {
    id: "embd-1",
    object: "list",
    created: 1,
    model: body.model,
    data: texts.map((_, index) => ({ index, object: "embedding", embedding })),
    ...(reportsUsage && {
      usage: {
        prompt_tokens: tokens,
        total_tokens: tokens,
        completion_tokens: 0,
        prompt_tokens_details: null,
      },
    }),
  };
}

function rerankAnswer(body: PoolingBody, reportsUsage: boolean): object {
  const documents = body.documents ?? [];
  const query = words(body.query ?? "");
  const tokens = documents.reduce((sum, text) => sum + query + words(text) + EXTRA_TOKENS, 0);
  return {
    id: "rerank-1",
    model: body.model,
    ...(reportsUsage && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    results: documents.slice(0, body.top_n || documents.length).map((text, index) => ({
      index,
      document: { text, multi_modal: null },
      relevance_score: 1 / (index + 1),
    })),
  };
}
