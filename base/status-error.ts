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

/** Facts for a program that the sentence alone doesn't carry. JSON values only; they travel to pages as they are. */
export interface StatusDetails {
  // What is at fault.
  /** The path of a field, such as "instance_group.count". */
  readonly field?: string;
  readonly value?: unknown;
  /** The id of the check that failed. */
  readonly id?: string;
  readonly parameter?: string;
  readonly input?: string;
  readonly datatype?: string;
  readonly model?: string;
  readonly models?: readonly string[];
  readonly file?: string;
  readonly directory?: string;
  /** A place in an imported document. */
  readonly where?: string;
  /** Why an input can't be generated. */
  readonly reason?: string;
  /** What a header may say instead. */
  readonly supported?: readonly string[];
  /** Findings about a configuration's text (engine/config). */
  readonly findings?: readonly unknown[];
  /** A model that an ensemble is composed of was never loaded, or unloaded. */
  readonly unloaded?: true;
  /** Several model repositories have the model. */
  readonly duplicate?: true;
  /** The model answers with any number of responses, for which the protocol has no form. */
  readonly decoupled?: true;

  /** The object store that failed, where the server did not. */
  readonly store?: string;

  // What is there instead (main/contract/configs.ts, sizes.ts).
  readonly draft?: unknown;
  readonly etag?: string;
  /** Requests of others that the server answers. */
  readonly otherRequests?: number;
  /** Requests that were tried to find sizes, and how each ended. */
  readonly attempts?: readonly unknown[];

  // How a server was reached, or not.
  /** Nothing answered there. */
  readonly unreachable?: true;
  /** Something is there that doesn't let us in; waiting doesn't help. */
  readonly refused?: true;
  /** Only a change by a user helps: asking again doesn't. */
  readonly hopeless?: true;
  /** Not asked: the next attempt is still to come. */
  readonly waiting?: true;
  /** The status of an HTTP response. */
  readonly http?: number;
  /** Someone must sign in first. */
  readonly signIn?: true;
  /** The call needs a key that it didn't carry. */
  readonly restricted?: true;
  /** The server takes no loads by call; `poll`: it says that it may be polling its repository. */
  readonly modelControl?: "none" | "poll";
}

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
