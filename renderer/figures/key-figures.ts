import type { FigureId, ServerKind } from "../../main/contract/index.ts";

/** Kinds that only serve language models. */
export const LLM_KINDS: ReadonlySet<ServerKind> = new Set<ServerKind>([
  "vllm",
  "sglang",
  "llamaCpp",
  "ollama",
  "tgi",
  "trtllm",
  "dynamo",
  "openai",
  "endpointPicker",
]);

const LLM_FIGURES: readonly FigureId[] = [
  "running",
  "waiting",
  "ttftP50Ms",
  "ttftP99Ms",
  "itlP50Ms",
  "generatedTokensPerSecond",
  "kvCacheUse",
  "prefixCacheHitRate",
  "preemptionsPerSecond",
];
const MODEL_FIGURES: readonly FigureId[] = [
  "requestsPerSecond",
  "failuresPerSecond",
  "latencyMs",
  "latencyP99Ms",
  "waiting",
  "queueToCompute",
  "meanBatch",
  "cacheHitRate",
  "workers",
  "cpuUse",
  "memoryUsed",
];

/** The most informative figures for a kind of server, in reading order. */
export function keyFigures(kind: ServerKind): readonly FigureId[] {
  return LLM_KINDS.has(kind) ? LLM_FIGURES : MODEL_FIGURES;
}
