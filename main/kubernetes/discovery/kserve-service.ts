import type { KserveService } from "../../contract/index.ts";
import type { Pod } from "../objects.ts";

const SERVICE_LABEL = "serving.kserve.io/inferenceservice";
/** kserve/kserve pkg/constants/constants.go and pkg/controller/v1alpha2/llmisvc/workload_single_node.go at aaac4e29. */
const LLM_LABELS = {
  "app.kubernetes.io/part-of": "llminferenceservice",
  "app.kubernetes.io/component": "llminferenceservice-workload",
};
const NAME_LABEL = "app.kubernetes.io/name";

/** Of the pods that an LLMInferenceService serves with, without those of its router and for prefill. */
export function llmServiceLabels(name: string): Readonly<Record<string, string>> {
  return { ...LLM_LABELS, [NAME_LABEL]: name };
}

/** KServe's service that a pod belongs to. */
export function findKserveService({ metadata: { labels = {} } }: Pod): KserveService | null {
  const name = labels[SERVICE_LABEL];
  if (name !== undefined) return { kind: "InferenceService", name };
  const llm = labels[NAME_LABEL];
  const isLlms = Object.entries(LLM_LABELS).every(([label, value]) => labels[label] === value);
  return isLlms && llm !== undefined ? { kind: "LLMInferenceService", name: llm } : null;
}
