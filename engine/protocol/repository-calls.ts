import type { LoadParameters } from "../types.ts";
import { StatusError } from "../../base/status-error.ts";

const FILE = "file:";

/**
 * Parses the parameters of a load call: from protobuf, with file content as bytes, or from JSON,
 * with base64.
 */
export function loadParameters(values: Readonly<Record<string, unknown>>): LoadParameters {
  let config: string | undefined;
  const files = new Map<string, Uint8Array>();
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith(FILE)) files.set(filePath(key), fileContent(key, value));
    else if (key === "config") config = configText(value);
    else {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `unrecognized load parameter '${key}': there are 'config' and 'file:<version>/<file name>'`,
      );
    }
  }
  if (files.size > 0 && config === undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `load parameter '${FILE}${[...files.keys()][0]}' needs the load parameter 'config', which holds the model configuration as JSON`,
    );
  }
  return { ...(config !== undefined && { config }), ...(files.size > 0 && { files }) };
}

/** Limit of a configuration's characters, which are parsed at once. */
const MAX_CONFIG_CHARS = 1024 * 1024;

function configText(value: unknown): string {
  if (typeof value === "string") {
    if (value.length <= MAX_CONFIG_CHARS) return value;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `load parameter 'config' has ${value.length} characters: at most ${MAX_CONFIG_CHARS} are taken`,
    );
  }
  throw new StatusError(
    "INVALID_ARGUMENT",
    "load parameter 'config' must be a string that holds the model configuration as JSON",
  );
}

/** A path that stays within the model's directory on every system. */
function filePath(key: string): string {
  const path = key.slice(FILE.length);
  const parts = path.split("/");
  const inside = parts.every((part) => part !== "" && part !== "." && part !== "..");
  // oxlint-disable-next-line no-control-regex -- names of files have no control characters
  if (inside && !/[\\:\u0000-\u001f]/.test(path)) return path;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `load parameter ${JSON.stringify(key)} must name a file within the model's directory, as in 'file:1/model.onnx'`,
  );
}

function fileContent(key: string, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string" && !/[^A-Za-z0-9+/=\s]/.test(value)) {
    return Buffer.from(value, "base64");
  }
  throw new StatusError(
    "INVALID_ARGUMENT",
    `load parameter '${key}' must hold the file's content: bytes, or base64 in JSON`,
  );
}

/** Parses `unload_dependents`, the only parameter of an unload call. */
export function unloadDependents(values: Readonly<Record<string, unknown>>): boolean {
  const value = values["unload_dependents"] ?? false;
  if (typeof value === "boolean") return value;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `unload parameter 'unload_dependents' is of type ${typeof value}: it must be true or false`,
  );
}

export function refuseRepositoryName(name: unknown): void {
  if (name === undefined || name === null || name === "") return;
  throw new StatusError("UNIMPLEMENTED", "'repository_name' specification is not supported");
}
