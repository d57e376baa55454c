import { checkText, configToJson, type Finding, parseConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";

const REFUSING: ReadonlySet<Finding["stage"]> = new Set(["syntax", "validation"]);

/**
 * ModelConfig as JSON. INVALID_ARGUMENT with `details.findings` for text that no server would take; what only
 * loading can show is left to the server, in its own words.
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
