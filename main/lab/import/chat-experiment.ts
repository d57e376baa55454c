import {
  type Arrivals,
  type ChatSource,
  type ExperimentStep,
  type InputSource,
  PLAN_VERSION,
} from "../../contract/index.ts";
import { plainTraffic } from "../plain-traffic.ts";
import { type NewImportedExperiment, planLoad, UNKNOWN_ENVIRONMENT, within } from "./imported.ts";

/** What was sent. `items`: texts or documents of a request. */
export type ImportedRequests =
  | { readonly kind: "chat"; readonly endpoint: ChatSource["endpoint"]; readonly streamed: boolean }
  | { readonly kind: "embeddings" | "rerank"; readonly items: number };

interface Source {
  readonly name: string;
  readonly fileName: string;
  readonly tool: string;
  readonly note: string;
  readonly model: string;
  readonly requests: ImportedRequests;
  /** Arrivals of loads by rate. */
  readonly arrivals: Arrivals;
}

/** Steps of another tool's file, all by rate or all by clients. The plan is derived from them; its lengths are means. */
export function chatExperiment(
  source: Source,
  steps: readonly [ExperimentStep, ...ExperimentStep[]],
): NewImportedExperiment {
  const [first] = steps;
  const startedAt = Math.min(...steps.map((step) => step.startedAt));
  return {
    name: source.name,
    createdAt: startedAt,
    finishedAt: Math.max(...steps.map((step) => step.startedAt + step.seconds * 1000)),
    state: "done",
    reason: null,
    plan: {
      version: PLAN_VERSION,
      serverId: "imported",
      wire: "openai",
      traffic: [
        {
          ...plainTraffic(source.model),
          ...("items" in source.requests && { batchSize: source.requests.items }),
          inputs: inputsOf(source.requests, first),
        },
      ],
      load: planLoad(steps, first.load.kind, source.arrivals),
      secondsPerStep: within(first.seconds, 0.1, 3600),
      requestsPerStep: null,
      warmup: { kind: "requests", count: 0 },
      objective: null,
      stopWhenCertified: false,
      goal: { kind: "sweep" },
      seed: 0,
    },
    steps: [...steps],
    environment: UNKNOWN_ENVIRONMENT,
    tags: [source.tool],
    pinned: false,
    note: source.note,
    annotations: [],
    importedFrom: `${source.fileName} (${source.tool})`,
    search: null,
    comparisons: [],
  };
}

function inputsOf(
  requests: ImportedRequests,
  { chat, texts, successes }: ExperimentStep,
): InputSource {
  const meanLength = (total: number | null | undefined, items = 1) => ({
    kind: "fixed" as const,
    tokens: within(Math.round((total ?? 0) / Math.max(1, successes * items)), 1, 1_000_000),
  });
  const promptTokens = chat ? chat.promptTokens : texts?.inputTokens;
  if (requests.kind === "chat")
    return {
      kind: "chat",
      endpoint: requests.endpoint,
      ...(!requests.streamed && { streamed: false }),
      prompts: { kind: "words", lengths: meanLength(promptTokens) },
      prefixes: null,
      outputs: meanLength((chat ?? texts)?.outputTokens),
      ignoreEos: false,
      temperature: 0,
    };
  const lengths = meanLength(promptTokens, requests.items);
  return requests.kind === "embeddings"
    ? { kind: "embeddings", lengths, dimensions: null, encoding: "float" }
    : { kind: "rerank", queries: { kind: "fixed", tokens: 1 }, documents: lengths, topN: null };
}
