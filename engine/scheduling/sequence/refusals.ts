import { StatusError } from "../../../base/status-error.ts";
import type { CorrelationId } from "./correlation.ts";

/** Messages for clients and the log, in Triton's words if it has any. */

export const severalItems = (model: string): StatusError =>
  invalid(
    `inference request to model '${model}' must specify batch-size 1 due to requirements of sequence batcher`,
  );

export const noCorrelationId = (model: string): StatusError =>
  invalid(
    `inference request to model '${model}' must specify a non-zero or non-empty correlation ID`,
  );

export const notStarted = (id: CorrelationId, model: string): StatusError =>
  invalid(
    `inference request for sequence ${id} to model '${model}' must specify the START flag on the first request of the sequence`,
  );

export const conflict = (id: CorrelationId, model: string): string =>
  `sequence ${id} for model '${model}' has a conflict. The previous sequence did not end before this sequence start. Previous sequence will be terminated early.`;

export const expired = (): StatusError =>
  new StatusError("UNAVAILABLE", "timeout of the corresponding sequence has been expired");

export const cancelled = (): StatusError => new StatusError("CANCELLED", "Request cancelled");

/** Without an id if it is unknown which of its sequences is meant. */
export const instanceLost = (model: string, id?: CorrelationId): StatusError =>
  new StatusError(
    "UNAVAILABLE",
    `the instance that served ${id === undefined ? "the sequence" : `sequence ${id}`} of model '${model}' ended unexpectedly: start the sequence again`,
  );

const invalid = (message: string): StatusError => new StatusError("INVALID_ARGUMENT", message);
