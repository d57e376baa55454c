import type { SharedMemorySpan } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type JsonObject, optionalUnsigned, unparsable } from "./json.ts";

/**
 * Where an input's parameters place its data in shared memory; INVALID_ARGUMENT with Triton's
 * message (SHM-8).
 */
export function inputSpan(input: JsonObject, parameters: JsonObject): SharedMemorySpan | undefined {
  if (parameters["shared_memory_region"] === undefined) return undefined;
  const set = [
    ...(input["data"] === undefined ? [] : ["data"]),
    ...(parameters["binary_data_size"] === undefined ? [] : ["binary_data_size"]),
  ];
  if (set.length === 0) return readSpan(parameters);
  const listed = [...set, "shared_memory_region"].map((field) => ` '${field}'`).join("");
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Input must set only one of the following fields: 'data', 'binary_data_size' in 'parameters', 'shared_memory_region' in 'parameters'. But set${listed}`,
  );
}

/** Where to write an output. */
export function outputSpan(parameters: JsonObject): SharedMemorySpan | undefined {
  if (parameters["shared_memory_region"] === undefined) return undefined;
  for (const other of ["classification", "binary_data"]) {
    const value = parameters[other];
    if (value === undefined || value === false) continue;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `Output can't set both 'shared_memory_region' and '${other}'`,
    );
  }
  return readSpan(parameters);
}

function readSpan(parameters: JsonObject): SharedMemorySpan {
  const region = parameters["shared_memory_region"];
  if (typeof region !== "string") {
    throw unparsable("shared_memory_region", "non-string as string");
  }
  return {
    region,
    offset: optionalUnsigned(parameters, "shared_memory_offset") ?? 0,
    byteSize: optionalUnsigned(parameters, "shared_memory_byte_size") ?? 0,
  };
}
