import { StatusError } from "../../base/status-error.ts";

/** Larger requests are processed in time slices (BOUND-1). */
export const MAX_BYTES_AT_ONCE = 64 * 1024;

/** Limit of a request's inputs, requested outputs, parameters and raw contents, each. */
const MAX_LISTED = 4096;

/** Limit of a tensor's dimensions. */
export const MAX_RANK = 64;

/** INVALID_ARGUMENT if a request lists more than any model accepts (BOUND-4). */
export function refuseTooMany(what: string, count: number): void {
  if (count <= MAX_LISTED) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `the request has more than ${MAX_LISTED} ${what}: no model accepts that many`,
  );
}

/** INVALID_ARGUMENT if a shape has more dimensions than any tensor. */
export function refuseRank(input: string, rank: number): void {
  if (rank <= MAX_RANK) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `the shape of input '${input}' has more than ${MAX_RANK} dimensions`,
  );
}
