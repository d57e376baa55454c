import {
  completeBackend,
  completeConfig,
  type ModelConfig,
  type ModelFileSignature,
  parseConfig,
  printConfig,
} from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { ensembleFindings } from "./graph/ensemble-findings.ts";
import type { KnownModels } from "./graph/tensor-types.ts";

export interface EnsembleChange {
  readonly ensemble: string;
  readonly message: string;
}

/** What a server would refuse of the ensembles once `model` has the configuration `draft`, and does not refuse now. */
export function newlyRefused(
  ensembles: KnownModels,
  models: KnownModels,
  model: string,
  draft: ModelConfig,
): readonly EnsembleChange[] {
  const after: KnownModels = new Map([...models, [model, { state: "known", config: draft }]]);
  return [...ensembles].flatMap(([ensemble, known]) => {
    if (known.state !== "known") return [];
    const parsed = parseConfig(printConfig(known.config));
    const was = new Set(ensembleFindings(ensemble, parsed, models).map(({ message }) => message));
    return ensembleFindings(ensemble, parsed, after)
      .filter(({ severity, message }) => severity === "error" && !was.has(message))
      .map(({ message }) => ({ ensemble, message }));
  });
}

/** What a server makes of a text: named, and with what is left out taken from the model file where that is known. */
export function completedDraft(text: string, { model, signature }: ConfigState): ModelConfig {
  const { config } = parseConfig(text);
  const named = { ...config, name: config.name || model };
  if (signature === null) return named;
  try {
    return completeConfig(completeBackend(named, ["model.onnx"]), signature as ModelFileSignature);
  } catch {
    return named;
  }
}
