import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";

/** A `parameters` entry as an integer; undefined if absent. */
export function wholeNumber(config: ModelConfig, name: string, limit: number): number | undefined {
  const text = config.parameters[name]?.string_value;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= limit) return value;
  throw invalid(name, text, `a whole number from 0 (the engine chooses) to ${limit}`);
}

/** A boolean in the spellings that Triton accepts. */
export function flag(config: ModelConfig, name: string): boolean | undefined {
  const text = config.parameters[name]?.string_value;
  if (text === undefined) return undefined;
  if (/^(1|true|on)$/i.test(text)) return true;
  if (/^(0|false|off)$/i.test(text)) return false;
  throw invalid(name, text, '"0" or "1"');
}

/** One of the given strings. */
export function readChoice(
  config: ModelConfig,
  name: string,
  values: readonly string[],
): string | undefined {
  const text = config.parameters[name]?.string_value;
  if (text === undefined || values.includes(text)) return text;
  throw invalid(name, text, values.map((value) => `"${value}"`).join(" or "));
}

function invalid(name: string, text: string, expected: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `parameters "${name}" is "${text}", expected ${expected}`,
  );
}
