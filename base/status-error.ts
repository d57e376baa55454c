/** The gRPC status names; every error of Batchdeck has one. */
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

/**
 * Machine-readable facts in addition to the message. Only JSON values; pages receive them
 * unchanged.
 */
export interface StatusDetails {
  // The component at fault.
  /** The path of a field, such as "instance_group.count". */
  readonly field?: string;
  readonly value?: unknown;
  /** The id of the failed check. */
  readonly id?: string;
  readonly parameter?: string;
  readonly input?: string;
  readonly datatype?: string;
  readonly model?: string;
  readonly models?: readonly string[];
  readonly file?: string;
  readonly directory?: string;
  /** A position in an imported document. */
  readonly where?: string;
  /** Why an input can't be generated. */
  readonly reason?: string;
  /** Allowed values of a header. */
  readonly supported?: readonly string[];
  /** Findings about a configuration's text (engine/config). */
  readonly findings?: readonly unknown[];
  /** A model that an ensemble is composed of was never loaded, or unloaded. */
  readonly unloaded?: true;
  /** Several model repositories have the model. */
  readonly duplicate?: true;
  /** The model returns any number of responses, which the protocol doesn't support. */
  readonly decoupled?: true;

  /** The object store that failed, if the server didn't. */
  readonly store?: string;

  // The current state instead (main/contract/configs.ts, sizes.ts).
  readonly draft?: unknown;
  readonly etag?: string;
  /** Requests of other clients on the server. */
  readonly otherRequests?: number;
  /** Requests that were tried to find sizes, with their outcomes. */
  readonly attempts?: readonly unknown[];

  // How a server was reached, or why not.
  /** Nothing responded there. */
  readonly unreachable?: true;
  /** Access was denied; waiting doesn't help. */
  readonly refused?: true;
  /** Only a change by the user helps; retrying doesn't. */
  readonly hopeless?: true;
  /** Not requested: the next attempt is pending. */
  readonly waiting?: true;
  /** The status of an HTTP response. */
  readonly http?: number;
  /** The user must sign in first. */
  readonly signIn?: true;
  /** The call needs a key that it didn't have. */
  readonly restricted?: true;
  /**
   * The server doesn't accept load calls; `poll`: its message says that it may be polling its
   * repository.
   */
  readonly modelControl?: "none" | "poll";
}

/** Names of DOMExceptions from an AbortSignal. */
const ABORTS: ReadonlyMap<string, StatusCode> = new Map([
  ["AbortError", "CANCELLED"],
  ["TimeoutError", "DEADLINE_EXCEEDED"],
]);

/**
 * The only error type. `message` is a sentence with the field, the value and what would be right. A
 * code's number on the gRPC wire is its index in {@link STATUS_CODES}.
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
   * Converts any thrown value to a StatusError; one that already is one is returned unchanged.
   * Aborts become CANCELLED, expired timeouts DEADLINE_EXCEEDED, other errors `code`.
   */
  static from(thrown: unknown, code: StatusCode = "INTERNAL"): StatusError {
    if (thrown instanceof StatusError) return thrown;
    if (thrown instanceof Error) {
      return new StatusError(ABORTS.get(thrown.name) ?? code, thrown.message, { cause: thrown });
    }
    return new StatusError(code, String(thrown));
  }
}
