import type { Encoding } from "../framing/encodings.ts";
import { messageBytes, type OutgoingMessage, prefix } from "../framing/frame.ts";
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

/** A stream accepts further messages up to this many unsent bytes. */
const MAX_QUEUED_BYTES = 64 * 1024;

/** Unread bytes per call. */
export const STREAM_WINDOW_BYTES = 4 << 20;

export interface StreamOwner {
  /** The stream has something to send. */
  ready(stream: Http2Stream): void;
  /** Data was consumed or dropped: the peer may send as much again. */
  consumed(stream: Http2Stream, bytes: number): void;
}

/** One stream of our own HTTP/2: received data that wasn't passed on yet, and data to send. */
export class Http2Stream extends OutgoingStream implements CallStream {
  readonly #owner: StreamOwner;
  readonly receiveWindow = new ReceiveWindow(STREAM_WINDOW_BYTES);
  isPaused = false;
  headersSent = false;
  /** The peer has closed its side. */
  remoteEnded = false;
  /** We have closed our side. */
  isSent = false;
  /** Ask the client to stop sending once the response is out. */
  stopsClient = false;
  /** Data that the peer announced in `content-length` and hasn't sent. */
  expected: number | undefined;
  #events: CallEvents | undefined;
  /** Received while paused. */
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

  /** Passes data on. Returns true if it is buffered until the reader resumes. */
  receive(part: Buffer): boolean {
    if (this.isPaused && this.isOpen && !this.#ends) {
      // A copy: a view would keep the whole chunk, however little of it belongs to this stream.
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

  /** The stream was reset, or its connection was lost. */
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

  sendResponse(message: OutgoingMessage, encoding: Encoding | undefined): void {
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

  #push(message: OutgoingMessage, compressed: boolean): void {
    this.queue(prefix(messageBytes(message), compressed));
    if (message instanceof Uint8Array) this.queue(message);
    else for (const part of message) this.queue(part);
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
