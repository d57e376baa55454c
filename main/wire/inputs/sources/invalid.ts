import { StatusError } from "../../../../base/status-error.ts";

/** The error of a source; `place`: the file, the entry or line, the input. */
export function invalid(place: string, problem: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", `${place}: ${problem}`);
}
