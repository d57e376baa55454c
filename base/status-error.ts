/** The gRPC status names; every error of Batchdeck carries one. */
export const STATUS_CODES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

export type StatusCode = (typeof STATUS_CODES)[number];

/** Extra facts for a person or a program: the field at fault, its value, a position. JSON values only. */
export type StatusDetails = Readonly<Record<string, unknown>>;

/** By the name of a DOMException: how an AbortSignal ended what was thrown. */
const ABORTS: ReadonlyMap<string, StatusCode> = new Map([
  ["AbortError", "CANCELLED"],
  ["TimeoutError", "DEADLINE_EXCEEDED"],
]);

/**
 * The one error type. `message` is a sentence that names the field, the value and what would be right.
 * The number of a code on the gRPC wire is its index in {@link STATUS_CODES}.
 */
export class StatusError extends Error {
  readonly code: StatusCode;
  readonly details: StatusDetails;

  constructor(
    code: StatusCode,
    message: string,
    options: { details?: StatusDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "StatusError";
    this.code = code;
    this.details = options.details ?? {};
  }

  /**
   * Any thrown value as a StatusError; one that already is comes back as it was. Aborts become CANCELLED, expired
   * timeouts DEADLINE_EXCEEDED, other errors `code`.
   */
  static from(thrown: unknown, code: StatusCode = "INTERNAL"): StatusError {
    if (thrown instanceof StatusError) return thrown;
    if (thrown instanceof Error) {
      return new StatusError(ABORTS.get(thrown.name) ?? code, thrown.message, { cause: thrown });
    }
    return new StatusError(code, String(thrown));
  }
}
