import { StatusError } from "../../base/status-error.ts";

/** Work on more bytes than this is done in time slices (rule BOUND-1). */
export const MAX_BYTES_AT_ONCE = 64 * 1024;

/** Inputs, requested outputs, parameters and raw contents of a request, each. */
const MAX_LISTED = 4096;

/** Dimensions of a tensor. */
export const MAX_RANK = 64;

/** INVALID_ARGUMENT where a request lists more of a thing than any model takes (rule BOUND-4). */
export function refuseTooMany(what: string, count: number): void {
  if (count <= MAX_LISTED) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `the request has more than ${MAX_LISTED} ${what}: no model takes so much`,
  );
}

/** INVALID_ARGUMENT where a shape has more dimensions than any tensor. */
export function refuseRank(input: string, rank: number): void {
  if (rank <= MAX_RANK) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `the shape of input '${input}' has more than ${MAX_RANK} dimensions`,
  );
}
