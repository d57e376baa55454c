import type { WorkloadContainer } from "../../launch-flags/index.ts";
import { count, fields, type Reader } from "../fields.ts";
import { readObject } from "../read-objects.ts";
import { readContainer } from "./pod-containers.ts";

/** Of KServe's LLMInferenceService, what its flags depend on. */
export interface LlmService {
  readonly containers: readonly WorkloadContainer[];
  readonly replicas: number;
  readonly problem: string | null;
}

const anything: Reader<object> = (value) =>
  typeof value === "object" && value !== null ? value : undefined;
const shape = fields({
  spec: fields({
    replicas: count,
    template: fields({ containers: (value) => (Array.isArray(value) ? value : undefined) }),
    worker: anything,
    prefill: anything,
  }),
});

/** kserve/kserve pkg/apis/serving/v1alpha2/llm_inference_service_types.go at aaac4e29; v1alpha1 has the same fields. */
export const readLlmService: Reader<LlmService> = (value) => {
  const found = shape(value);
  if (!readObject(value) || !found) return undefined;
  const { template, replicas = 1, worker, prefill } = found.spec ?? {};
  const containers = (template?.containers ?? []).flatMap((each, index) =>
    readContainer(each).map((one) => ({ ...one, pointer: `/spec/template/containers/${index}` })),
  );
  return { containers, replicas, problem: findProblem({ containers, worker, prefill }) };
};

function findProblem({
  containers,
  worker,
  prefill,
}: {
  readonly containers: readonly WorkloadContainer[];
  readonly worker: object | undefined;
  readonly prefill: object | undefined;
}): string | null {
  if (worker) return "It runs on several nodes (worker); flags of such services are not changed.";
  if (prefill)
    return "Its prompts are processed by pods of their own (prefill); flags of such services are not changed.";
  if (containers.some(({ name }) => name === "main")) return null;
  return "All of its containers are those of KServe's presets. Add one of its own first, under spec.template.containers: - name: main.";
}
