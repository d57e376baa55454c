import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import { entries, optional } from "../lenient.ts";
import type { HttpResponse } from "../probe/index.ts";

const model = z.object({
  id: z.string(),
  /** Here servers name themselves. */
  owned_by: optional(z.string()),
  root: optional(z.string()),
  /** Of a LoRA adapter: the model it adapts. */
  parent: optional(z.string()),
  max_model_len: optional(z.number()),
  /** llama.cpp's. */
  meta: optional(
    z.object({
      n_ctx: optional(z.number()),
      n_params: optional(z.number()),
      ftype: optional(z.string()),
    }),
  ),
});

/** OpenAI's list of models with what servers add to it. Servers written in Go send null for an empty list. */
export const modelList = z.object({
  object: optional(z.string()),
  data: entries(model)
    .nullable()
    .transform((given) => given ?? []),
});
export type ListedModel = z.infer<typeof model>;

/** What is reported of any listed model. */
export function listedFacts({ id, root, parent, max_model_len, meta }: ListedModel) {
  const context = max_model_len ?? meta?.n_ctx;
  const facts: [string, string][] = [];
  if (parent) facts.push(["Adapter of", parent]);
  if (root && root !== id) facts.push(["Weights", root]);
  if (context) facts.push(["Context", `${context} tokens`]);
  return facts;
}

/** The listed models: ready, or unavailable if /health was requested and returned 503. */
export function observedModels(
  models: readonly ListedModel[],
  health?: HttpResponse,
): ObservedModel[] {
  const isUnhealthy = health?.status === 503;
  return models.map((model) => ({
    name: model.id,
    versions: [],
    state: isUnhealthy ? "unavailable" : "ready",
    reason: isUnhealthy ? "It is unhealthy: /health answers with status 503." : null,
    facts: listedFacts(model),
  }));
}
