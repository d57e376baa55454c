import { type StatusCode, StatusError } from "../../base/status-error.ts";
import type { ModelVersion } from "../models/model-version.ts";
import type { VersionDirectory } from "./model-directory.ts";

const STATUS_WORDS: Partial<Record<StatusCode, string>> = {
  INVALID_ARGUMENT: "Invalid argument",
  NOT_FOUND: "Not found",
  UNAVAILABLE: "Unavailable",
  UNIMPLEMENTED: "Unsupported",
  ALREADY_EXISTS: "Already exists",
  UNKNOWN: "Unknown",
};

/** Formats an error as the reason in Triton's index. */
export function formatLoadReason({ code, message }: StatusError): string {
  return `${STATUS_WORDS[code] ?? "Internal"}: ${message.trim()}`;
}

/** An error from reading files or override. Triton gives no reason here; it is appended to Triton's message. */
export function pollError(name: string, thrown: unknown): StatusError {
  const { message, details } = StatusError.from(thrown);
  return new StatusError(
    "INTERNAL",
    `failed to load '${name}', failed to poll from model repository: ${message}`,
    { details, cause: thrown },
  );
}

/** An error from loading a model whose files could be read. */
export function loadError(name: string, { message, details, cause }: StatusError): StatusError {
  return new StatusError("INVALID_ARGUMENT", `load failed for model '${name}': ${message}\n`, {
    details,
    cause,
  });
}

/** The reasons of the versions that failed; undefined if none did. */
export function versionFailures(
  versions: readonly VersionDirectory[],
  results: readonly PromiseSettledResult<ModelVersion>[],
): { reasons: ReadonlyMap<string, string>; error: StatusError } | undefined {
  const reasons = new Map<string, string>();
  let cause: unknown;
  let text = "";
  versions.forEach(({ version }, i) => {
    const result = results[i];
    if (result?.status !== "rejected") return;
    cause ??= result.reason;
    const reason = formatLoadReason(StatusError.from(result.reason));
    reasons.set(version, reason);
    text += `version ${version} is at UNAVAILABLE state: ${reason};`;
  });
  if (reasons.size === 0) return undefined;
  return { reasons, error: new StatusError("INVALID_ARGUMENT", text, { cause }) };
}
