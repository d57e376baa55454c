import type { Socket } from "node:net";
import { widened } from "./connection-frames.ts";
import { DEFAULT_WINDOW, ERROR, FLAG, FRAME, MIN_MAX_FRAME_BYTES, resetFrame } from "./frames.ts";
import { HpackEncoder, type OutgoingField } from "./hpack/encoder.ts";
import type { OutgoingStream } from "./outgoing-stream.ts";
import { Output } from "./output.ts";

/** Nothing more is written while the peer hasn't taken this many bytes. */
const MAX_UNSENT_BYTES = 512 * 1024;

/** Bytes that one stream sends before the next one's turn. */
const TURN_BYTES = 64 * 1024;

/** Limit of queued replies to PING and SETTINGS, and of resets, for a peer that doesn't read. */
const MAX_CONTROL_FRAMES = 1000;

/** Reset streams in the queue before they are removed. */
const MAX_FORGOTTEN = 1000;

/** DATA frames shorter than this only because of the window count against the peer. */
const SMALL_DATA_BYTES = 512;

export interface SenderEvents<Stream> {
  /** We have closed our side of the stream. */
  sent(stream: Stream): void;
  /** The peer makes us buffer or send too much. */
  overwhelmed(reason: string): void;
  /** Everything that was ready is written, or waits for the peer. */
  flushed(): void;
}

/** Whether the peer may cause another tiny frame. */
export interface SmallFrames {
  take(): boolean;
}

/**
 * Sends for one connection: once per turn, everything that is ready and that windows and socket
 * allow.
 */
export class Sender<Stream extends OutgoingStream> {
  readonly encoder = new HpackEncoder();
  readonly #socket: Socket;
  readonly #output: Output;
  readonly #events: SenderEvents<Stream>;
  readonly #smallFrames: SmallFrames;
  #control: Buffer[] = [];
  #ready: Stream[] = [];
  /** Streams with data that the connection's window has no room for. */
  #blocked: Stream[] = [];
  #scheduled = false;
  #full = false;
  /** The error that ends the connection after this flush. */
  #excess: string | undefined;
  /** Reset streams that may still be in the queue. */
  #forgotten = 0;
  #window = DEFAULT_WINDOW;
  maxFrameBytes = MIN_MAX_FRAME_BYTES;
  readonly #flush = () => this.flush();

  constructor(socket: Socket, events: SenderEvents<Stream>, smallFrames: SmallFrames) {
    this.#socket = socket;
    this.#output = new Output(socket);
    this.#events = events;
    this.#smallFrames = smallFrames;
    socket.on("drain", () => {
      this.#full = false;
      this.flush();
    });
  }

  /** True if nothing is queued. */
  get isIdle(): boolean {
    return this.#control.length + this.#ready.length + this.#blocked.length === 0;
  }

  control(frame: Buffer): void {
    this.#control.push(frame);
    if (this.#full && this.#control.length > MAX_CONTROL_FRAMES) {
      this.#events.overwhelmed("the peer does not read the responses to its frames");
    } else this.#schedule();
  }

  ready(stream: Stream): void {
    if (stream.isReady || !stream.isOpen) return;
    stream.isReady = true;
    this.#ready.push(stream);
    this.#schedule();
  }

