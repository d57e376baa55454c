import http2, { type ServerHttp2Stream } from "node:http2";
import type { Encoding } from "../../framing/encodings.ts";
import { frame, joined, type OutgoingMessage, prefix } from "../../framing/frame.ts";
import {
  type CallEvents,
  type CallStream,
  COMPRESSED_RESPONSE_FIELDS,
  OK_FIELDS,
  RESPONSE_FIELDS,
} from "../call-stream.ts";
import type { OutgoingField } from "../../../http2/hpack/encoder.ts";

const WITH_TRAILERS = { waitForTrailers: true, sendDate: false } as const;
const HEADERS_ONLY = { endStream: true, sendDate: false } as const;

/** Messages up to this length are copied after their prefix: cheaper than a second write. */
const MAX_COPIED = 32 * 1024;

/** A stream of node:http2. */
export class NodeStream implements CallStream {
  readonly #stream: ServerHttp2Stream;
  #trailers: readonly OutgoingField[] = OK_FIELDS;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    stream.on("error", () => {});
  }

  get isOpen(): boolean {
    return !this.#stream.destroyed && !this.#stream.closed;
  }

  get isPaused(): boolean {
    return this.#stream.isPaused();
  }

  get headersSent(): boolean {
    return this.#stream.headersSent;
  }

  listen(events: CallEvents): void {
    const stream = this.#stream;
    stream.on("close", () => events.gone());
    stream.on("data", (chunk: Buffer) => events.data(chunk));
    stream.on("end", () => events.end());
    stream.on("wantTrailers", () => {
      if (this.isOpen) stream.sendTrailers(Object.fromEntries(this.#trailers.map(pair)));
    });
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  respond(): void {
    this.#stream.respond(flat(RESPONSE_FIELDS), WITH_TRAILERS);
  }

  write(message: Uint8Array): true | Promise<boolean> {
    let sent: (hasRoom: boolean) => void = () => {};
    const room = this.#stream.write(frame(message), (error) => sent(!error));
    return room || new Promise((resolve) => (sent = resolve));
  }

  end(trailers: readonly OutgoingField[]): void {
    this.#trailers = trailers;
    this.#stream.end();
  }

  sendResponse(parts: OutgoingMessage, encoding: Encoding | undefined): void {
    const message = joined(parts);
    const stream = this.#stream;
    const compressed = encoding !== undefined;
    const fields = compressed ? COMPRESSED_RESPONSE_FIELDS[encoding] : RESPONSE_FIELDS;
    stream.respond(flat(fields), WITH_TRAILERS);
    if (message.byteLength <= MAX_COPIED) {
      stream.end(frame(message, compressed));
      return;
    }
    stream.cork();
    stream.write(prefix(message.byteLength, compressed));
    stream.end(message);
    stream.uncork();
  }

  reject(headers: readonly OutgoingField[]): void {
    this.#stream.respond(flat(headers), HEADERS_ONLY);
    if (!this.#stream.readableEnded) this.#stream.close(http2.constants.NGHTTP2_NO_ERROR);
  }
}

const pair = ({ name, value }: OutgoingField) => [name, value] as const;
const flat = (fields: readonly OutgoingField[]) => fields.flatMap(pair);
