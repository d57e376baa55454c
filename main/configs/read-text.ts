import { checkText, configToJson, type Finding, parseConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";

const REFUSING: ReadonlySet<Finding["stage"]> = new Set(["syntax", "validation"]);

/**
 * Parses a text to ModelConfig as JSON. Throws INVALID_ARGUMENT with `details.findings` for text that any server would
 * reject; what only a load can show is left to the server.
 */
export function readText(text: string, modelName: string): Record<string, unknown> {
  const findings = checkText(text, { modelName }).filter(({ stage }) => REFUSING.has(stage));
  const wrong = findings.find(({ severity }) => severity === "error");
  if (wrong)
    throw new StatusError(
      "INVALID_ARGUMENT",
      `Line ${wrong.line}, column ${wrong.column}: ${wrong.message}`,
      { details: { findings } },
    );
  return configToJson(parseConfig(text).config);
}
