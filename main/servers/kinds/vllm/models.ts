import type { ObservedModel } from "../../../contract/index.ts";
import type { Exposition } from "../exposition/index.ts";
import { type ListedModel, listedFacts } from "../openai/index.ts";
import { readFacts } from "./facts.ts";

/** The owner that vLLM gives each model. */
export const OWNER = "vllm";

/** Whether it serves, else why not. */
export interface Health {
  readonly state: ObservedModel["state"];
  readonly reason: string | null;
}

export function listedModels(
  listed: readonly ListedModel[],
  health: Health,
  exposition: Exposition,
): ObservedModel[] {
  return listed.map((model) => ({
    name: model.id,
    versions: [],
    ...health,
    facts: [...listedFacts(model), ...readFacts(exposition, model.id)],
  }));
}

/** The models named in the metrics, for a server that doesn't list them. */
export function modelsOfMetrics(exposition: Exposition, health: Health): ObservedModel[] {
  const { samples } = exposition.find(["vllm:num_requests_running"]) ?? { samples: [] };
  const names = new Set(samples.flatMap(({ labels }) => labels.model_name ?? []));
  return [...names].map((name) => ({
    name,
    versions: [],
    ...health,
    facts: readFacts(exposition, name),
  }));
}
