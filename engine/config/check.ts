import { StatusError } from "../protocol/status.ts";
import { completeBackend, completeConfig } from "./complete.ts";
import { parseConfig } from "./parse.ts";
import { signatureProblems } from "./signature.ts";
import type { Finding, ModelConfig, ModelFileSignature } from "./types.ts";
import { toFindings, validateConfig } from "./validate.ts";
import type { Problem } from "./validation/check.ts";

export interface CheckTextOptions {
  /** Name of the model's folder. */
  modelName: string;
  /** Ids of the server's GPUs; left out, GPU ids are not checked. */
  gpus?: readonly number[];
  /** What the model's ONNX file declares, where it is known. */
  signature?: ModelFileSignature;
}

/**
 * Everything that can be said of a config.pbtxt, in the order of the text. Like Triton it goes stage by
 * stage: a text that does not parse is not validated, and an invalid one is not compared with the model.
 */
export function checkText(text: string, options: CheckTextOptions): Finding[] {
  const parsed = parseConfig(text);
  if (parsed.findings.length > 0) return parsed.findings;
  const { modelName, gpus, signature } = options;
  const invalid = validateConfig(parsed.config, {
    modelName,
    ...(gpus && { gpus }),
    backendMayBeCompleted: true,
    source: parsed,
  });
  if (invalid.length > 0 || signature === undefined) return invalid;
  return toFindings(loadProblems(parsed.config, modelName, signature), parsed);
}

function loadProblems(
  written: ModelConfig,
  modelName: string,
  signature: ModelFileSignature,
): Problem[] {
  const config = completeBackend({ ...written, name: modelName }, ["model.onnx"]);
  if (config.backend !== "onnxruntime") return [];
  try {
    return signatureProblems(completeConfig(config, signature), signature);
  } catch (thrown) {
    const { message, details } = StatusError.from(thrown);
    return [{ id: "not-batchable", path: String(details["field"]), message, stage: "load" }];
  }
}
