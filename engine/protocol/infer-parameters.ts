import { ELEMENT_BYTES } from "../requests/datatypes.ts";
import type { ParameterValue } from "../types.ts";
import { StatusError } from "../../base/status-error.ts";

/** Keys with this prefix are reserved for Triton; clients may set only these. */
const RESERVED_PREFIX = "triton_";
const ALLOWED_RESERVED = new Set(["triton_enable_empty_final_response"]);

export function isReserved(key: string): boolean {
  return key.startsWith(RESERVED_PREFIX) && !ALLOWED_RESERVED.has(key);
}

/** Rejects reserved keys with Triton's HTTP message. */
export function checkRequestParameters(parameters: Readonly<Record<string, unknown>>): void {
  for (const key in parameters) {
    if (isReserved(key)) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        "parameter keys starting with 'triton_' are reserved for Triton usage and should not be specified.",
        { details: { parameter: key } },
      );
    }
  }
}

/** The number of classes in an output's `classification` parameter; 0 if absent. */
export function readClassification(output: string, value: ParameterValue | undefined): number {
  if (value === undefined) return 0;
  const count = typeof value === "bigint" ? Number(value) : value;
  if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `parameter 'classification' of output '${output}' is ${JSON.stringify(String(value))}: it must be a non-negative integer`,
  );
}

/** Triton's error for an unknown datatype, with the datatype. */
export function unknownDatatype(input: string, datatype: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `invalid datatype for input ${input}: '${datatype}' isn't one of ${Object.keys(ELEMENT_BYTES).join(", ")}`,
  );
}
