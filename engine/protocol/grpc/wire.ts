import type { CancelSignal } from "../../../base/cancellation.ts";
import type { Client } from "../../types.ts";
import type { Restriction } from "../restrictions.ts";
import type { OutgoingMessage } from "./framing/frame.ts";

export interface CallContext {
  /** Aborts when the client cancels, disconnects or runs past its deadline. */
  readonly signal: CancelSignal;
  readonly client: Client;
}

/** One call with many messages in either direction. */
export interface StreamCall extends CallContext {
  readonly signal: AbortSignal;
  /**
   * Aborts when the server closes: `requests` ends, and a call that would run indefinitely must end
   * too.
   */
  readonly closing: AbortSignal;
  /** Resolves when the peer has room for another message; rejects when it has disconnected. */
  write(message: Uint8Array): Promise<void>;
}

export interface StreamMethod {
  readonly path: string;
  /** Checked before the first message is read. */
  readonly restriction?: Restriction;
  /** Largest request, if smaller than the server's limit. */
  readonly maxRequestBytes?: number;
  /**
   * `requests` ends when the client half-closes. Resolving ends the call with OK, throwing with
   * that StatusError. Views of a request stay valid.
   */
  stream(requests: AsyncIterable<Uint8Array>, call: StreamCall): Promise<void>;
}

/** One unary call, bytes in and bytes out: independent of the HTTP/2 implementation. */
export interface UnaryMethod {
  /** E.g. "/inference.GRPCInferenceService/ServerLive". */
  readonly path: string;
  /** Checked before the message is read. */
  readonly restriction?: Restriction;
  /** Largest request, if smaller than the server's limit. */
  readonly maxRequestBytes?: number;
  /**
   * `request` is the message without its prefix; views of it stay valid until the response is sent.
   * May throw a StatusError.
   */
  handle(request: Uint8Array, call: CallContext): OutgoingMessage | Promise<OutgoingMessage>;
  /** Takes a request in the parts that brought it; without this, they are joined for `handle`. */
  handleParts?(
    request: readonly Uint8Array[],
    call: CallContext,
  ): OutgoingMessage | Promise<OutgoingMessage>;
}

export type Method = UnaryMethod | StreamMethod;

export interface GrpcServer {
  readonly port: number;
  /** Accepts no new calls and resolves when active ones are answered; on abort they are cut off. */
  close(force?: AbortSignal): Promise<void>;
}

/** As for HTTP: a request of the maximum size leaves room for others (PROTO-75). */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Limits on what clients may send; all have defaults. */
export interface WireLimits {
  /** Largest message, at most 2³¹−1. */
  readonly maxMessageBytes?: number;
  /**
   * Memory for requests that arrived in several pieces, until they are answered; shared by all
   * calls.
   */
  readonly maxBufferedBytes?: number;
  /** Concurrent calls per connection. */
  readonly maxConcurrentCalls?: number;
  /**
   * After this time a message that stopped arriving, or a peer that doesn't answer a ping, is
   * dropped.
   */
  readonly stallMs?: number;
}

/** Serves `methods` on one port, 0 for any free one. Rejects with a StatusError when it cannot listen. */
export type ServeGrpc = (
  methods: readonly Method[],
  address: { host: string; port: number },
  limits?: WireLimits,
) => Promise<GrpcServer>;
