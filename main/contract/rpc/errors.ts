import { StatusError } from "../../../base/status-error.ts";
import type { WireError } from "../messages.ts";

export function toWireError(thrown: unknown): WireError {
  const error = StatusError.from(thrown);
  return { code: error.code, message: error.message, details: { ...error.details } };
}

export function fromWireError(error: WireError): StatusError {
  return new StatusError(error.code, error.message, { details: error.details });
}
