import type { Encoding } from "../framing/encodings.ts";
import type { OutgoingField } from "../../http2/hpack/encoder.ts";
import type { OutgoingMessage } from "../framing/frame.ts";

/** What a stream reports to its call. */
export interface CallEvents {
  data(chunk: Buffer): void;
  /** The client has half-closed the stream. */
  end(): void;
  /** The stream was reset, or its connection was lost. */
  gone(): void;
}

/** The HTTP/2 stream as its call sees it. */
export interface CallStream {
  /** False once the stream was reset or its connection was lost. */
  readonly isOpen: boolean;
  readonly isPaused: boolean;
  readonly headersSent: boolean;
  listen(events: CallEvents): void;
  pause(): void;
  resume(): void;
  /** Sends the response headers; messages follow. */
  respond(): void;
  /**
   * True if there is room for another message. Otherwise resolves when there is, with false if the
   * stream is closed.
   */
  write(message: Uint8Array): true | Promise<boolean>;
  /** Ends the response that `respond` started. */
  end(trailers: readonly OutgoingField[]): void;
  /** Sends headers, one message and status OK. */
  sendResponse(message: OutgoingMessage, encoding: Encoding | undefined): void;
  /** Sends a trailers-only response, and asks a client that is still sending to stop. */
  reject(headers: readonly OutgoingField[]): void;
}

const STATUS_200 = { name: ":status", value: "200" };
const CONTENT_TYPE = { name: "content-type", value: "application/grpc", indexed: true };

export const RESPONSE_FIELDS: readonly OutgoingField[] = [STATUS_200, CONTENT_TYPE];
export const OK_FIELDS: readonly OutgoingField[] = [
  { name: "grpc-status", value: "0", indexed: true },
];
export const COMPRESSED_RESPONSE_FIELDS: Readonly<Record<Encoding, readonly OutgoingField[]>> = {
  deflate: [...RESPONSE_FIELDS, { name: "grpc-encoding", value: "deflate", indexed: true }],
  gzip: [...RESPONSE_FIELDS, { name: "grpc-encoding", value: "gzip", indexed: true }],
};
