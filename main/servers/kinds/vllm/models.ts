import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import type { Exposition } from "../exposition/index.ts";
import { factsOf } from "./facts.ts";

/** What vLLM names as the owner of each model. */
export const OWNER = "vllm";

const model = z.object({
  id: z.string(),
  owned_by: z
    .string()
    .nullish()
    .transform((given) => given ?? ""),
  root: z.string().nullish(),
  /** Of a LoRA adapter: the model it adapts. */
  parent: z.string().nullish(),
  max_model_len: z.number().nullish(),
});
export const modelList = z.object({ data: z.array(model) });
type ListedModel = z.infer<typeof model>;

/** Whether it serves, and if not, why. */
export interface Health {
  readonly state: ObservedModel["state"];
  readonly reason: string | null;
}

export function listedModels(
  listed: readonly ListedModel[],
  health: Health,
  exposition: Exposition,
): ObservedModel[] {
  return listed.map(({ id, root, parent, max_model_len }) => ({
    name: id,
    versions: [],
    ...health,
    facts: [
      ...(parent ? [["Adapter of", parent] as [string, string]] : []),
      ...(root && root !== id ? [["Weights", root] as [string, string]] : []),
      ...(max_model_len ? [["Context", `${max_model_len} tokens`] as [string, string]] : []),
      ...factsOf(exposition, id),
    ],
  }));
}

/** The models that the metrics name, for a server that does not list its models. */
export function modelsOfMetrics(exposition: Exposition, health: Health): ObservedModel[] {
  const { samples } = exposition.find(["vllm:num_requests_running"]) ?? { samples: [] };
  const names = new Set(samples.flatMap(({ labels }) => labels.model_name ?? []));
  return [...names].map((name) => ({
    name,
    versions: [],
    ...health,
    facts: factsOf(exposition, name),
  }));
}
