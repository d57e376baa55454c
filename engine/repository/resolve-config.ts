import { completeBackend, completeConfig, inspectedVersion } from "../config/complete.ts";
import { configFromJson } from "../config/json.ts";
import { parseExactJson } from "../config/json-text.ts";
import { normalizeConfig } from "../config/normalize.ts";
import { parseConfig } from "../config/parse.ts";
import { checkSignature } from "../config/signature.ts";
import type { ModelConfig, ModelFileSignature } from "../config/types.ts";
import { requireValid } from "../config/validate.ts";
import { type StatusDetails, StatusError } from "../../base/status-error.ts";
import type { ModelDirectory } from "./model-directory.ts";

/**
 * The configuration of the files or the override, as far as it is known before the model file is read: parsed, completed
 * with the backend, normalized, validated. Throws INVALID_ARGUMENT with the field and the reason. `gpus` are the ids
 * available to KIND_AUTO, and to KIND_GPU for a backend with `usesNoGpu`.
 */
export function readConfig(
  directory: ModelDirectory,
  override: string | undefined,
  gpus: readonly number[],
  usesNoGpu: (config: ModelConfig) => boolean,
): ModelConfig {
  const { name, configText = "", configFile, versions } = directory;
  const given = override === undefined ? fromText(configText, configFile) : fromJson(override);
  const versionFiles = inspectedVersion(versions)?.files ?? [];
  const withBackend = completeBackend(given, { modelName: name, versionFiles });
  const config = normalizeConfig(withBackend, { modelName: name, gpus });
  requireValid(config, { modelName: name, ...(usesNoGpu(config) && { gpus }) });
  return config;
}

/** Values for completion if neither configuration nor model file has them. */
export interface AutoComplete {
  /** For ONNX models that can batch; 0 disables batching. */
  readonly defaultMaxBatchSize: number;
}

/** The configuration completed from the model file. Throws if they contradict each other. */
export function completeFromFile(
  config: ModelConfig,
  signature: ModelFileSignature | undefined,
  autoComplete: AutoComplete | undefined,
): ModelConfig {
  if (signature === undefined) return config;
  const complete = autoComplete
    ? normalizeConfig(completeConfig(config, signature, autoComplete.defaultMaxBatchSize), {
        modelName: config.name,
      })
    : config;
  checkSignature(complete, signature);
  return complete;
}

function fromText(text: string, file: string): ModelConfig {
  const { config, findings } = parseConfig(text);
  const error = findings.find(({ severity }) => severity === "error");
  if (error === undefined) return config;
  throw invalid(`${file} line ${error.line} column ${error.column}: ${error.message}`, {
    findings,
  });
}

function fromJson(text: string): ModelConfig {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch (error) {
    throw invalid(
      `the parameter "config" must be a ModelConfig as JSON: ${(error as Error).message}`,
    );
  }
  return configFromJson(value);
}

function invalid(message: string, details: StatusDetails = {}): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details });
}
