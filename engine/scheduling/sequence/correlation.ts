import { StatusError } from "../../../base/status-error.ts";
import type { InferRequest, ParameterValue } from "../../types.ts";

/** Integers as 64 unsigned bits, so that signed and unsigned encodings of an id are equal. */
export type CorrelationId = bigint | string;

/** The sequence parameters of a request; the id is undefined if it is missing, 0 or "". */
export interface SequenceFlags {
  readonly id: CorrelationId | undefined;
  readonly start: boolean;
  readonly end: boolean;
}

/** Reads sequence_id, sequence_start and sequence_end; throws INVALID_ARGUMENT for a wrong type (SEQ-1). */
export function sequenceFlags({ parameters }: InferRequest): SequenceFlags {
  return {
    id: correlationId(parameters["sequence_id"]),
    start: flag("sequence_start", parameters["sequence_start"]),
    end: flag("sequence_end", parameters["sequence_end"]),
  };
}

function correlationId(value: ParameterValue | undefined): CorrelationId | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") return value === "" ? undefined : value;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    const id = BigInt.asUintN(64, BigInt(value));
    return id === 0n ? undefined : id;
  }
  throw new StatusError(
    "INVALID_ARGUMENT",
    "invalid value type for 'sequence_id' parameter, expected int64_param or string_param.",
    { details: { field: "sequence_id", value: String(value) } },
  );
}

function flag(name: string, value: ParameterValue | undefined): boolean {
  if (value === undefined) return false;
  if (typeof value === "boolean") return value;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `invalid value type for '${name}' parameter, expected bool_param.`,
    { details: { field: name, value: String(value) } },
  );
}
