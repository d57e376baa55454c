import { remove } from "../fix.ts";
import type { ModelConfig } from "../types.ts";
import type { Problem } from "./check.ts";

/** The parameter that names a library with a custom batching strategy. */
const BATCH_STRATEGY = "TRITON_BATCH_STRATEGY_PATH";

/** Backends of the embedded engine. */
export const EMBEDDED_BACKENDS: readonly string[] = ["onnxruntime", "identity", "repeat", "python"];

/** Features of configurations that the embedded engine doesn't support, each with an alternative. */
const UNSUPPORTED: readonly [name: string, used: (config: ModelConfig) => boolean, hint: string][] =
  [
    [
      "sequence_batching.iterative_sequence",
      ({ sequence_batching, backend }) =>
        sequence_batching?.iterative_sequence === true && backend !== "python",
      "set it to false; of the backends here only python hands a request back to be run again",
    ],
    [
      `parameters["${BATCH_STRATEGY}"]`,
      ({ parameters, dynamic_batching }) =>
        BATCH_STRATEGY in parameters && dynamic_batching !== undefined,
      "remove it; batches are formed by dynamic_batching alone, without libraries",
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

/** What the embedded engine, but not Triton, rejects at load. */
export function unsupportedProblems(config: ModelConfig): Problem[] {
  return [...missingBackend(config), ...unsupportedFields(config)];
}

function missingBackend({ backend, platform, ensemble_scheduling }: ModelConfig): Problem[] {
  if (ensemble_scheduling !== undefined || (backend === "" && platform === "")) return [];
  if (EMBEDDED_BACKENDS.includes(backend)) return [];
  const path = backend === "" ? "platform" : "backend";
  const message = backendMissing(backend || platform, EMBEDDED_BACKENDS);
  return [{ id: "backend-not-here", path, message, stage: "load" }];
}

/** Triton's message for a missing backend, with the available ones. */
export function backendMissing(backend: string, there: readonly string[]): string {
  const names = new Intl.ListFormat("en").format(there.map((name) => `'${name}'`));
  return `unable to find backend library for backend '${backend}', try specifying runtime on the model configuration. This engine has the backends ${names}; for another, connect to a Triton server that has it.`;
}

function unsupportedFields(config: ModelConfig): Problem[] {
  return UNSUPPORTED.filter(([, used]) => used(config)).map(([path, , hint]) => ({
    id: "unsupported",
    path,
    message: `model '${config.name}' uses ${path}, which this engine does not support yet; ${hint}`,
    stage: "load",
    fix: remove(path),
  }));
}
