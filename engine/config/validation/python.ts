import { StatusError } from "../../../base/status-error.ts";
import { isInnerPath } from "../inner-path.ts";
import type { ModelConfig } from "../types.ts";

export const ENVIRONMENT_PATH = "EXECUTION_ENV_PATH";
export const MODEL_DIRECTORY = "$$TRITON_MODEL_DIRECTORY";
export const EXECUTE_TIMEOUT = "EXECUTE_TIMEOUT_SECONDS";

const MAX_SECONDS = 2_147_483;

/** Throws INVALID_ARGUMENT if a Python model's configuration has unsupported settings. */
export function checkPythonConfig(config: ModelConfig): void {
  const { default_model_filename: file } = config;
  if (file !== "" && !file.endsWith(".py")) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `default_model_filename is "${file}", but a Python model's file ends in .py`,
      { details: { field: "default_model_filename" } },
    );
  }
  const environment = environmentPath(config);
  if (environment?.startsWith(MODEL_DIRECTORY)) {
    const inner = environment.slice(MODEL_DIRECTORY.length).replace(/^[\\/]+/, "");
    if (!isInnerPath(inner)) {
      throw parameterError(ENVIRONMENT_PATH, environment, "a path within the model's folder");
    }
  }
  wholeNumberParameter(config, EXECUTE_TIMEOUT);
}

/** Path of the model's environment as written; undefined if not set. */
export function environmentPath({ parameters }: ModelConfig): string | undefined {
  return parameters[ENVIRONMENT_PATH]?.string_value || undefined;
}

/** A parameter in seconds; undefined if not set. Throws INVALID_ARGUMENT for anything but a whole number. */
export function wholeNumberParameter(
  { parameters }: ModelConfig,
  name: string,
): number | undefined {
  const text = parameters[name]?.string_value;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= MAX_SECONDS) return value;
  throw parameterError(
    name,
    text,
    `a whole number of seconds up to ${MAX_SECONDS}, 0 for no limit`,
  );
}

function parameterError(name: string, text: string, expected: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `parameters "${name}" is "${text}", expected ${expected}`,
    {
      details: { field: `parameters["${name}"]` },
    },
  );
}
