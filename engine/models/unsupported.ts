import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";

/** What a configuration may say, but this engine does not do; each with what there is instead. */
const UNSUPPORTED: readonly [name: string, used: (config: ModelConfig) => boolean, hint: string][] =
  [
    [
      "sequence_batching.iterative_sequence",
      (config) => config.sequence_batching?.iterative_sequence === true,
      "set it to false; no backend here hands a request back to be run again",
    ],
    [
      "runtime",
      (config) => config.runtime !== "",
      "remove it; the backend's own runtime serves the model",
    ],
    [
      "model_operations.op_library_filename",
      (config) => operations(config).length > 0,
      "use a model of standard operators",
    ],
    [
      "cc_model_filenames",
      ({ cc_model_filenames: names, instance_group }) =>
        Object.keys(names).length > 0 && instance_group.some(({ kind }) => kind === "KIND_GPU"),
      "name the one model file in default_model_filename",
    ],
    [
      "model_repository_agents",
      (config) => config.model_repository_agents !== undefined,
      "remove it",
    ],
  ];

function operations({ model_operations: of }: ModelConfig): readonly unknown[] {
  return (of?.["op_library_filename"] as readonly unknown[] | undefined) ?? [];
}

/** Throws UNIMPLEMENTED for a configuration that asks for what this engine does not do (rule L13). */
export function refuseUnsupported(config: ModelConfig): void {
  const found = UNSUPPORTED.find(([, used]) => used(config));
  if (found === undefined) return;
  const [name, , hint] = found;
  throw new StatusError(
    "UNIMPLEMENTED",
    `model '${config.name}' uses ${name}, which this engine does not support yet; ${hint}`,
    { details: { field: name } },
  );
}
