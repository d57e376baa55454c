import { StatusError } from "../../base/status-error.ts";
import type { ModelConfig } from "../config/types.ts";
import { ENVIRONMENT_PATH, environmentPath, MODEL_DIRECTORY } from "../config/validation/python.ts";

/**
 * Rejects a load call's configuration that names a Python environment outside of the model's folder, unless the file in
 * the repository names the same (rule PYTHON-ENV-5). Throws INVALID_ARGUMENT. `readFile` may throw.
 */
export function refuseForeignEnvironment(config: ModelConfig, readFile: () => ModelConfig): void {
  const path = environmentPath(config);
  if (config.backend !== "python" || path === undefined || path.startsWith(MODEL_DIRECTORY)) return;
  if (path === pathInFile(readFile)) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `parameters "${ENVIRONMENT_PATH}" is "${path}" in a configuration that came with a load call, which would run any program of this machine: write it into the model's config.pbtxt, or name a path that begins with ${MODEL_DIRECTORY}`,
    { details: { field: `parameters["${ENVIRONMENT_PATH}"]` } },
  );
}

function pathInFile(readFile: () => ModelConfig): string | undefined {
  try {
    return environmentPath(readFile());
  } catch {
    return undefined;
  }
}
