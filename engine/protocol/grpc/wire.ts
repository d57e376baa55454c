import type { Client } from "../../types.ts";
import type { Restriction } from "../restrictions.ts";

export interface CallContext {
  /** Aborts when the client cancels, disconnects or runs past its deadline. */
  readonly signal: AbortSignal;
  readonly client: Client;
}

/** One call with many messages in either direction. */
export interface StreamCall extends CallContext {
  /** Aborts when the server closes: `requests` ends then, and a call that would continue for ever is to end. */
  readonly closing: AbortSignal;
  /** Resolves when the peer has room for another message; rejects when it has gone. */
  write(message: Uint8Array): Promise<void>;
}

export interface StreamMethod {
  readonly path: string;
  /** Checked before the first message is read. */
  readonly restriction?: Restriction;
  /** Largest request, where that is less than the server's limit. */
  readonly maxRequestBytes?: number;
  /**
   * `requests` ends when the client has sent its last message. Resolving ends the call with OK, throwing with the
   * StatusError; the views of a request stay valid.
   */
  stream(requests: AsyncIterable<Uint8Array>, call: StreamCall): Promise<void>;
}

/** One unary call. Bytes in, bytes out, so that any gRPC server can stand underneath. */
export interface UnaryMethod {
  /** E.g. "/inference.GRPCInferenceService/ServerLive". */
  readonly path: string;
  /** Checked before the message is read. */
  readonly restriction?: Restriction;
  /** Largest request, where that is less than the server's limit. */
  readonly maxRequestBytes?: number;
  /**
   * `request` is the message without its frame; views of it stay valid until the answer was sent. May throw a
   * StatusError.
   */
  handle(request: Uint8Array, call: CallContext): Uint8Array | Promise<Uint8Array>;
}

export type Method = UnaryMethod | StreamMethod;

export interface GrpcServer {
  readonly port: number;
  /** Accepts no new call and resolves when those under way are answered; on abort they are cut off. */
  close(force?: AbortSignal): Promise<void>;
}

/** As for HTTP: a request that is as large as it may be leaves room for others (rule PROTO-75). */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** What a server takes from its clients at most; every limit has a default. */
export interface WireLimits {
  /** Largest message, at most 2³¹−1. */
  readonly maxMessageBytes?: number;
  /** Memory for requests that came in several pieces, arriving or being answered, of all calls together. */
  readonly maxBufferedBytes?: number;
  /** Calls at a time on one connection. */
  readonly maxConcurrentCalls?: number;
  /** After this a message that began and did not continue, or a peer that answers no ping, is abandoned. */
  readonly stallMs?: number;
}

/** Serves `methods` on one port, 0 for any free one. Rejects with a StatusError when it cannot listen. */
export type ServeGrpc = (
  methods: readonly Method[],
  address: { host: string; port: number },
  limits?: WireLimits,
) => Promise<GrpcServer>;
