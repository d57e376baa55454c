import type { ChatSource, PoolingSource, Traffic } from "../../../../main/contract/index.ts";
import { usePlan } from "../plan-context.ts";
import { Choice } from "./choice.tsx";

type Kind = "chat" | PoolingSource["kind"];

const ABOUT: Readonly<Record<Kind, string>> = {
  chat: "Chats, completions or responses.",
  embeddings: "…/embeddings: a vector for each text.",
  rerank: "…/rerank, as in vLLM and Jina: documents ranked by relevance to a query.",
};

const FIRST: Readonly<Record<PoolingSource["kind"], PoolingSource>> = {
  embeddings: {
    kind: "embeddings",
    lengths: { kind: "fixed", tokens: 128 },
    dimensions: null,
    encoding: "float",
  },
  rerank: {
    kind: "rerank",
    queries: { kind: "fixed", tokens: 32 },
    documents: { kind: "fixed", tokens: 128 },
    topN: null,
  },
};
/** Texts or documents of a request. */
const FIRST_ITEMS = { chat: 1, embeddings: 1, rerank: 16 } as const;

interface RequestKindFieldProps {
  readonly traffic: Traffic;
  readonly set: (part: Partial<Traffic>) => void;
}

/** The kind of requests to an OpenAI-compatible server. All requests of a plan are streamed, or none. */
export function RequestKindField({ traffic, set }: RequestKindFieldProps) {
  const { plan } = usePlan();
  const { kind } = traffic.inputs;
  if (kind !== "chat" && kind !== "embeddings" && kind !== "rerank") return null;
  if (plan.traffic.length > 1) return null;
  return (
    <Choice<Kind>
      label="Requests"
      about={ABOUT[kind]}
      options={[
        { value: "chat", label: "Generated text" },
        { value: "embeddings", label: "Embeddings" },
        { value: "rerank", label: "Rerank" },
      ]}
      value={kind}
      onPick={(next) =>
        set({
          inputs: next === "chat" ? FIRST_CHAT : FIRST[next],
          batchSize: FIRST_ITEMS[next],
        })
      }
    />
  );
}

const FIRST_CHAT: ChatSource = {
  kind: "chat",
  endpoint: "chat",
  prompts: { kind: "words", lengths: { kind: "lognormal", median: 256, sigma: 0.5 } },
  prefixes: null,
  outputs: { kind: "lognormal", median: 128, sigma: 0.5 },
  ignoreEos: true,
  temperature: 0,
};
