import type { ParameterValue } from "../../types.ts";
import { checkRequestParameters } from "../infer-parameters.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type JsonObject, unparsable } from "./json.ts";

/** Types of the parameters that the engine reads; Triton's message for other types. */
const UNSIGNED = ["priority", "timeout"];
const BOOLEAN = ["sequence_start", "sequence_end", "binary_data_output"];

export function parameterValue(name: string, value: unknown): ParameterValue {
  if (["boolean", "number", "bigint", "string"].includes(typeof value)) {
    return value as ParameterValue;
  }
  throw new StatusError(
    "INVALID_ARGUMENT",
    `parameter '${name}' has invalid type. It should be either 'int', 'bool', or 'string'.`,
  );
}

/** The parameters of an infer request with their types checked. */
export function requestParameters(parameters: JsonObject): Record<string, ParameterValue> {
  checkRequestParameters(parameters);
  for (const [name, value] of Object.entries(parameters)) {
    parameterValue(name, value);
    if (UNSIGNED.includes(name) && !isUnsigned(value)) {
      throw unparsable(name, "non-unsigned-integer as unsigned-integer");
    }
    if (BOOLEAN.includes(name) && typeof value !== "boolean") {
      throw unparsable(name, "non-boolean as boolean");
    }
    if (name === "sequence_id" && typeof value !== "string" && !isUnsigned(value)) {
      throw unparsable(name, "non-string as string");
    }
  }
  return parameters as Record<string, ParameterValue>;
}

function isUnsigned(value: unknown): boolean {
  return typeof value === "bigint"
    ? value >= 0n
    : Number.isInteger(value) && (value as number) >= 0;
}
