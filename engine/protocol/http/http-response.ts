import { type StatusCode, StatusError } from "../../../base/status-error.ts";

/** A route's response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in order; large ones aren't joined. */
  readonly body: readonly Uint8Array[];
  /**
   * Sends the rest of the body in pieces and resolves at its end; only for routes declared as
   * streaming.
   */
  readonly stream?: (write: (piece: string) => void) => Promise<void>;
  /** Called when the response has been handed to the system. */
  readonly sent?: () => void;
}

export const JSON_TYPE = "application/json";
export const TEXT_TYPE = "text/plain";

/**
 * Triton's mapping of errors to HTTP; codes that Triton doesn't use are mapped as gRPC gateways do.
 */
const HTTP_STATUS: Readonly<Record<StatusCode, number>> = {
  OK: 200,
  CANCELLED: 400,
  UNKNOWN: 400,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 400,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 413,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};

export function text(status: number, body: string, contentType = TEXT_TYPE): HttpResponse {
  const bytes = Buffer.from(body);
  return {
    status,
    headers: { "Content-Type": contentType },
    body: bytes.byteLength > 0 ? [bytes] : [],
  };
}

export function json(value: unknown): HttpResponse {
  return text(200, JSON.stringify(value), JSON_TYPE);
}

/** A response without a body, as Triton gives to health checks and load calls. */
export function empty(status: number, contentType = TEXT_TYPE): HttpResponse {
  return text(status, "", contentType);
}

/** `{"error": message}` with the HTTP status of the error's code. */
export function errorResponse(thrown: unknown, contentType = JSON_TYPE): HttpResponse {
  const error = StatusError.from(thrown);
  return errorText(HTTP_STATUS[error.code], error.message, contentType);
}

export function errorText(status: number, error: string, contentType: string): HttpResponse {
  return text(status, JSON.stringify({ error }), contentType);
}
