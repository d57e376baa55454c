import type { inference } from "../../../assets/proto/index.ts";
import type { ParameterValue } from "../../types.ts";
import { isReserved } from "../infer-parameters.ts";
import { StatusError } from "../../../base/status-error.ts";

export type Parameters = { [key: string]: inference.InferParameter.$Properties };

const BOOL = { kinds: ["bool_param"], expected: "bool_param" };
const NUMBER_OR_TEXT = ["int64_param", "uint64_param", "string_param"];

/** Parameters with a meaning: their types, and Triton's message for other types (PROTO-45). */
const KNOWN = new Map<string, { readonly kinds: readonly string[]; readonly expected: string }>([
  ["sequence_id", { kinds: NUMBER_OR_TEXT, expected: "int64_param or string_param" }],
  ["sequence_start", BOOL],
  ["sequence_end", BOOL],
  ["priority", { kinds: ["int64_param", "uint64_param"], expected: "int64_param or uint64_param" }],
  ["timeout", { kinds: ["int64_param"], expected: "int64_param" }],
  ["triton_enable_empty_final_response", BOOL],
]);

/**
 * The parameters of an infer request with their types checked; INVALID_ARGUMENT with Triton's
 * message.
 */
export function requestParameters(parameters: Parameters): Record<string, ParameterValue> {
  for (const key in parameters) {
    if (isReserved(key)) {
      throw invalid(
        key,
        "parameter keys starting with 'triton_' are reserved for Triton usage. Only the following keys starting with 'triton_' are allowed: triton_enable_empty_final_response",
      );
    }
    const known = KNOWN.get(key);
    const kind = parameters[key]?.parameter_choice;
    if (known && kind && !known.kinds.includes(kind)) throw invalidType(key, known.expected);
  }
  return readParameters(parameters);
}

export function readParameters(parameters: Parameters): Record<string, ParameterValue> {
  const values: Record<string, ParameterValue> = {};
  for (const key in parameters) {
    const parameter = parameters[key];
    const choice = parameter?.parameter_choice;
    const value = choice && parameter[choice];
    if (value === undefined || value === null) {
      throw invalidType(key, "int64_param, bool_param, or string_param");
    }
    values[key] = value;
  }
  return values;
}

function invalidType(key: string, expected: string): StatusError {
  return invalid(key, `invalid value type for '${key}' parameter, expected ${expected}.`);
}

function invalid(key: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { parameter: key } });
}
