import type { OutgoingField } from "../../../engine/protocol/http2/hpack/encoder.ts";
import type { Headers } from "../../../engine/protocol/http2/header-list.ts";
import {
  type OutgoingHeaders,
  OutgoingStream,
} from "../../../engine/protocol/http2/outgoing-stream.ts";
import { ReceiveWindow } from "../../../engine/protocol/http2/receive-window.ts";

/** Bytes of a response that may be in transit. */
export const STREAM_WINDOW_BYTES = 16 << 20;

/** Why a stream got no, or no complete, response. */
export interface StreamLoss {
  readonly message: string;
  /** Code of a reset by the server. */
  readonly resetCode?: number;
}

/** One request and its response on a connection. */
export abstract class ClientStream extends OutgoingStream {
  override readonly stopsPeer = false;
  readonly receiveWindow = new ReceiveWindow(STREAM_WINDOW_BYTES);
  /** The server knows the stream. */
  isBegun = false;
  /** The whole request was sent. */
  isSent = false;
  headersReceived = false;
  readonly #headers: OutgoingHeaders;

  constructor(headers: OutgoingHeaders) {
    super(0, 0);
    this.#headers = headers;
  }

  /** Headers or trailers of the response. */
  abstract onHeaders(headers: Headers): void;
  /** A part of the response, in place: valid during the call. */
  abstract onData(part: Buffer): void;
  /** The response is complete. */
  abstract onEnd(): void;
  /** There will be no, or no complete, response. */
  abstract onLost(loss: StreamLoss): void;

  override takeHeaders(): OutgoingHeaders | undefined {
    if (this.isBegun) return undefined;
    this.isBegun = true;
    return this.#headers;
  }

  override takeTrailers(): readonly OutgoingField[] | undefined {
    return undefined;
  }

  /** Nothing more is sent or received. */
  close(): void {
    this.isOpen = false;
    this.endsWithData = false;
    this.dropData();
  }
}
