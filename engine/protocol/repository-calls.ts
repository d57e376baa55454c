import type { LoadParameters } from "../types.ts";
import { StatusError } from "./status.ts";

/** Reads the parameters of a load call, which come from protobuf or JSON. */
export function loadParameters(values: Readonly<Record<string, unknown>>): LoadParameters {
  let config: string | undefined;
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith("file:")) {
      throw new StatusError(
        "UNIMPLEMENTED",
        `load parameter '${key}' is not supported: put the file into the model repository`,
      );
    }
    if (key !== "config") {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unrecognized load parameter '${key}': 'config' is the one there is`,
      );
    }
    if (typeof value !== "string") {
      throw new StatusError(
        "INVALID_ARGUMENT",
        "load parameter 'config' must be a string that holds the model configuration as JSON",
      );
    }
    config = value;
  }
  return config === undefined ? {} : { config };
}

/** Reads `unload_dependents`, the one parameter of an unload call. */
export function unloadDependents(values: Readonly<Record<string, unknown>>): boolean {
  const value = values["unload_dependents"] ?? false;
  if (typeof value === "boolean") return value;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `unload parameter 'unload_dependents' is ${JSON.stringify(value)}: it must be true or false`,
  );
}

export function refuseRepositoryName(name: unknown): void {
  if (name === undefined || name === null || name === "") return;
  throw new StatusError("UNIMPLEMENTED", "'repository_name' specification is not supported");
}
