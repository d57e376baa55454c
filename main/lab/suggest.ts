import type { ExperimentPlan, ModelDetail } from "../contract/index.ts";
import { batchLimit, MOST_REQUEST_BYTES, planInputs } from "./inputs/plan-inputs.ts";

const DISTINCT_INPUTS = 32;
const DISTINCT_INPUTS_CACHED = 10_000;

export interface Suggestion extends ExperimentPlan {
  /** Sentences that explain what was assumed. */
  notes: string[];
}

/** A first plan for a model. Throws FAILED_PRECONDITION for a model whose inputs cannot be generated. */
export function suggestPlan(detail: ModelDetail): Suggestion {
  const { assumed, bytes } = planInputs(detail, { batchSize: 1, shapes: {} });
  const cached = isCached(detail);
  const distinctInputs = Math.max(
    1,
    Math.min(
      cached ? DISTINCT_INPUTS_CACHED : DISTINCT_INPUTS,
      Math.floor(MOST_REQUEST_BYTES / 4 / bytes),
    ),
  );
  const notes = Object.entries(assumed).map(
    ([name, shape]) =>
      `Input '${name}' has dynamic dimensions; [${shape.join(",")}] is assumed${batchLimit(detail) > 0 ? " for each item" : ""}.`,
  );
  if (cached) {
    notes.push(
      `The model's response cache is on: ${distinctInputs} different requests take turns, so that it is not only hits that are measured. Fewer mean more hits.`,
    );
  }
  return {
    serverId: detail.serverId,
    model: detail.name,
    modelVersion: "",
    wire: "http",
    concurrencies: [1, 8, 32],
    secondsPerStep: 3,
    warmupSeconds: 0.5,
    batchSize: 1,
    distinctInputs,
    seed: 1,
    shapes: assumed,
    notes,
  };
}

function isCached({ config }: ModelDetail): boolean {
  return (config?.response_cache as { enable?: boolean } | undefined)?.enable === true;
}