  /** Throws a ConnectionError for an invalid increment. */
  widen(increment: number): void {
    this.#window = widened(this.#window, increment);
    if (this.#window <= 0) return;
    for (const stream of this.#blocked.splice(0)) {
      stream.isReady = false;
      this.ready(stream);
    }
  }

  flush(): void {
    this.#scheduled = false;
    if (this.#socket.destroyed || this.#socket.writableEnded || this.#full) return;
    this.#socket.cork();
    try {
      this.#writeAll();
    } finally {
      // The memory is shared: always remove what belongs to this connection.
      this.#output.flush();
      this.#socket.uncork();
    }
    if (this.#excess !== undefined) this.#events.overwhelmed(this.#excess);
    // If the kernel took everything at once, there is no "drain".
    if (this.#full && !this.#socket.writableNeedDrain) {
      this.#full = false;
      this.#schedule();
    }
    this.#events.flushed();
  }

  /** After a reset the stream is dropped at once, not when the peer would have let it send. */
  forget(stream: Stream): void {
    if (!stream.isReady) return;
    this.#forgotten += 1;
    if (this.#forgotten < MAX_FORGOTTEN) return;
    this.#forgotten = 0;
    this.#ready = this.#ready.filter(({ isOpen }) => isOpen);
    this.#blocked = this.#blocked.filter(({ isOpen }) => isOpen);
  }

  #writeAll(): void {
    const output = this.#output;
    for (const frame of this.#control.splice(0)) output.bytes(frame, 0, frame.length);
    while (this.#ready.length > 0 && !this.#full && this.#excess === undefined) {
      const streams = this.#ready;
      this.#ready = [];
      for (const [i, stream] of streams.entries()) {
        if (output.unsent >= MAX_UNSENT_BYTES) {
          this.#full = true;
          this.#ready = [...streams.slice(i), ...this.#ready];
          break;
        }
        stream.isReady = false;
        if (stream.isOpen) this.#send(stream);
      }
    }
    if (output.unsent >= MAX_UNSENT_BYTES) this.#full = true;
  }

  #schedule(): void {
    if (this.#scheduled || this.#full) return;
    this.#scheduled = true;
    process.nextTick(this.#flush);
  }

  #send(stream: Stream): void {
    const headers = stream.takeHeaders();
    if (headers !== undefined) {
      const { fields, constant, ends } = headers;
      this.#headers(
        stream,
        constant ? this.encoder.encodeConstant(fields) : this.encoder.encode(fields),
        ends,
      );
      if (ends) return;
    }
    if (stream.queuedBytes > 0 && !this.#data(stream)) return;
    if (stream.endsWithData) this.#dataFrame(stream, 0);
    const trailers = stream.takeTrailers();
    if (trailers !== undefined) this.#headers(stream, this.#trailerBlock(trailers), true);
  }

  #trailerBlock(fields: readonly OutgoingField[]): Buffer {
    return fields.length === 1 ? this.encoder.encodeConstant(fields) : this.encoder.encode(fields);
  }

  #headers(stream: Stream, block: Buffer, ends: boolean): void {
    const { id: streamId } = stream;
    const endStream = ends ? FLAG.endStream : 0;
    if (block.length > this.maxFrameBytes) this.#continuedHeaders(streamId, block, endStream);
    else {
      const flags = FLAG.endHeaders | endStream;
      this.#output.frame({ length: block.length, type: FRAME.headers, flags, streamId }, block);
    }
    if (!ends) return;
    if (stream.stopsPeer) {
      const reset = resetFrame(streamId, ERROR.none);
      this.#output.bytes(reset, 0, reset.length);
    }
    this.#events.sent(stream);
  }

  #continuedHeaders(streamId: number, block: Buffer, endStream: number): void {
    for (let at = 0; at < block.length; at += this.maxFrameBytes) {
      const part = block.subarray(at, at + this.maxFrameBytes);
      const isLast = at + part.length === block.length;
      const type = at === 0 ? FRAME.headers : FRAME.continuation;
      const flags = (at === 0 ? endStream : 0) | (isLast ? FLAG.endHeaders : 0);
      this.#output.frame({ length: part.length, type, flags, streamId }, part);
    }
  }

  /** True when all data is out. */
  #data(stream: Stream): boolean {
    let turn = TURN_BYTES;
    while (stream.queuedBytes > 0) {
      if (this.#window <= 0) {
        stream.isReady = true;
        this.#blocked.push(stream);
        return false;
      }
      // The window update of the stream itself resumes it.
      if (stream.sendWindow <= 0) return false;
      if (turn <= 0) {
        stream.isReady = true;
        this.#ready.push(stream);
        return false;
      }
      const room = Math.min(stream.sendWindow, this.#window);
      const length = Math.min(stream.queuedBytes, room, this.maxFrameBytes);
      if (length === room && room < SMALL_DATA_BYTES && length < stream.queuedBytes) {
        if (!this.#smallFrames.take()) {
          this.#excess = "the peer's windows make data leave in tiny frames";
          return false;
        }
      }
      this.#dataFrame(stream, length);
      turn -= length;
    }
    return true;
  }

  #dataFrame(stream: Stream, length: number): void {
    const ends = stream.endsWithData && length === stream.queuedBytes;
    const flags = ends ? FLAG.endStream : 0;
    this.#output.head({ length, type: FRAME.data, flags, streamId: stream.id });
    if (length > 0) stream.takeData(length, this.#write);
    stream.sendWindow -= length;
    this.#window -= length;
    if (!ends) return;
    stream.endsWithData = false;
    this.#events.sent(stream);
  }

  readonly #write = (bytes: Uint8Array, from: number, to: number): void =>
    this.#output.bytes(bytes, from, to);
}
