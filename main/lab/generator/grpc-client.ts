import type { StatusCode } from "../../../base/status-error.ts";

export interface CallStatus {
  readonly code: StatusCode;
  readonly message: string;
  /** The connection ended or could not be opened, without a response from the server. */
  readonly lost: boolean;
}

export interface CallEvents {
  /** A message from the server, to be read at once; without this one they are skipped unread. */
  message?(bytes: Buffer): void;
  /** Called once, unless the call is cancelled before. */
  ended(status: CallStatus): void;
}

/** One gRPC call of a client, unary or streaming. */
export interface Call {
  /** Sends another message; false if the server reads more slowly than this writes. */
  write(message: Uint8Array): boolean;
  /** The same for a message with its prefix. */
  writeFramed(message: Uint8Array): boolean;
  /** Ends the request. */
  end(): void;
  /** Cancels the call without a callback. */
  cancel(): void;
}

/** gRPC calls to one server. It connects on demand and retries no call. */
export interface GrpcClient extends Disposable {
  /** Sends a call with one message. The server gets the deadline; the caller has to notice that it passed. */
  call(path: string, events: CallEvents, request: Buffer, deadlineMs?: number | null): Call;
  /** Starts a call with more messages to follow. */
  stream(path: string, events: CallEvents, first?: Buffer): Call;
}
