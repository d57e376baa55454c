import type { SharedMemorySpan } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { Parameters } from "./request-parameters.ts";

/**
 * Where a tensor's parameters place its data in shared memory. INVALID_ARGUMENT with Triton's
 * message (SHM-8).
 */
export function readSpan(tensor: string, parameters: Parameters): SharedMemorySpan | undefined {
  const region = parameters["shared_memory_region"];
  const offset = parameters["shared_memory_offset"];
  const byteSize = parameters["shared_memory_byte_size"];
  if (region === undefined && offset === undefined && byteSize === undefined) return undefined;
  if (region !== undefined && region.parameter_choice !== "string_param") {
    throw wrongType(tensor, "shared_memory_region", "string_param");
  }
  const named = region?.string_param ?? "";
  const start = size(tensor, "shared_memory_offset", offset, region);
  const length = size(tensor, "shared_memory_byte_size", byteSize, region);
  if (length !== undefined) return { region: named, offset: start ?? 0, byteSize: length };
  throw invalid(
    `'shared_memory_byte_size' must be specified along with 'shared_memory_region' parameter for tensor '${tensor}'`,
  );
}

type Parameter = Parameters[string];

function size(
  tensor: string,
  name: string,
  parameter: Parameter | undefined,
  region: Parameter | undefined,
): number | undefined {
  if (parameter === undefined) return undefined;
  if (region === undefined) {
    throw invalid(
      `'${name}' can not be specified without 'shared_memory_region' parameter for tensor '${tensor}'`,
    );
  }
  if (parameter.parameter_choice !== "int64_param") throw wrongType(tensor, name, "int64_param");
  // Read as unsigned: a negative value is larger than any region.
  return Number(BigInt.asUintN(64, BigInt(parameter.int64_param ?? 0)));
}

function wrongType(tensor: string, name: string, expected: string): StatusError {
  return invalid(
    `invalid value type for '${name}' parameter for tensor '${tensor}', expected ${expected}.`,
  );
}

function invalid(message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message);
}
