import { StatusError } from "../../../../base/status-error.ts";

/** What is wrong with a source; `place` says where: the file, the entry or line, the input. */
export function invalid(place: string, problem: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", `${place}: ${problem}`);
}
