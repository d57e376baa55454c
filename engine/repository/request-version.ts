import { StatusError } from "../../base/status-error.ts";
import { shownName } from "./model-name.ts";

const MAX_INT64 = 2n ** 63n - 1n;

/** Normalizes a request's version: "01" is "1". Throws INVALID_ARGUMENT in Triton's words (rule LOAD-24). */
export function requestVersion(text: string): string {
  const number = /^[+-]?\d{1,40}$/.test(text) ? BigInt(text) : undefined;
  if (number === undefined || number > MAX_INT64 || number < -MAX_INT64) {
    throw invalid(
      `failed to get model version from specified version string '${shownName(text)}' (details: stol)`,
      text,
    );
  }
  if (number < 0n) throw invalid(`invalid model version specified '${shownName(text)}' `, text);
  return number.toString();
}

function invalid(message: string, value: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `${message}, version should be an integral value > 0`,
    { details: { field: "model_version", value: shownName(value) } },
  );
}
