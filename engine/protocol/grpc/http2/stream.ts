import type { Encoding } from "../framing/encodings.ts";
import { prefix } from "../framing/frame.ts";
import {
  type CallEvents,
  type CallStream,
  COMPRESSED_RESPONSE_FIELDS,
  OK_FIELDS,
  RESPONSE_FIELDS,
} from "./call-stream.ts";
import type { OutgoingField } from "../../http2/hpack/encoder.ts";
import type { OutgoingHeaders, WritePart } from "../../http2/outgoing-stream.ts";
import { OutgoingStream } from "../../http2/outgoing-stream.ts";
import { ReceiveWindow } from "../../http2/receive-window.ts";

/** Unsent bytes of one stream up to which it takes further messages. */
const MAX_QUEUED_BYTES = 64 * 1024;

/** Unread bytes that one call may have under way. */
export const STREAM_WINDOW_BYTES = 4 << 20;

export interface StreamOwner {
  /** The stream has something to send. */
  ready(stream: Http2Stream): void;
  /** Data was read, or is to be dropped: the peer may send as much again. */
  consumed(stream: Http2Stream, bytes: number): void;
}

/** One stream of our own HTTP/2: what it has received and not passed on, and what it is to send. */
export class Http2Stream extends OutgoingStream implements CallStream {
  readonly #owner: StreamOwner;
  readonly receiveWindow = new ReceiveWindow(STREAM_WINDOW_BYTES);
  isPaused = false;
  headersSent = false;
  /** The peer has ended its side. */
  remoteEnded = false;
  /** Our side has ended. */
  isSent = false;
  /** The client is to stop sending when the answer is out. */
  stopsClient = false;
  /** Data that the peer has announced in `content-length` and not sent. */
  expected: number | undefined;
  #events: CallEvents | undefined;
  /** Came while paused. */
  #held: Buffer[] = [];
  #headers: readonly OutgoingField[] | undefined;
  #headersConstant = true;
  #trailers: readonly OutgoingField[] | undefined;
  #ends = false;
  #endPassed = false;
  #onRoom: ((hasRoom: boolean) => void)[] = [];

  constructor(id: number, sendWindow: number, owner: StreamOwner) {
    super(id, sendWindow);
    this.#owner = owner;
  }

  override get stopsPeer(): boolean {
    return this.stopsClient && !this.remoteEnded;
  }

  listen(events: CallEvents): void {
    this.#events = events;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    while (!this.isPaused && this.#held.length > 0) {
      const chunk = this.#held.shift() as Buffer;
      this.#owner.consumed(this, chunk.length);
      this.#events?.data(chunk);
    }
    this.#passEnd();
  }

  /** Passes data on. True when it is kept instead, until the reader goes on. */
  receive(part: Buffer): boolean {
    if (this.isPaused && this.isOpen && !this.#ends) {
      // A copy: a view would keep the whole chunk, however little of it is this stream's.
      this.#held.push(Buffer.from(part));
      return true;
    }
    this.#events?.data(part);
    return false;
  }

  remoteEnd(): void {
    this.remoteEnded = true;
    this.#passEnd();
  }

  /** The stream was reset, or its connection lost. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.dropData();
    this.#dropHeld();
    for (const onRoom of this.#onRoom.splice(0)) onRoom(false);
    this.#events?.gone();
  }

  respond(): void {
    this.#begin(RESPONSE_FIELDS);
    this.#owner.ready(this);
  }

  write(message: Uint8Array): true | Promise<boolean> {
    this.#push(message, false);
    this.#owner.ready(this);
    if (this.queuedBytes <= MAX_QUEUED_BYTES) return true;
    return new Promise((resolve) => this.#onRoom.push(resolve));
  }

  end(trailers: readonly OutgoingField[]): void {
    this.#trailers = trailers;
    this.#finish();
  }

  answer(message: Uint8Array, encoding: Encoding | undefined): void {
    this.#begin(encoding === undefined ? RESPONSE_FIELDS : COMPRESSED_RESPONSE_FIELDS[encoding]);
    this.#push(message, encoding !== undefined);
    this.#trailers = OK_FIELDS;
    this.#finish();
  }

  reject(headers: readonly OutgoingField[]): void {
    this.#begin(headers);
    this.#headersConstant = false;
    this.stopsClient = true;
    this.#finish();
  }

  override takeHeaders(): OutgoingHeaders | undefined {
    if (this.#headers === undefined) return undefined;
    const fields = this.#headers;
    this.#headers = undefined;
    const ends = this.#ends && this.queuedBytes === 0 && this.#trailers === undefined;
    return { fields, constant: this.#headersConstant, ends };
  }

  override takeData(length: number, write: WritePart): void {
    super.takeData(length, write);
    if (this.#onRoom.length > 0 && this.queuedBytes <= MAX_QUEUED_BYTES) {
      for (const onRoom of this.#onRoom.splice(0)) onRoom(true);
    }
  }

  override takeTrailers(): readonly OutgoingField[] | undefined {
    if (this.queuedBytes > 0) return undefined;
    const trailers = this.#trailers;
    this.#trailers = undefined;
    return trailers;
  }

  #begin(fields: readonly OutgoingField[]): void {
    this.headersSent = true;
    this.#headers = fields;
  }

  #push(message: Uint8Array, compressed: boolean): void {
    this.queue(prefix(message.byteLength, compressed));
    this.queue(message);
  }

  #finish(): void {
    this.#ends = true;
    this.#dropHeld();
    this.#owner.ready(this);
  }

  #passEnd(): void {
    if (!this.remoteEnded || this.#endPassed || this.#held.length > 0 || !this.isOpen) return;
    this.#endPassed = true;
    this.#events?.end();
  }

  #dropHeld(): void {
    for (const { length } of this.#held.splice(0)) this.#owner.consumed(this, length);
  }
}
