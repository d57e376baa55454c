import type { Encoding } from "../framing/encodings.ts";
import type { OutgoingField } from "../../http2/hpack/encoder.ts";

/** What a call hears of its stream. */
export interface CallEvents {
  data(chunk: Buffer): void;
  /** The client has sent its last message. */
  end(): void;
  /** The stream was reset, or its connection lost. */
  gone(): void;
}

/** What a call needs of its HTTP/2 stream. */
export interface CallStream {
  /** False once it was reset or its connection lost. */
  readonly isOpen: boolean;
  readonly isPaused: boolean;
  readonly headersSent: boolean;
  listen(events: CallEvents): void;
  pause(): void;
  resume(): void;
  /** Sends the headers of an answer whose messages follow. */
  respond(): void;
  /** True where there is room for another message; else resolves when there is, with false when the stream is gone. */
  write(message: Uint8Array): true | Promise<boolean>;
  /** Ends what `respond` began. */
  end(trailers: readonly OutgoingField[]): void;
  /** Sends headers, one message and the status OK. */
  answer(message: Uint8Array, encoding: Encoding | undefined): void;
  /** Sends headers alone, and asks a client that is still sending to stop. */
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
